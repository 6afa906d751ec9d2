import type { Obstacle } from '../agent/obstacle.ts';
import type { Question } from './question.ts';

/** What a person may say when an agent CLI would be held up at its start. */
export const START_ANSWERS = ['look again', 'start anyway', 'stop'] as const;

type Asked = Pick<Question, 'kind' | 'askingKey' | 'requestId' | 'input' | 'answer'>;

/** Asked by Swarm before a process is there: nobody waits for its answer but the session. */
export const isStartQuestion = ({ kind, askingKey, requestId, input }: Asked): boolean =>
  kind === 'escalation' && askingKey === null && requestId === null && input !== null;

/** What the person has not said "start anyway" to. What nobody can be sure of holds up no start. */
export function decideHolds(found: readonly Obstacle[], questions: readonly Asked[]): readonly Obstacle[] {
  const accepted = new Set(
    questions
      .filter((question) => isStartQuestion(question) && question.answer === 'start anyway')
      .flatMap(({ input }) => JSON.parse(input ?? '[]') as readonly string[]),
  );
  return found.filter(({ code, isCertain }) => isCertain && !accepted.has(code));
}

type Held = Readonly<{ cli: string; obstacles: readonly Obstacle[] }>;

/** The words of the question, and the codes that its answer is about. */
export function wordStart({ cli, obstacles }: Held): Pick<Question, 'kind' | 'text' | 'options' | 'input'> {
  const holds = obstacles.map(({ what, remedy }) => `${what}. Remedy: ${remedy}.`);
  const mends = obstacles.some(({ fix }) => fix !== null)
    ? ['"swarm doctor --fix" offers to change what a file can settle.']
    : [];
  const ways = 'Look again once it is mended, or start anyway and answer its dialogs with "swarm attach".';
  return {
    kind: 'escalation',
    text: [`"${cli}" would be held up before its first turn.`, ...holds, ...mends, ways].join('\n'),
    options: START_ANSWERS,
    input: JSON.stringify(obstacles.map(({ code }) => code)),
  };
}
