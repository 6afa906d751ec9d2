import type { JSX } from 'preact';
import { ask } from '../api/ask.ts';
import { useAnswer } from '../api/resource.ts';
import { isNewOpen } from '../shell/dialogs.ts';
import { Field, Form } from '../shell/form.tsx';
import { pathTo } from '../shell/path-to.ts';
import { navigate } from '../shell/router.ts';
import { told } from '../shell/toast.tsx';

/** A workflow for one goal. */
export function NewRun(): JSX.Element {
  const list = useAnswer('workflow.list', {}, { kinds: [] });
  const workflows = (list.value.value?.workflows ?? []).filter(({ problems }) => problems.length === 0);
  return (
    <Form button="Start" submit={start}>
      <Field label="Workflow">
        <select name="workflow" required>
          {workflows.map(({ name, roles }) => (
            <option key={name} value={name}>
              {name} ({roles.join(', ')})
            </option>
          ))}
        </select>
      </Field>
      <Field label="Goal">
        <textarea name="goal" rows={5} required />
      </Field>
    </Form>
  );
}

async function start({ workflow = '', goal = '' }: Record<string, string>): Promise<void> {
  const made = await told(ask('run.start', { workflow, goal }), 'Started');
  if (made === null) return;
  isNewOpen.value = false;
  navigate(pathTo('runs', made.run_id));
}
