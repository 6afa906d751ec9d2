import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { SessionStatusAnswer } from '../../src/contract/answer/session.ts';
import { Dialog } from '../shell/dialog.tsx';
import { Field, Form } from '../shell/form.tsx';
import { pathTo } from '../shell/path-to.ts';
import { navigate } from '../shell/router.ts';
import { say, told } from '../shell/toast.tsx';
import { OFFERS, type Offer } from './offers.ts';
import { type Action, actionsFor } from './permitted.ts';

const LOOKS: Partial<Readonly<Record<Action, string>>> = {
  stop: 'danger',
  drop: 'danger',
  accept: 'primary',
};

/** What a person may do about a session: steer one at work, decide about one that is over. */
export const SessionActions = ({ session }: Readonly<{ session: SessionStatusAnswer }>): JSX.Element => (
  <>
    {actionsFor(session).map((action) => (
      <Offered
        key={action}
        offer={OFFERS[action]}
        sessionId={session.session_id}
        look={LOOKS[action] ?? ''}
      />
    ))}
  </>
);

type OfferedProps = Readonly<{ offer: Offer; sessionId: string; look: string }>;

function Offered({ offer, sessionId, look }: OfferedProps): JSX.Element {
  const isOpen = useSignal(false);
  const isBusy = useSignal(false);
  const run = async (words: string): Promise<void> => {
    if (isBusy.value) return;
    isBusy.value = true;
    const done = await told(offer.run(sessionId, words));
    isBusy.value = false;
    if (done === null) return;
    isOpen.value = false;
    say(done.words, done.isProblem);
    if (done.sessionId !== undefined) navigate(pathTo('sessions', done.sessionId));
  };
  const press = (): void => {
    if (offer.consequence === undefined) void run('');
    else isOpen.value = true;
  };
  return (
    <>
      <button type="button" class={look} disabled={isBusy.value} onClick={press}>
        {offer.label}
      </button>
      <Dialog title={offer.label} isOpen={isOpen}>
        <Form button={offer.label} submit={({ words = '' }) => run(words)}>
          <p>{offer.consequence}</p>
          {offer.words !== undefined && (
            <Field label={offer.words.label}>
              <textarea name="words" rows={3} required={offer.words.isOptional !== true} />
            </Field>
          )}
        </Form>
      </Dialog>
    </>
  );
}
