import { isOffered, type KindRow } from '../question-kind.ts';

/** `number`: which question of the run's program it is. */
export type RunPayload = Readonly<{ number: number }>;
type RunQuestionFacts = RunPayload & Readonly<{ text: string; options: readonly string[] }>;

/** The program of a run asks how the run goes on. */
export const run: KindRow<RunPayload, RunQuestionFacts> = {
  word: ({ number, text, options }) => ({ text, options, payload: { number } }),
  effect: (asked, answer) =>
    isOffered(asked, answer) ? { do: 'tell-run', number: asked.payload.number } : null,
  asker: () => ({ is: 'run' }),
  closes: 'run',
  process: 'none',
  topic: 'escalation',
};
