import type { JSX } from 'preact';
import type { WorkflowListAnswer } from '../../src/contract/answer/workflow.ts';
import { ask } from '../api/ask.ts';
import { useAnswer } from '../api/resource.ts';
import { isNewOpen } from '../shell/dialogs.ts';
import { Field, Form } from '../shell/form.tsx';
import { Shown } from '../shell/page.tsx';
import { pathTo } from '../shell/path-to.ts';
import { navigate } from '../shell/router.ts';
import { told } from '../shell/toast.tsx';

/** A workflow for one goal. */
export function NewRun(): JSX.Element {
  const list = useAnswer('workflow.list', {}, { kinds: [] });
  return (
    <Shown of={list}>
      {({ workflows }) => <Choices workflows={workflows.filter(({ problems }) => problems.length === 0)} />}
    </Shown>
  );
}

const Choices = ({ workflows }: Pick<WorkflowListAnswer, 'workflows'>): JSX.Element => (
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

async function start({ workflow = '', goal = '' }: Record<string, string>): Promise<void> {
  const made = await told(ask('run.start', { workflow, goal }), 'Started');
  if (made === null) return;
  isNewOpen.value = false;
  navigate(pathTo('runs', made.run_id));
}
