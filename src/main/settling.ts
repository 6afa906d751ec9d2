import { join } from 'node:path';
import type { VerbDeps } from '../app/deps.ts';
import type { SettleDeps } from '../app/session/resolve-session.ts';
import { findPersona } from '../runtime/persona/find-persona.ts';
import { findProgram } from '../runtime/process/find-program.ts';
import { agentNamed } from './agent-named.ts';
import { checkMachine } from './check-machine.ts';
import { type Project, packageDir } from './project.ts';
import { readAgentFile } from './read-agent-file.ts';
import type { Runtime } from './wire-runtime.ts';

export type Around = Readonly<{
  project: Pick<Project, 'places' | 'config'>;
  runtime: Runtime;
  /** Where programs are looked for. */
  path: string;
}>;

export const personaPlaces = ({ places, config }: Around['project']) => ({
  root: places.root,
  agents: config.paths.agents,
  shipped: join(packageDir(), 'agents'),
});

/** What is needed to say whether a session can be had on this machine. */
export function settleDeps(deps: VerbDeps, { project, runtime, path }: Around): SettleDeps {
  const personas = personaPlaces(project);
  return {
    ...deps,
    findPersona: (name) => findPersona(personas, name),
    findAgent: agentNamed,
    checkMachine: (needs) => checkMachine(runtime, needs),
    hasProgram: async (name) => (await findProgram(path, name)) !== null,
    readAgentFile: (path) => readAgentFile(project.places.root, path),
    checkSchema: async (text) => (await import('../runtime/result/json-schema.ts')).checkSchema(text),
  };
}

const BYTES_PER_MB = 1_048_576;

export const templatePlaces = ({ places, config }: Around['project']) => ({
  root: places.root,
  shipped: join(packageDir(), 'templates'),
  limitBytes: config.limits.promptMb * BYTES_PER_MB,
});
