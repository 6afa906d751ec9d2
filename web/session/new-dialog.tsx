import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { NewPlanRun } from '../run/new-plan-run.tsx';
import { NewRun } from '../run/new-run.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { isNewOpen } from '../shell/dialogs.ts';
import { NewSession } from './new-session.tsx';

const KINDS = { Session: NewSession, Workflow: NewRun, Plan: NewPlanRun } as const;
type Kind = keyof typeof KINDS;

/** Starts a session, a workflow or a plan. */
export const NewDialog = (): JSX.Element => (
  <Dialog title="New" isOpen={isNewOpen}>
    <Choice />
  </Dialog>
);

function Choice(): JSX.Element {
  const kind = useSignal<Kind>('Session');
  const Form = KINDS[kind.value];
  return (
    <>
      <fieldset class="choices" aria-label="What to start">
        {(Object.keys(KINDS) as Kind[]).map((name) => (
          <button
            type="button"
            key={name}
            class="choice"
            aria-pressed={kind.value === name}
            onClick={() => {
              kind.value = name;
            }}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <Form />
    </>
  );
}
