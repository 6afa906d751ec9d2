import { access, constants, stat } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Places } from '../runtime/project/places.ts';
import type { Check } from '../views/check-list.ts';

const CHECKED = {
  sessions: 'sessionsDir',
  worktrees: 'worktreesDir',
  archive: 'archiveDir',
  outputs: 'outputsDir',
  plans: 'plansDir',
} as const satisfies Readonly<Record<string, keyof Places>>;

/** Each folder that a setting names and that cannot serve. One that is not there yet is made when needed. */
export async function checkPlaces(places: Places): Promise<readonly Check[]> {
  const checks = await Promise.all(
    Object.entries(CHECKED).map(async ([name, place]): Promise<Check | null> => {
      const problem = await problemOf(places[place]);
      if (problem === null) return null;
      const found = `${relative(places.root, places[place])} ${problem}`;
      return { name: `paths.${name}`, is: 'bad', found, remedy: 'swarm config show' };
    }),
  );
  return checks.filter((check) => check !== null);
}

async function problemOf(folder: string): Promise<string | null> {
  const found = await stat(folder).catch(() => null);
  if (found === null) return null;
  if (!found.isDirectory()) return 'is not a folder';
  return access(folder, constants.W_OK).then(
    () => null,
    () => 'cannot be written to',
  );
}
