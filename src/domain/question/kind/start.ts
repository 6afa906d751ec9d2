import type { Obstacle } from '../../agent/obstacle.ts';
import { LOOK_AGAIN, STOP } from '../answers.ts';
import type { Question } from '../question.ts';
import { isOffered, type KindRow } from '../question-kind.ts';

/** `codes`: the obstacles that the answer is about. */
export type StartPayload = Readonly<{ codes: readonly string[] }>;
type StartQuestionFacts = Readonly<{ cli: string; obstacles: readonly Obstacle[] }>;

const START_ANYWAY = 'start anyway';

/** A dialog would hold the agent CLI up before its first turn, so no process was started. */
export const start: KindRow<StartPayload, StartQuestionFacts> = {
  word: ({ cli, obstacles }) => ({
    text: textOf(cli, obstacles),
    options: [LOOK_AGAIN, START_ANYWAY, STOP],
    payload: { codes: obstacles.map(({ code }) => code) },
  }),
  effect: (asked, answer) => {
    if (!isOffered(asked, answer)) return null;
    if (answer !== STOP) return { do: 'next-attempt' };
    return { do: 'end-session', ending: 'killed', reason: 'asked', text: 'stopped before its start' };
  },
  asker: () => ({ is: 'session' }),
  closes: 'session',
  process: 'none',
  topic: 'escalation',
  concernsAll: () => true,
};

function textOf(cli: string, obstacles: readonly Obstacle[]): string {
  const causes = obstacles.map(({ what, remedy }) => `${what}. Remedy: ${remedy}.`);
  const mends = obstacles.some(({ fix }) => fix !== null)
    ? ['"swarm doctor --fix" offers to change what a file can settle.']
    : [];
  const ways = 'Look again once it is mended, or start anyway and answer its dialogs with "swarm attach".';
  return [`"${cli}" would be held up before its first turn.`, ...causes, ...mends, ways].join('\n');
}

/** What the person has not said "start anyway" to. An obstacle that is not certain holds up no start. */
export function decideObstacles(
  found: readonly Obstacle[],
  questions: readonly Question[],
): readonly Obstacle[] {
  const accepted = new Set(questions.flatMap(acceptedCodes));
  return found.filter(({ code, isCertain }) => isCertain && !accepted.has(code));
}

const acceptedCodes = (question: Question): readonly string[] =>
  question.kind === 'start' && question.answer === START_ANYWAY ? question.payload.codes : [];
