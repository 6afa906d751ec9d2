import type { JSX } from 'preact';
import type { PlanListAnswer } from '../../src/contract/answer/plan.ts';
import { ask } from '../api/ask.ts';
import { useAnswer } from '../api/resource.ts';
import { isNewOpen } from '../shell/dialogs.ts';
import { Field, Form } from '../shell/form.tsx';
import { Shown } from '../shell/page.tsx';
import { pathTo } from '../shell/path-to.ts';
import { navigate } from '../shell/router.ts';
import { told } from '../shell/toast.tsx';

/** A plan of the project, as it is. */
export function NewPlanRun(): JSX.Element {
  const list = useAnswer('plan.list', {}, { kinds: [] });
  return (
    <Shown of={list}>
      {({ plans }) => <Choices plans={plans.filter(({ findings }) => findings === 0)} />}
    </Shown>
  );
}

function Choices({ plans }: Pick<PlanListAnswer, 'plans'>): JSX.Element {
  if (plans.length === 0)
    return <p class="none">No plan of this project can be run. "swarm plan new" makes one.</p>;
  return (
    <Form button="Run" submit={start}>
      <Field label="Plan">
        <select name="plan" required>
          {plans.map(({ name, goal, tasks }) => (
            <option key={name} value={name} title={goal ?? ''}>
              {name} ({tasks} tasks)
            </option>
          ))}
        </select>
      </Field>
    </Form>
  );
}

async function start({ plan = '' }: Record<string, string>): Promise<void> {
  const made = await told(ask('plan.run', { plan }), 'Started');
  if (made === null) return;
  isNewOpen.value = false;
  navigate(pathTo('runs', made.run_id));
}
