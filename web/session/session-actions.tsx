import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { SessionStatusAnswer } from '../../src/contract/answer/session.ts';
import { ask, type Reply } from '../api/ask.ts';
import { Dialog } from '../shell/dialog.tsx';
import { Field, Form } from '../shell/form.tsx';
import { told } from '../shell/toast.tsx';
import { type Action, actionsFor } from './permitted.ts';

type Offer = Readonly<{
  label: string;
  done: string;
  /** What the person is told before; left out: it is done at once. */
  consequence?: string;
  /** The name of the text that the person gives along. */
  words?: string;
  run: (sessionId: string, words: string) => Promise<Reply<unknown>>;
}>;

const OFFERS: Readonly<Record<Action, Offer>> = {
  interrupt: {
    label: 'Interrupt',
    done: 'Interrupted',
    consequence: 'Its process ends, and it waits with a question until you answer.',
    words: 'Reason',
    run: (session_id, reason) => ask('session.interrupt', { session_id, reason }),
  },
  wake: {
    label: 'Try again now',
    done: 'It tries again',
    run: (session_id) => ask('session.resume', { session_id }),
  },
  'take-over': {
    label: 'Take over',
    done: 'It is on a screen now: see its terminal',
    consequence: 'Its process ends, and the same conversation opens on a screen for you.',
    run: (session_id) => ask('session.take-over', { session_id }),
  },
  'hand-back': {
    label: 'Hand back',
    done: 'It works by itself again',
    run: (session_id) => ask('session.hand-back', { session_id }),
  },
  stop: {
    label: 'Stop',
    done: 'Stopped',
    consequence: 'The session ends for good. Its branch and its files are kept.',
    run: (session_id) => ask('session.kill', { session_id, reason: 'asked on the dashboard' }),
  },
};

export const SessionActions = ({ session }: Readonly<{ session: SessionStatusAnswer }>): JSX.Element => (
  <>
    {actionsFor(session).map((action) => (
      <Offered
        key={action}
        offer={OFFERS[action]}
        sessionId={session.session_id}
        isGrave={action === 'stop'}
      />
    ))}
  </>
);

type OfferedProps = Readonly<{ offer: Offer; sessionId: string; isGrave: boolean }>;

function Offered({ offer, sessionId, isGrave }: OfferedProps): JSX.Element {
  const isOpen = useSignal(false);
  const run = async (words: string): Promise<void> => {
    isOpen.value = (await told(offer.run(sessionId, words), offer.done)) === null && isOpen.value;
  };
  const press = (): void => {
    if (offer.consequence === undefined) void run('');
    else isOpen.value = true;
  };
  return (
    <>
      <button type="button" class={isGrave ? 'danger' : ''} onClick={press}>
        {offer.label}
      </button>
      <Dialog title={offer.label} isOpen={isOpen}>
        <Form button={offer.label} submit={({ words = '' }) => run(words)}>
          <p>{offer.consequence}</p>
          {offer.words !== undefined && (
            <Field label={offer.words}>
              <input name="words" type="text" required />
            </Field>
          )}
        </Form>
      </Dialog>
    </>
  );
}
