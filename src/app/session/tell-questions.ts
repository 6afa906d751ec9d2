import type { AskedProgress } from '../../domain/question/asked-progress.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Race } from '../../domain/race/race.ts';
import type { Store } from '../../store/store.ts';
import { listRunQuestions } from '../run/run-questions.ts';

type Awaited = Readonly<{ sessions: readonly string[]; runs: readonly string[]; races?: readonly string[] }>;
type Teller = Readonly<{ store: Store; tell: (progress: AskedProgress) => void }>;

/** Tells of each open question of these sessions and runs, once, however often it is called. */
export function questionTeller({ store, tell }: Teller, awaited: Awaited): () => Promise<void> {
  const told = new Set<string>();
  return async () => {
    for (const question of await listOpen(store, awaited)) {
      if (told.has(question.id)) continue;
      told.add(question.id);
      tell({ is: 'asked', question });
    }
  };
}

async function listOpen(store: Store, { sessions, runs, races = [] }: Awaited): Promise<readonly Question[]> {
  const found = await Promise.all(races.map((id) => store.findRace(id)));
  const own = new Set([...sessions, ...found.flatMap((race) => (race ? sessionsOf(race) : []))]);
  const asked = new Set(found.map((race) => race?.questionId));
  const open = await store.listQuestions({ state: 'open' });
  const lists = await Promise.all(runs.map((runId) => listRunQuestions(store, runId, { state: 'open' })));
  const isOwn = ({ id, sessionId }: Question): boolean =>
    asked.has(id) || (sessionId !== null && own.has(sessionId));
  return [...open.filter(isOwn), ...lists.flat()];
}

const sessionsOf = ({ rivals, judgeId }: Race): readonly string[] => [
  ...rivals.map(({ sessionId }) => sessionId),
  ...(judgeId === null ? [] : [judgeId]),
];
