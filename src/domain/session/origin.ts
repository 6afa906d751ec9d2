import type { Turn } from '../turn/turn.ts';
import type { Session } from './session.ts';

/** The session whose conversation this one begins with; null for one of its own. */
export const originOf = ({
  continues,
  forkedFrom,
}: Pick<Session, 'continues' | 'forkedFrom'>): string | null => continues ?? forkedFrom;

/** A successor that was given its task anew remembers nothing of the one before. */
export const beginsAnew = (turns: readonly Pick<Turn, 'kind' | 'number'>[]): boolean =>
  turns.find(({ number }) => number === 1)?.kind === 'prompt';

/** What is known of the work of the sessions before, for an agent that cannot remember it. */
export type Earlier = Readonly<{
  task: string;
  /** What they were told besides the task, oldest first. */
  told: readonly string[];
  lastWords: string | null;
}>;

type EarlierSession = Readonly<{ turns: readonly Turn[]; lastWords: string | null }>;

/** `sessions`: those before, oldest first, each with what is known of it. */
export const earlierOf = (task: string, sessions: readonly EarlierSession[]): Earlier => ({
  task,
  told: sessions.flatMap(({ turns }) => turns.filter(saysMore).map(({ body }) => body)),
  lastWords: sessions.findLast(({ lastWords }) => lastWords !== null)?.lastWords ?? null,
});

const TELLING: ReadonlySet<Turn['kind']> = new Set(['message', 'steer', 'answer', 'correction']);

/** A turn that told an agent something besides its task, and that came to its end. */
export const saysMore = ({ kind, state }: Pick<Turn, 'kind' | 'state'>): boolean =>
  state === 'done' && TELLING.has(kind);
