import { onTestFinished } from 'vitest';
import { answers } from './answers.ts';
import { type Answers, type StandIn, startStandIn } from './stand-in.ts';

/** A small project at work, served until the test is over; `more` are answers of the test's own. */
export async function serve(more: Answers = {}): Promise<StandIn> {
  const standIn = await startStandIn({ ...answers(), ...more });
  onTestFinished(standIn.close);
  return standIn;
}

export const askedOf = ({ asked }: StandIn, verb: string): unknown[] =>
  asked.filter((one) => one.verb === verb).map(({ input }) => input);
