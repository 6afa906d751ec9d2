import type { RunMessageAnswer } from '../../src/contract/answer/message.ts';

/** A message from one lane to others, by their numbers from the left; to none where it reached nobody. */
export type Step = Readonly<{ message: RunMessageAnswer; from: number; to: readonly number[] }>;
export type Sequence = Readonly<{ lanes: readonly string[]; steps: readonly Step[] }>;

/** A lane for each role, in the order in which they first wrote or were written to. */
export function laySequence(messages: readonly RunMessageAnswer[]): Sequence {
  const lanes = [...new Set(messages.flatMap((message) => [message.from, ...targetsOf(message)]))];
  const places = new Map(lanes.map((name, index) => [name, index]));
  const placeOf = (name: string): number => places.get(name) ?? 0;
  const steps = messages.map((message) => ({
    message,
    from: placeOf(message.from),
    to: targetsOf(message).map(placeOf),
  }));
  return { lanes, steps };
}

/** Who got it: where nobody is named, the workflow has said where it goes. */
const targetsOf = ({ to, deliveries }: RunMessageAnswer): readonly string[] =>
  to === null ? [...new Set(deliveries.map(({ role }) => role))] : [to];
