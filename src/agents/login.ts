import type { LoginObservation, StartContext, StartFile, StartFiles } from '../domain/agent/obstacle.ts';

/** Where a CLI may have its login from. Files are only checked for presence, never opened. */
export type LoginSources = Readonly<{
  variables: readonly string[];
  files: (at: StartContext) => readonly string[];
  /** Why finding nothing is no proof that there is no login. */
  why: string;
}>;

export const loginFiles = (sources: LoginSources, at: StartContext): readonly StartFile[] =>
  sources.files(at).map((path) => ({ path, look: 'exists' }));

/** The evidence of a login. Its absence proves nothing: these CLIs know ways that leave no trace. */
export function loginBy(sources: LoginSources, at: StartContext, seen: StartFiles): LoginObservation {
  const variable = sources.variables.find((name) => (at.env[name] ?? '') !== '');
  const file = sources.files(at).find((path) => (seen[path] ?? null) !== null);
  const by = variable ?? file;
  return by === undefined ? { is: 'unknown', why: sources.why } : { is: 'found', by };
}

/** The folder that a person may have moved by a variable. */
export const folderOf = ({ env, home }: StartContext, variable: string, usual: string): string =>
  env[variable] || `${env.HOME || home}/${usual}`;
