import * as z from 'zod/mini';
import { CONFIG_FILE } from '../../contract/config.ts';
import { renderConfigSchema } from '../../contract/config-schema.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Runnable } from '../../domain/trust/runnable.ts';
import { decideProvisioning } from '../../domain/workspace/provisioning.ts';
import type { NewProject, Touched } from '../../runtime/project/new-project.ts';
import { EXAMPLE_PERSONA } from '../../views/example-persona.ts';
import { folderVerb } from '../verb.ts';
import type { KnownProjectsDeps } from './list-projects.ts';
import type { TrustDeps } from './trust-deps.ts';

const SCHEMA_FILE = '.swarm/swarm.config.schema.json';
const EXAMPLE_FILE = 'example/example-agent.md';

export type InitDeps = TrustDeps & KnownProjectsDeps & Readonly<{ newProject: () => Promise<NewProject> }>;
export type InitialProject = Readonly<{
  root: string;
  touched: readonly Touched[];
  isTrusted: boolean;
  /** What was there before, and would run. */
  runnables: readonly Runnable[];
}>;

/**
 * Makes what a project needs where it is missing, and nothing else. Where there was nothing for Swarm to run,
 * what it will run is the person's own.
 */
export async function initProject({
  newProject,
  trust,
  projects,
}: InitDeps): Promise<Outcome<InitialProject>> {
  const project = await newProject();
  const { origin, runnables } = await trust.observe();
  const isOwn = runnables.every(({ by }) => by !== 'swarm');
  const workspace = await decideProvisioning(project.has);
  const settings = {
    $schema: `./${SCHEMA_FILE}`,
    ...(Object.keys(workspace).length > 0 ? { workspace } : {}),
  };
  const config = `${JSON.stringify(settings, null, 2)}\n`;
  const touched = [
    await project.ensureSwarmDir(),
    await project.ensureFile(SCHEMA_FILE, renderConfigSchema()),
    await project.ensureFile(CONFIG_FILE, config),
    await project.ensureFolder(project.plansDir),
    ...(await ensureExample(project)),
  ];
  if (isOwn) await trust.save();
  await projects.note(project.root);
  return accept({ root: project.root, touched, isTrusted: isOwn || origin !== null, runnables });
}

// A project that has personas needs no example.
async function ensureExample(project: NewProject): Promise<readonly Touched[]> {
  const file = `${project.agentsDir}/${EXAMPLE_FILE}`;
  const hasOthers = !(await project.has(file)) && (await project.has(project.agentsDir));
  return hasOthers ? [] : [await project.ensureFile(file, EXAMPLE_PERSONA)];
}

export const initProjectVerb = folderVerb({
  name: 'project.init',
  summary: 'Set up this folder as a Swarm project',
  asks: 'person',
  reads: false,
  needsTrust: false,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/init.ts')).InitAnswer,
  run: initProject,
  json: ({ root, touched, isTrusted, runnables }) => ({ root, touched, trusted: isTrusted, runs: runnables }),
});
