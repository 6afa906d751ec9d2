import type { Check } from './check-list.ts';
import { okCheck } from './health-checks.ts';
import { renderMinuteZoned } from './time.ts';

/** A whole copy of the store. */
export type CopyObservation = Readonly<{ file: string; at: number; bytes: number }>;

const KB = 1024;

/** The newest copy, and the way back to it. Null: the store has a server, with backups of its own. */
export function checkCopies(copies: readonly CopyObservation[] | null): Check {
  const note = (found: string): Check => ({ name: 'backups', is: 'note', found, remedy: '' });
  if (copies === null) return note('Swarm makes none of Postgres: use pg_dump, or what your server has');
  const [newest] = copies;
  if (newest === undefined) return note('none yet: the supervisor makes one a day, in .swarm/backups/');
  const size = `${Math.ceil(newest.bytes / KB)} KB`;
  const way = 'swarm supervisor stop; mkdir .swarm/lost; mv .swarm/swarm.db* .swarm/lost/; cp';
  const found = `${copies.length}, newest of ${renderMinuteZoned(newest.at)}, ${size}`;
  return okCheck('backups', `${found}; to bring it back: ${way} ${newest.file} .swarm/swarm.db`);
}

const SHOWN = 3;

/** Nothing where every folder has its row. */
export function checkLeft(paths: readonly string[]): readonly Check[] {
  if (paths.length === 0) return [];
  const more = paths.length > SHOWN ? `, and ${paths.length - SHOWN} more` : '';
  const found = `${paths.length} without a row, kept: ${paths.slice(0, SHOWN).join(', ')}${more}`;
  return [{ name: 'session folders', is: 'warn', found, remedy: 'swarm doctor --repair' }];
}
