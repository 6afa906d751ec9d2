import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { AppDeps, VerbDeps } from '../app/deps.ts';
import type { RoleOpenings } from '../app/run/role-openings.ts';
import type { Family } from '../app/session/family.ts';
import type { ResolveDeps } from '../app/session/resolve-session.ts';
import { AGENT_CLIS } from '../contract/agent-cli.ts';
import type { Agent } from '../domain/agent/agent.ts';
import type { AgentNeed } from '../domain/agent/need.ts';
import { accept, type Outcome, refuse } from '../domain/outcome.ts';
import type { Workflow } from '../domain/workflow/workflow.ts';
import { paneMarkOf } from '../runtime/attempt/attempt-folder.ts';
import { resultSeer } from '../runtime/attempt/has-result.ts';
import { lazy } from './lazy.ts';
import { nameSession } from './names.ts';
import { type Env, type Project, packageDir, textsOf } from './project.ts';
import { supervisorLine, supervisorPort } from './supervisor-line.ts';
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
  const ports = {
    ...core,
    ...sessionPorts(machine),
    ...workPorts(machine),
    ...runPorts(machine),
    ...machinePorts(machine),
    ...presencePorts(machine),
    ...outsidePorts(machine),
    watch: { tell: () => {} },
  };
  return { ...ports, openings: openingsOf(ports), family: familyOf(ports) };
}

const openingsOf = (deps: ResolveDeps & Pick<AppDeps, 'roleWorkspacePath'>): RoleOpenings => ({
  resolveSession: async (input) =>
    (await import('../app/session/resolve-session.ts')).resolveSession(deps, input),
  roleWorkspacePath: deps.roleWorkspacePath,
});

const familyOf = (deps: Omit<AppDeps, 'openings' | 'family'>): Family => ({
  begin: async (input, { by, taken }) =>
    (await import('../app/session/create-session.ts')).beginSession({ ...deps, by }, input, taken),
  show: async (ref) => (await import('../app/session/show-session.ts')).showSession(deps, ref),
  readResult: async (ref) =>
    (await import('../app/session/read-result.ts')).readResult({ ...deps, folders: deps.folders }, ref),
  readOutput: async (input) => (await import('../app/session/read-output.ts')).readOutput(deps, input),
});

export const personaPaths = ({ paths, config }: Pick<Project, 'paths' | 'config'>) => ({
  root: paths.root,
  agents: config.paths.agents,
  shipped: join(packageDir(), 'agents'),
});

export const templatePaths = ({ paths, config }: Pick<Project, 'paths' | 'config'>) => ({
  root: paths.root,
  shipped: join(packageDir(), 'templates'),
  limitBytes: config.limits.promptMb * BYTES_PER_MB,
});

export async function findAgentNamed(cli: string): Promise<Outcome<Agent>> {
  const { findAgent } = await import('../agents/registry.ts');
  const agent = findAgent(cli);
  return agent ? accept(agent) : refuse({ code: 'cli-unknown', name: cli, known: AGENT_CLIS });
}

const starterOf = ({ paths, config }: Project, env: Env) => ({
  env,
  pass: config.env.pass,
  findSupervisor: async (): Promise<number | null> => {
    const client = await supervisorLine(paths, env).connect();
    client?.close();
    return client?.greeting.pid ?? null;
  },
});

const sessionPorts = ({ project, runtime, env }: Machine) => ({
  findPersona: async (name: string) =>
    (await import('../runtime/persona/find-persona.ts')).findPersona(personaPaths(project), name),
  listPersonas: async () =>
    (await import('../runtime/persona/list-personas.ts')).listPersonas(personaPaths(project)),
  findAgent: findAgentNamed,
  observeTmux: async () => (await import('./observe-machine.ts')).observeTmux(await runtime()),
  observeHead: async () => (await import('./observe-machine.ts')).observeHead(await runtime()),
  observeUsedMb: async () => (await import('./observe-machine.ts')).observeUsedMb(project.paths.sessionsDir),
  hasProgram: async (name: string) =>
    (await (await import('../runtime/process/find-program.ts')).findProgram(env.PATH ?? '', name)) !== null,
  canStart: async (program: string) => {
    const { findProgram } = await import('../runtime/process/find-program.ts');
    const base = isAbsolute(program) ? '/' : project.paths.root;
    return (await findProgram(program.includes('/') ? base : (env.PATH ?? ''), program)) !== null;
  },
  observeWrap: async () => (await import('./agent-commands.ts')).wrapOf(project, env).observe(),
  observeMeans: async () => (await import('../runtime/resource/observe-means.ts')).observeMeans(textsOf(env)),
  observeWithheld: async (needs: readonly AgentNeed[]) =>
    (await import('./observe-withheld.ts')).observeWithheld(starterOf(project, env), needs),
  readAgentFile: async (path: string) =>
    (await import('./read-agent-file.ts')).readAgentFile(project.paths.root, path),
  readPresent: async (path: string) =>
    (await import('../runtime/files/read-present.ts')).readPresent(
      [project.paths.root, project.paths.worktreesDir],
      path,
    ),
  checkSchema: async (text: string) => (await import('../runtime/result/json-schema.ts')).checkSchema(text),
  root: project.paths.root,
  observeChanges: async () => (await runtime()).workspaces.observeChanges(),
  commitChanges: async (head: string) => (await runtime()).workspaces.commitChanges(head),
  hasFolder: (sessionId: string) => existsSync(join(project.paths.sessionsDir, sessionId)),
  workspacePath: (sessionId: string) => join(project.paths.worktreesDir, sessionId),
  nameOf: (session: Parameters<AppDeps['nameOf']>[0]) =>
    nameSession(project.paths, project.config.tmux.prefix, session),
  hasResult: resultSeer(project.paths),
  isServed: async () => {
    const { observeLockHolder } = await import('../runtime/supervisor/lock-holder.ts');
    const holder = observeLockHolder(project.paths.lockFile);
    return holder !== null && !holder.isStopped;
  },
  openOutput: async (sessionDir: string) =>
    (await import('./open-output.ts')).openOutput(resolve(project.paths.root, sessionDir)),
  openPapers: async (sessionDir: string) =>
    (await import('./open-papers.ts')).openPapers(resolve(project.paths.root, sessionDir)),
  openWakes: async () => (await import('./wakes.ts')).openWakes(supervisorLine(project.paths, env)),
  folders: lazy(async () => {
    const { realSessionFolders } = await import('../runtime/files/real-session-folders.ts');
    const { ownFolders } = await import('../runtime/project/own-folders.ts');
    return realSessionFolders({ ...ownFolders(project.paths), marks: project.marks, now: Date.now });
  }),
});

const workPorts = ({ project, env }: Machine) => ({
  hasFile: async (path: string): Promise<boolean> =>
    (await stat(resolve(project.paths.root, path)).catch(() => null))?.isFile() ?? false,
  // A program of its own, which an untrusted project may not start.
  outside: project.isTrusted && project.config.queue.source === 'beads' ? lazyBeads(project, env) : null,
  timetables: lazy(async () => (await import('../runtime/schedule/real-timetables.ts')).realTimetables),
  interrupts: lazy(async () =>
    (await import('../runtime/files/real-interrupts.ts')).realInterrupts(project.paths),
  ),
  findTemplate: async (file: string | undefined) =>
    (await import('../runtime/prompt/find-template.ts')).findTemplate(templatePaths(project), file),
  findFolder: async (path: string) =>
    (await import('../runtime/project/find-folder.ts')).findFolder(project.paths.root, path),
});

function lazyBeads({ paths }: Project, env: Env): NonNullable<AppDeps['outside']> {
  const load = async () => {
    const { beadsQueue } = await import('../runtime/queue/beads-queue.ts');
    const { textsOf } = await import('./project.ts');
    return beadsQueue({ root: paths.root, env: textsOf(env) });
  };
  return {
    source: 'beads',
    observeReady: async () => (await load()).observeReady(),
    observeOne: async (workId) => (await load()).observeOne(workId),
    observeClaimed: async () => (await load()).observeClaimed(),
    ensureTold: async (workId, news, note) => (await load()).ensureTold(workId, news, note),
  };
}

const machinePorts = ({ project, env }: Machine) => ({
  supervisor: supervisorPort(supervisorLine(project.paths, env), project.paths),
  removal: lazy(async () => (await import('./removal-port.ts')).removalPort(project, env)),
  services: lazy(async () => (await import('./services-port.ts')).servicesPort(project.paths.root, env)),
  observeTarget: async (folder: string) =>
    (await import('../runtime/files/observe-target.ts')).observeTarget(process.cwd(), folder),
});

/** Programs outside of Swarm that know who is at work; a project that is not trusted names none. */
const outsidePorts = ({ project, env }: Machine) => ({
  async observeOutside(self: Parameters<AppDeps['observeOutside']>[0]) {
    const { isTrusted, config, paths } = project;
    const url = isTrusted ? config.mail.outsideUrl : null;
    const hasQueue = isTrusted && config.queue.source === 'beads';
    if (url === null && !hasQueue) return { inbox: null, claims: null, warnings: [] };
    const { observeOutside } = await import('../runtime/preflight/observe-outside.ts');
    const mail = url === null ? null : { url, token: env.SWARM_MAIL_TOKEN || null };
    const queue = hasQueue ? lazyBeads(project, env) : null;
    return observeOutside({ mail, queue, projectKey: paths.root, now: Date.now }, self);
  },
});

/** Who asks, where participants work, how the file system tells names apart, and files that hold hooks. */
const presencePorts = ({ project, env, runtime }: Machine) => ({
  projectRoot: project.paths.root,
  heldFile: lazy(async () =>
    (await import('../runtime/files/real-held-file.ts')).realHeldFile(project.paths),
  ),
  commitHook: lazy(async () =>
    (await import('../runtime/reservation/commit-hook.ts')).realCommitHook({ root: project.paths.root, env }),
  ),
  workFolders: lazy(async () => (await runtime()).workFolders),
  callers: lazy(async () =>
    (await import('../runtime/participant/real-callers.ts')).realCallers({
      hostId: project.hostId,
      sessionId: env.SWARM_ATTEMPT_DIR ? (env.SWARM_SESSION_ID ?? null) : null,
      participantId: env.SWARM_PARTICIPANT || null,
      workDir: process.cwd(),
    }),
  ),
  hookScript: join(packageDir(), 'plugin', 'hooks', 'ask.sh'),
  hookFiles: lazy(async () =>
    (await import('../runtime/hook/real-hook-files.ts')).realHookFiles(project.paths),
  ),
  observeCaseRule: async () =>
    (await import('../runtime/participant/case-rule.ts')).observeCaseRule(project.paths.swarmDir),
});

const runPorts = ({ project, runtime, env }: Machine) => ({
  findWorkflow: (name: string) => findWorkflowNamed(project.paths.root, name),
  roleWorkspacePath: (runId: string, role: string) => join(project.paths.worktreesDir, runId, role),
  listEndedPanes: async () => {
    const seen = await (await runtime()).tmux.observe();
    const ended = seen.is === 'serving' ? seen.panes.filter(({ isDead }) => isDead) : [];
    return ended.flatMap(({ mark }) => mark.split('/')[0] || []);
  },
  closePanes: async ({ id: sessionId, attempt }: Parameters<AppDeps['closePanes']>[0]) =>
    (await runtime()).tmux.ensurePaneGone(paneMarkOf({ sessionId, attempt })),
  nameOutputs: (runId: string) => relative(project.paths.root, join(project.paths.outputsDir, runId)),
  readOutputs: (runId: string, file: string) => readText(join(project.paths.outputsDir, runId, file)),
  blobs: {
    pathOf: (sha256: string) => join(project.paths.blobsDir, sha256),
    ensure: async (sha256: string, text: string) =>
      (await import('../runtime/files/blobs.ts')).realBlobs(project.paths.blobsDir).ensure(sha256, text),
  },
  readBlob: async (sha256: string) =>
    (await import('../runtime/files/read-blob.ts')).readBlob(project.paths.blobsDir, sha256),
  rehearsePlan: async (...rehearsed: Parameters<AppDeps['rehearsePlan']>) =>
    (await import('./rehearse-plan.ts')).planRehearsals({ project, env })(...rehearsed),
  plans: lazy(async () => {
    const { openPlans } = await import('./plans.ts');
    const { listPersonaNames } = await import('../runtime/persona/list-personas.ts');
    const personaNames = () => listPersonaNames(personaPaths(project));
    return openPlans({ root: project.paths.root, cwd: process.cwd(), config: project.config, personaNames });
  }),
  merges: lazy(async () => (await import('./wire-runtime.ts')).openMerges(project, env)),
});

// Its reader knows YAML, which most commands do without.
async function findWorkflowNamed(root: string, name: string): Promise<Outcome<Workflow>> {
  const { findWorkflow } = await import('../runtime/workflow/find-workflow.ts');
  const found = await findWorkflow({ root, shipped: join(packageDir(), 'workflows') }, name);
  return found.ok ? accept(found.value.workflow) : found;
}

const OUTPUT_MOST_BYTES = 64 * BYTES_PER_MB;

async function readText(file: string): Promise<string | null> {
  const { readOwn } = await import('../runtime/agent-files/read-plain.ts');
  const read = readOwn(file, OUTPUT_MOST_BYTES);
  return read && 'text' in read ? read.text : null;
}
