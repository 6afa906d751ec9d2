import { WAIT } from '../question/kind/takeover.ts';
import { effectOf, holderOf } from '../question/kinds.ts';
import type { Question } from '../question/question.ts';
import type { Participant } from './participant.ts';

/** A person who said to wait is asked again after this, if the holder is still in the way. */
const WAIT_MS = 5 * 60_000;

type Silence = Pick<Participant, 'id' | 'seenAt'>;

/** Whether the question is about this silence of this holder. */
const isAbout = (question: Question, { id, seenAt }: Silence): boolean => {
  const about = holderOf(question);
  return about?.holder === id && about.seenAt === seenAt;
};

/**
 * Which question about this silence is to be asked now, counted from 0; null for none. There is one at a
 * time, and another one only after a person said to wait.
 */
export function decideTakeoverAsk(holder: Silence, all: readonly Question[], now: number): number | null {
  const asked = all.filter((question) => isAbout(question, holder));
  const mayAskAgain = ({ answer, answeredAt }: Question): boolean =>
    answer === WAIT && now - (answeredAt ?? now) >= WAIT_MS;
  return asked.every(mayAskAgain) ? asked.length : null;
}

export type TakeoverMove = 'rest' | 'withdraw' | 'take-over' | 'settle';

/** What becomes of a question about a holder that has stirred, ended, or is as quiet as it was. */
export function decideTakeoverMove(question: Question, holder: Participant | undefined): TakeoverMove {
  const isQuiet = holder?.state === 'active' && isAbout(question, holder);
  if (question.state === 'open') return isQuiet ? 'rest' : 'withdraw';
  if (effectOf(question).do !== 'take-over') return 'settle';
  return isQuiet ? 'take-over' : 'withdraw';
}
