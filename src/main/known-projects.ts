import { existsSync } from 'node:fs';
import type { KnownProjects } from '../app/project/list-projects.ts';
import type { ListProjects } from '../contract/project.ts';
import { accept } from '../domain/outcome.ts';
import { loadConfig } from '../runtime/config/load-config.ts';
import { projectPaths } from '../runtime/project/project-paths.ts';
import { listProjects, noteProject } from '../runtime/project/registry.ts';
import { isTrusted } from '../runtime/project/trust.ts';
import { troubleOfError, troubleOfRefusal } from '../views/error-text.ts';
import type { ProjectLook } from '../views/project-list.ts';
import type { Env } from './project.ts';
import { openApp } from './wire.ts';

/** The projects of this person, each opened for a look and closed again. */
export const knownProjects = (env: Env): KnownProjects => ({
  note: async (root) => noteProject(projectPaths(root).root, env),
  list: async () => listProjects(env),
  observe: (root, wanted) => look(root, withoutSettings(env), wanted),
});

/** What this command was told of one project, its database above all, is not meant for the others. */
const withoutSettings = (env: Env): Env =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('SWARM_') || name === 'SWARM_RUNTIME_DIR'),
  );

async function look(root: string, env: Env, wanted: ListProjects): Promise<ProjectLook> {
  const without = (problem: string): ProjectLook => ({ root, view: null, problem });
  if (!isTrusted(root, env)) return without('Not trusted, so it is not read: swarm trust');
  try {
    if (!(await hasStore(root, env))) return without('No sessions yet');
    const app = await openApp(root, env, { admit: async () => accept(null) });
    try {
      const seen = await app.ask('session.overview', { ...wanted, words: false });
      return seen.ok
        ? { root, view: seen.value, problem: null }
        : without(troubleOfRefusal(seen.refusal).message);
    } finally {
      await app.close();
    }
  } catch (error) {
    return without(`Cannot be read: ${troubleOfError(error).message}`);
  }
}

/** A look makes no store where there is none. */
async function hasStore(root: string, env: Env): Promise<boolean> {
  const { config } = await loadConfig({ root, env });
  return config.store !== null || existsSync(projectPaths(root, config.paths).dbFile);
}
