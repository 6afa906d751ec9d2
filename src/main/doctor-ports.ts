import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { probeHomeOf } from '../agents/probe-homes.ts';
import { listAgents } from '../agents/registry.ts';
import type { AgentsPort, AgentUsers, DoctorDeps, HealthPort } from '../app/project/health-deps.ts';
import { listLeft } from '../app/project/list-left.ts';
import { UsageError } from '../contract/usage-error.ts';
import { Fault } from '../domain/fault.ts';
import { listRunning } from '../runtime/agent/list-running.ts';
import { mendFile } from '../runtime/agent/mend-file.ts';
import { observeProgram } from '../runtime/agent/observe-program.ts';
import { realStartProbe } from '../runtime/agent/real-start-probe.ts';
import { listPersonas } from '../runtime/persona/list-personas.ts';
import { observeVersion } from '../runtime/process/observe-version.ts';
import { observeBadFolders } from '../runtime/project/bad-folders.ts';
import { projectPaths } from '../runtime/project/project-paths.ts';
import { observeTrust } from '../runtime/project/trust.ts';
import { observeMeans } from '../runtime/resource/observe-means.ts';
import { observeKeyChanges } from '../runtime/workspace/accepted-keys.ts';
import { openGit } from '../runtime/workspace/git.ts';
import type { Observed, SupervisorObservation } from '../views/health-checks.ts';
import { wrapOf } from './agent-commands.ts';
import type { WorkingFolder } from './machine-ports.ts';
import { observeWithheld } from './observe-withheld.ts';
import { packageDir, textsOf } from './project.ts';
import { servicesPort } from './services-port.ts';
import { wireNotifier } from './wire-notifier.ts';

const MB = 1_048_576;

/** What the doctor looks at, from this folder. */
export const doctorPorts = (working: WorkingFolder): DoctorDeps => ({
  health: healthPort(working),
  agents: agentsPort(working),
});

const healthPort = (working: WorkingFolder): HealthPort => ({
  observeNode: async () => process.versions.node,
  observeVersion: (program, words) =>
    observed(() => observeVersion({ program, words, env: textsOf(working.env) })),
  observeFreeMb: () =>
    observed(async () => {
      const { bavail, bsize } = await statfs(working.folder());
      return Math.floor((bavail * bsize) / MB);
    }),
  observeProject: async () => ({ folder: working.folder(), found: working.find() }),
  observeConfig: (root) => observed(() => working.settingsAt(root)),
  observeBadFolders: (root, paths) => observeBadFolders(projectPaths(root, paths)),
  observeTrust: async (root) => observeTrust(projectPaths(root).root, working.env),
  observeKeyChanges: (root) =>
    observed(() => observeKeyChanges(openGit(working.env), projectPaths(root).root, working.env)),
  observeStore: () =>
    observed(async () => {
      const { store, config, paths, isTrusted } = (await working.open()).project;
      const asked = isTrusted ? 'Postgres' : 'Postgres, which is asked once the project is trusted';
      const where = config.store === null ? paths.dbFile : asked;
      const { length } = await store.listLive();
      return { where, liveSessions: length, pause: (await store.findPause()) ?? null };
    }),
  observeCopies: (root, store) =>
    observed(async () => {
      if (store !== null) return null;
      const { listCopies } = await import('../store/sqlite/copies.ts');
      return listCopies(projectPaths(root).dbFile);
    }),
  observeLeft: () =>
    observed(async () => (await listLeft((await working.open()).deps)).map(({ path }) => path)),
  observeSupervisor: () => observed(() => findSupervisor(working)),
  observeService: (root) => observed(() => servicesPort(root, working.env).observe()),
  observeWrap: (root, config) =>
    observed(() => wrapOf({ paths: projectPaths(root, config.paths), config }, working.env).observe()),
  observeMeans: () => observed(() => observeMeans(textsOf(working.env))),
  observeWithheld: (config, needs) =>
    observeWithheld(
      {
        env: working.env,
        pass: config.env.pass,
        findSupervisor: async () => (await findSupervisor(working))?.pid ?? null,
      },
      needs,
    ),
  observeChannels: (config, channels) => {
    const notifier = wireNotifier({ config, pass: null }, working.env);
    return Promise.all(
      channels.map(async (channel) => ({ channel, observation: await notifier.observe(channel) })),
    );
  },
});

async function findSupervisor(working: WorkingFolder): Promise<SupervisorObservation | null> {
  const client = await (await working.open()).connect();
  client?.close();
  return client?.greeting ?? null;
}

function agentsPort(working: WorkingFolder): AgentsPort {
  const env = textsOf(working.env);
  const { observeContext, readFiles } = realStartProbe(env);
  return {
    list: async () => listAgents(),
    findUsers: () => findUsers(working),
    observeProgram: (program) => observeProgram(program, env),
    observeContext,
    readFiles,
    probe: async (agent, command) => {
      const homeOf = probeHomeOf(agent, command[0] ?? '');
      if (!homeOf) return null;
      const { runProbe } = await import('../runtime/probe/run-probe.ts');
      return runProbe({ agent, command, homeOf, path: env.PATH ?? '' });
    },
    listRunning,
    ensureMended: (mending) => mendFile({ ...mending, now: new Date() }),
  };
}

async function findUsers(working: WorkingFolder): Promise<AgentUsers> {
  const root = working.find()?.root ?? null;
  const loaded = root === null ? null : await working.settingsAt(root).catch(() => null);
  if (root === null || loaded === null) return { root: root ?? working.folder(), config: null, personas: [] };
  const { config } = loaded;
  const shipped = join(packageDir(), 'agents');
  const { personas } = await listPersonas({ root, agents: config.paths.agents, shipped });
  return { root, config, personas };
}

async function observed<T>(look: () => Promise<T>): Promise<Observed<T>> {
  try {
    return { is: 'seen', value: await look() };
  } catch (error) {
    const hint = error instanceof UsageError || error instanceof Fault ? error.hint : '';
    return { is: 'trouble', problem: error instanceof Error ? error.message : String(error), hint };
  }
}
