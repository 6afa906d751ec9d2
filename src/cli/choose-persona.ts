import { UsageError } from '../contract/usage-error.ts';
import type { Outcome } from '../domain/outcome.ts';
import { namesOf, type RankedPersonas, renderRanking } from '../views/persona-ranking.ts';
import { answered, refused } from './command.ts';
import type { Host } from './host.ts';
import type { Io } from './io.ts';

const AUTO = 'auto';

type Wish = Readonly<{
  persona: string;
  tasks: readonly { prompt: string }[];
  /** The best is taken without a question. */
  isSure: boolean;
}>;
type Chosen = Readonly<{ persona: string; chosen: RankedPersonas | null }>;

/** The persona that was named; for `auto` the one that fits the task best, shown with the reasons. */
export async function choosePersona(host: Host, wish: Wish, io: Io): Promise<Outcome<Chosen>> {
  const { persona, tasks, isSure } = wish;
  if (persona !== AUTO) return answered({ persona, chosen: null });
  const [task, ...others] = tasks;
  if (task === undefined || others.length > 0)
    throw new UsageError('auto picks a persona for one task: give -m once', { key: 'persona' });
  const ranked = await host.ask('persona.rank', { task: task.prompt });
  if (!ranked.ok) return ranked;
  const { choice } = ranked.value;
  io.warn(`${renderRanking(ranked.value)}\n`);
  if (choice.is === 'none') return refused({ code: 'no-persona-fits', names: choice.names });
  const [best = ''] = namesOf(choice);
  if (choice.is === 'clear' || isSure) return take(best, ranked.value, io);
  if (io.isJson || !io.isTerminal || host.attempt !== null)
    return refused({ code: 'personas-tied', names: choice.names });
  const said = (await io.askLine(`Which one? ${choice.names.join(', ')} [${best}]: `)).trim() || best;
  if (choice.names.includes(said)) return take(said, ranked.value, io);
  return refused({ code: 'personas-tied', names: choice.names });
}

function take(persona: string, chosen: RankedPersonas, io: Io): Outcome<Chosen> {
  io.warn(`ℹ️  Picked ${persona}\n`);
  return answered({ persona, chosen });
}
