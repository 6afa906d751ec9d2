import * as z from 'zod/mini';
import { CONFIG_FILE } from '../../contract/config.ts';
import { renderConfigSchema } from '../../contract/config-schema.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { NewProject, Touched } from '../../runtime/project/new-project.ts';
import { EXAMPLE_PERSONA } from '../../views/example-persona.ts';
import { placeVerb } from '../verb.ts';

const SCHEMA_FILE = '.swarm/swarm.config.schema.json';
const EXAMPLE_FILE = 'example/example-agent.md';

export type InitDeps = Readonly<{ newProject: () => Promise<NewProject> }>;
export type InitialProject = Readonly<{ root: string; touched: readonly Touched[] }>;

/** Makes what a project needs where it is missing, and nothing else. */
export async function initProject({ newProject }: InitDeps): Promise<Outcome<InitialProject>> {
  const project = await newProject();
  const config = `${JSON.stringify({ $schema: `./${SCHEMA_FILE}` }, null, 2)}\n`;
  const touched = [
    await project.ensureSwarmDir(),
    await project.ensureFile(SCHEMA_FILE, renderConfigSchema()),
    await project.ensureFile(CONFIG_FILE, config),
    await project.ensureFolder(project.plansDir),
    ...(await ensureExample(project)),
  ];
  return accept({ root: project.root, touched });
}

// A project that has personas needs no example.
async function ensureExample(project: NewProject): Promise<readonly Touched[]> {
  const file = `${project.agentsDir}/${EXAMPLE_FILE}`;
  const hasOthers = !(await project.has(file)) && (await project.has(project.agentsDir));
  return hasOthers ? [] : [await project.ensureFile(file, EXAMPLE_PERSONA)];
}

export const initProjectVerb = placeVerb({
  name: 'project.init',
  summary: 'Make this folder a project of Swarm',
  asks: 'person',
  reads: false,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/init.ts')).InitAnswer,
  run: initProject,
  json: (made) => made,
});
