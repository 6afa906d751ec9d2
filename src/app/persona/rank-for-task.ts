import * as z from 'zod/mini';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { choosePersona } from '../../domain/persona/choose-persona.ts';
import { AUTO, type Persona } from '../../domain/persona/persona.ts';
import { type PastSuccess, rankPersonas } from '../../domain/persona/rank-personas.ts';
import { type RankedPersonas, rankedPersonasJson } from '../../views/persona-ranking.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';

export type RankDeps = Readonly<{
  findPersona: (name: string) => Promise<Outcome<Persona>>;
  listPersonas: () => Promise<Readonly<{ personas: readonly Persona[] }>>;
}>;

const RankForTask = z.object({ task: z.string().check(z.regex(/\S/, 'expected a task')) });
type RankForTask = z.infer<typeof RankForTask>;

/** Which personas fit a task, by their words and by how their sessions ended. No model is asked. */
async function rankForTask(
  deps: RankDeps & Pick<VerbDeps, 'store'>,
  { task }: RankForTask,
): Promise<Outcome<RankedPersonas>> {
  const auto = await deps.findPersona(AUTO);
  if (!auto.ok && auto.refusal.code === 'persona-broken') return auto;
  // The scripted one that ships plays whatever it is given: no task asks for it by its words.
  const candidates = (await deps.listPersonas()).personas.filter(
    ({ source, name }) => source !== 'shipped' || name !== SCRIPTED,
  );
  const history = new Map<string, PastSuccess>();
  for (const { name } of candidates) {
    const { completed = 0, failed = 0 } = await deps.store.countSessions({ persona: name });
    history.set(name, { completed, failed });
  }
  const ranking = rankPersonas(task, candidates, history);
  return accept({ ranking, choice: choosePersona(ranking) });
}

const SCRIPTED = 'rehearsal';

export const rankForTaskVerb = verb({
  name: 'persona.rank',
  summary: 'Rank the personas for a task',
  asks: 'anyone',
  reads: true,
  input: RankForTask,
  answer: async () => (await import('../../contract/answer/persona.ts')).RankedPersonasAnswer,
  run: rankForTask,
  json: rankedPersonasJson,
});
