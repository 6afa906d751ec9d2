import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { listAgents } from '../agents/registry.ts';
import type { AgentsPort, AgentUsers, DoctorDeps, HealthPort } from '../app/project/health-deps.ts';
import { UsageError } from '../contract/usage-error.ts';
import { Fault } from '../domain/fault.ts';
import { listRunning } from '../runtime/agent/list-running.ts';
import { mendFile } from '../runtime/agent/mend-file.ts';
import { observeProgram } from '../runtime/agent/observe-program.ts';
import { realStartProbe } from '../runtime/agent/real-start-probe.ts';
import { listPersonas } from '../runtime/persona/list-personas.ts';
import { observeVersion } from '../runtime/process/observe-version.ts';
import { observeBadPlaces } from '../runtime/project/bad-places.ts';
import { placesOf } from '../runtime/project/places.ts';
import type { Sighted } from '../views/health-checks.ts';
import type { MachinePlace } from './machine-ports.ts';
import { packageDir, textsOf } from './project.ts';
import { wireNotifier } from './wire-notifier.ts';

const MB = 1_048_576;

/** What the doctor looks at, from this place. */
export const doctorPorts = (place: MachinePlace): DoctorDeps => ({
  health: healthPort(place),
  agents: agentsPort(place),
});

const healthPort = (place: MachinePlace): HealthPort => ({
  observeNode: async () => process.versions.node,
  observeVersion: (program, words) =>
    sighted(() => observeVersion({ program, words, env: textsOf(place.env) })),
  observeFreeMb: () =>
    sighted(async () => {
      const { bavail, bsize } = await statfs(place.folder());
      return Math.floor((bavail * bsize) / MB);
    }),
  observeProject: async () => ({ folder: place.folder(), found: place.find() }),
  observeConfig: (root) => sighted(() => place.settingsAt(root)),
  observeBadPlaces: (root, paths) => observeBadPlaces(placesOf(root, paths)),
  observeStore: () =>
    sighted(async () => {
      const { store, config, places } = (await place.open()).project;
      const where = config.store === null ? places.dbFile : 'Postgres';
      const { length } = await store.listLive();
      return { where, liveSessions: length, pause: (await store.findPause()) ?? null };
    }),
  observeSupervisor: () =>
    sighted(async () => {
      const client = await (await place.open()).connect();
      client?.close();
      return client?.greeting.pid ?? null;
    }),
  observeChannels: (config, channels) => {
    const notifier = wireNotifier({ config, pass: null }, place.env);
    return Promise.all(
      channels.map(async (channel) => ({ channel, sight: await notifier.observe(channel) })),
    );
  },
});

function agentsPort(place: MachinePlace): AgentsPort {
  const env = textsOf(place.env);
  const { observePlace, readFiles } = realStartProbe(env);
  return {
    list: async () => listAgents(),
    findUsers: () => findUsers(place),
    observeProgram: (program) => observeProgram(program, env),
    observePlace,
    readFiles,
    listRunning,
    ensureMended: (mending) => mendFile({ ...mending, now: new Date() }),
  };
}

async function findUsers(place: MachinePlace): Promise<AgentUsers> {
  const root = place.find()?.root ?? null;
  const loaded = root === null ? null : await place.settingsAt(root).catch(() => null);
  if (root === null || loaded === null) return { root: root ?? place.folder(), config: null, personas: [] };
  const { config } = loaded;
  const shipped = join(packageDir(), 'agents');
  const { personas } = await listPersonas({ root, agents: config.paths.agents, shipped });
  return { root, config, personas };
}

async function sighted<T>(look: () => Promise<T>): Promise<Sighted<T>> {
  try {
    return { is: 'seen', value: await look() };
  } catch (error) {
    const hint = error instanceof UsageError || error instanceof Fault ? error.hint : '';
    return { is: 'trouble', problem: error instanceof Error ? error.message : String(error), hint };
  }
}
