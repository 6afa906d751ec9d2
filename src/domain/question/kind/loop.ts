import { GO_ON, STOP } from '../answers.ts';
import { isOffered, type KindRow } from '../question-kind.ts';
import type { NoPayload } from './interrupt.ts';

type LoopQuestionFacts = Readonly<{ loopId: string }> &
  Readonly<{ failures: number; reasonText: string | null } | { workId: string; problem: string }>;

/** A loop failed too often in a row, or cannot begin its next work. */
export const loop: KindRow<NoPayload, LoopQuestionFacts> = {
  word: (about) => ({ text: textOf(about), options: [GO_ON, STOP], payload: {} }),
  effect: (asked, answer) =>
    isOffered(asked, answer) ? { do: 'tell-loop', isStop: answer === STOP, told: null } : null,
  asker: () => ({ is: 'loop' }),
  closes: 'loop',
  process: 'none',
  topic: 'loop',
};

function textOf(about: LoopQuestionFacts): string {
  if ('problem' in about) return `Loop ${about.loopId} cannot begin ${about.workId}: ${about.problem}`;
  const { loopId, failures, reasonText } = about;
  const inARow = failures === 1 ? '1 failure' : `${failures} failures in a row`;
  return `${inARow} stopped loop ${loopId}. The last: ${reasonText ?? 'without a word'}`;
}
