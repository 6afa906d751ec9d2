import { stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { AppDeps, VerbDeps } from '../app/deps.ts';
import { AGENT_CLIS } from '../contract/agent-cli.ts';
import type { Agent } from '../domain/agent/agent.ts';
import { accept, type Outcome, refuse } from '../domain/outcome.ts';
import type { Workflow } from '../domain/workflow/workflow.ts';
import { paneMarkOf } from '../runtime/attempt/attempt-folder.ts';
import { resultSeer } from '../runtime/attempt/has-result.ts';
import { lazy } from './lazy.ts';
import { nameSession } from './names.ts';
import { type Env, type Project, packageDir } from './project.ts';
import { supervisorLine } from './supervisor-line.ts';
import type { Runtime } from './wire-runtime.ts';

const BYTES_PER_MB = 1_048_576;

export type Machine = Readonly<{
  project: Project;
  /** Loaded when it is first needed. */
  runtime: () => Promise<Runtime>;
  env: Env;
}>;

/**
 * Everything that verbs need of this project and this machine. Most commands need little of it, and loading
 * code is most of a start: each port is loaded by its first use.
 */
export function appDeps(core: VerbDeps, machine: Machine): AppDeps {
  return {
    ...core,
    ...sessionPorts(machine),
    ...workPorts(machine),
    ...runPorts(machine),
    ...machinePorts(machine),
    watch: { tell: () => {} },
  };
}

export const personaPlaces = ({ places, config }: Pick<Project, 'places' | 'config'>) => ({
  root: places.root,
  agents: config.paths.agents,
  shipped: join(packageDir(), 'agents'),
});

export const templatePlaces = ({ places, config }: Pick<Project, 'places' | 'config'>) => ({
  root: places.root,
  shipped: join(packageDir(), 'templates'),
  limitBytes: config.limits.promptMb * BYTES_PER_MB,
});

export async function findAgentNamed(cli: string): Promise<Outcome<Agent>> {
  const { findAgent } = await import('../agents/registry.ts');
  const agent = findAgent(cli);
  return agent ? accept(agent) : refuse({ code: 'cli-unknown', name: cli, known: AGENT_CLIS });
}

const sessionPorts = ({ project, runtime, env }: Machine) => ({
  findPersona: async (name: string) =>
    (await import('../runtime/persona/find-persona.ts')).findPersona(personaPlaces(project), name),
  findAgent: findAgentNamed,
  checkMachine: async (needs: Parameters<AppDeps['checkMachine']>[0]) =>
    (await import('./check-machine.ts')).checkMachine(await runtime(), needs),
  warnOfDisk: async () =>
    (await import('./check-machine.ts')).warnOfDisk({ ...project.places, ...project.config.limits }),
  hasProgram: async (name: string) =>
    (await (await import('../runtime/process/find-program.ts')).findProgram(env.PATH ?? '', name)) !== null,
  readAgentFile: async (path: string) =>
    (await import('./read-agent-file.ts')).readAgentFile(project.places.root, path),
  checkSchema: async (text: string) => (await import('../runtime/result/json-schema.ts')).checkSchema(text),
  workspacePath: (sessionId: string) => join(project.places.worktreesDir, sessionId),
  nameOf: (session: Parameters<AppDeps['nameOf']>[0]) =>
    nameSession(project.places, project.config.tmux.prefix, session),
  hasResult: resultSeer(project.places.sessionsDir),
  openOutput: async (sessionDir: string) =>
    (await import('../runtime/output/output-reader.ts')).openOutputReader(
      resolve(project.places.root, sessionDir),
    ),
  openWakes: async () => (await import('./wakes.ts')).openWakes(supervisorLine(project.places, env)),
  folders: lazy(async () => {
    const { realSessionFolders } = await import('../runtime/files/real-session-folders.ts');
    return realSessionFolders({ ...project.places, now: Date.now });
  }),
});

const workPorts = ({ project, env }: Machine) => ({
  hasFile: async (path: string): Promise<boolean> =>
    (await stat(resolve(project.places.root, path)).catch(() => null))?.isFile() ?? false,
  outside: project.config.queue.source === 'beads' ? lazyBeads(project, env) : null,
  timetables: lazy(async () => (await import('../runtime/schedule/real-timetables.ts')).realTimetables),
  interrupts: lazy(async () =>
    (await import('../runtime/files/real-interrupts.ts')).realInterrupts(project.places),
  ),
  findTemplate: async (file: string | undefined) =>
    (await import('../runtime/prompt/find-template.ts')).findTemplate(templatePlaces(project), file),
  findFolder: async (path: string) =>
    (await import('../runtime/project/find-folder.ts')).findFolder(project.places.root, path),
});

function lazyBeads({ places }: Project, env: Env): NonNullable<AppDeps['outside']> {
  const load = async () => {
    const { beadsQueue } = await import('../runtime/queue/beads-queue.ts');
    const { textsOf } = await import('./project.ts');
    return beadsQueue({ root: places.root, env: textsOf(env) });
  };
  return {
    source: 'beads',
    observeReady: async () => (await load()).observeReady(),
    observeOne: async (workId) => (await load()).observeOne(workId),
    ensureTold: async (workId, news, note) => (await load()).ensureTold(workId, news, note),
  };
}

const machinePorts = ({ project, env }: Machine) => ({
  supervisor: lazy(async () =>
    (await import('./supervisor-port.ts')).supervisorPort(supervisorLine(project.places, env)),
  ),
  observeTarget: async (folder: string) =>
    (await import('../runtime/files/observe-target.ts')).observeTarget(process.cwd(), folder),
});

const runPorts = ({ project, runtime, env }: Machine) => ({
  findWorkflow: (name: string) => findWorkflowNamed(project.places.root, name),
  roleWorkspacePath: (runId: string, role: string) => join(project.places.worktreesDir, runId, role),
  closePanes: async ({ id: sessionId, attempt }: Parameters<AppDeps['closePanes']>[0]) =>
    (await runtime()).tmux.ensurePaneGone(paneMarkOf({ sessionId, attempt })),
  nameOutputs: (runId: string) => relative(project.places.root, join(project.places.outputsDir, runId)),
  readOutputs: (runId: string, file: string) => readText(join(project.places.outputsDir, runId, file)),
  blobs: {
    pathOf: (sha256: string) => join(project.places.blobsDir, sha256),
    ensure: async (sha256: string, text: string) =>
      (await import('../runtime/files/blobs.ts')).realBlobs(project.places.blobsDir).ensure(sha256, text),
  },
  merges: lazy(async () => (await import('./open-merges.ts')).openMerges(project, env)),
});

// Its reader knows YAML, which most commands do without.
async function findWorkflowNamed(root: string, name: string): Promise<Outcome<Workflow>> {
  const { findWorkflow } = await import('../runtime/workflow/find-workflow.ts');
  const found = await findWorkflow({ root, shipped: join(packageDir(), 'workflows') }, name);
  return found.ok ? accept(found.value.workflow) : found;
}

async function readText(file: string): Promise<string | null> {
  const { readFile } = await import('node:fs/promises');
  const { unlessMissing } = await import('../runtime/files/file-fault.ts');
  return unlessMissing(file, null, () => readFile(file, 'utf8'));
}
