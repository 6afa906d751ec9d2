import type { Ask, InputOf, ValueOf } from '../app/verbs.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Refusal } from '../domain/refusal.ts';

type Self = ValueOf<'participant.whoami'>;

/** How an agent that a person started by hand takes part: under a name of its own, from its first act on. */
export type Participation = Readonly<{
  /** Who it is; it joins if it has not. One that was ended by others is told so instead. */
  ensure: () => Promise<Outcome<Self>>;
  /** Joins under a name of its choice, also after it was ended. */
  join: (input: InputOf<'participant.join'>) => Promise<Outcome<Self>>;
  /** Leaves, if it joined here. */
  leave: () => Promise<void>;
}>;

export function openParticipation(ask: Ask): Participation {
  let hasJoined = false;
  let last: Promise<unknown> = Promise.resolve();
  const join = async (input: InputOf<'participant.join'>): Promise<Outcome<Self>> => {
    const before = await ask('participant.whoami', {});
    const joined = await ask('participant.join', input);
    if (joined.ok && !before.ok) hasJoined = true;
    return joined.ok ? ask('participant.whoami', {}) : joined;
  };
  const ensure = async (): Promise<Outcome<Self>> => {
    const self = await ask('participant.whoami', {});
    return self.ok || !mayJoin(self.refusal) ? self : join({});
  };
  // One after the other: a client may call many tools at once, and all of them are one participant.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    ensure: () => inTurn(ensure),
    join: (input) => inTurn(() => join(input)),
    leave: () =>
      inTurn(async () => {
        if (hasJoined) await ask('participant.leave', {});
      }),
  };
}

const mayJoin = (refusal: Refusal): boolean =>
  refusal.code === 'not-joined' || (refusal.code === 'participant-ended' && refusal.reason === 'left');
