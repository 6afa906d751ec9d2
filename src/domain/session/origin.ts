import type { Turn } from '../turn/turn.ts';
import type { Session } from './session.ts';

/** The session whose conversation this one begins with; null for one of its own. */
export const originOf = ({
  continues,
  forkedFrom,
}: Pick<Session, 'continues' | 'forkedFrom'>): string | null => continues ?? forkedFrom;

/** What is known of the work of the sessions before, for an agent that cannot remember it. */
export type Earlier = Readonly<{
  task: string;
  /** What they were told besides the task, oldest first. */
  told: readonly string[];
  lastWords: string | null;
}>;

type Known = Readonly<{ turns: readonly Turn[]; lastWords: string | null }>;

/** `sessions`: those before, oldest first, each with what is known of it. */
export const earlierOf = (task: string, sessions: readonly Known[]): Earlier => ({
  task,
  told: sessions.flatMap(({ turns }) => turns.filter(saysMore).map(({ body }) => body)),
  lastWords: sessions.findLast(({ lastWords }) => lastWords !== null)?.lastWords ?? null,
});

const TELLING: ReadonlySet<Turn['kind']> = new Set(['message', 'steer', 'answer', 'correction']);

/** A turn that told an agent something besides its task, and that came to its end. */
export const saysMore = ({ kind, state }: Pick<Turn, 'kind' | 'state'>): boolean =>
  state === 'done' && TELLING.has(kind);
