import type { LoginSight, StartFile, StartFiles, StartPlace } from '../domain/agent/obstacle.ts';

/** Where a CLI may have its login from. Files are only checked for presence, never opened. */
export type LoginPlaces = Readonly<{
  variables: readonly string[];
  files: (at: StartPlace) => readonly string[];
  /** Why finding nothing is no proof that there is no login. */
  why: string;
}>;

export const loginFiles = (places: LoginPlaces, at: StartPlace): readonly StartFile[] =>
  places.files(at).map((path) => ({ path, look: 'exists' }));

/** The evidence of a login. Its absence proves nothing: these CLIs know ways that leave no trace. */
export function loginBy(places: LoginPlaces, at: StartPlace, seen: StartFiles): LoginSight {
  const variable = places.variables.find((name) => (at.env[name] ?? '') !== '');
  const file = places.files(at).find((path) => (seen[path] ?? null) !== null);
  const by = variable ?? file;
  return by === undefined ? { is: 'unknown', why: places.why } : { is: 'found', by };
}

/** The folder that a person may have moved by a variable. */
export const folderOf = ({ env, home }: StartPlace, variable: string, usual: string): string =>
  env[variable] || `${env.HOME || home}/${usual}`;
