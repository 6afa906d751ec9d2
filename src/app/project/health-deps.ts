import type { Config } from '../../contract/config.ts';
import type { Agent } from '../../domain/agent/agent.ts';
import type { AgentNeed } from '../../domain/agent/need.ts';
import type { ProbeCase } from '../../domain/agent/probe.ts';
import type { AgentProgram, ProgramObservation } from '../../domain/agent/program.ts';
import type { WrapObservation } from '../../domain/environment/wrap-observation.ts';
import type { ConfigChange } from '../../domain/git/command-keys.ts';
import type { Channel } from '../../domain/notification/notification.ts';
import type { Persona } from '../../domain/persona/persona.ts';
import type { MachineMeans } from '../../domain/resource/limiter.ts';
import type { ServiceObservation } from '../../domain/supervisor/service.ts';
import type { TrustOrigin } from '../../domain/trust/runnable.ts';
import type { Mended, Mending } from '../../runtime/agent/mend-file.ts';
import type { StartProbe } from '../../runtime/agent/start-probe.ts';
import type { LoadedConfig } from '../../runtime/config/load-config.ts';
import type {
  BadFolder,
  Observed,
  ProjectObservation,
  SeenChannel,
  StoreObservation,
  SupervisorObservation,
} from '../../views/health-checks.ts';
import type { CopyObservation } from '../../views/store-checks.ts';

/** Looks at what Swarm stands on. Nothing that is broken makes it throw. */
export interface HealthPort {
  observeNode(): Promise<string>;
  /** What a program tells of its version; null where there is no such program. */
  observeVersion(program: string, words: readonly string[]): Promise<Observed<string | null>>;
  observeFreeMb(): Promise<Observed<number>>;
  observeProject(): Promise<ProjectObservation>;
  observeConfig(root: string): Promise<Observed<Pick<LoadedConfig, 'config' | 'file' | 'warnings'>>>;
  /** Folders of settings that cannot serve, each with what is wrong with it. */
  observeBadFolders(root: string, paths: Config['paths']): Promise<readonly BadFolder[]>;
  /** Why what it says may run; null when it is not trusted. */
  observeTrust(root: string): Promise<TrustOrigin | null>;
  /** How what git's configuration runs differs from what the person has accepted. */
  observeKeyChanges(root: string): Promise<Observed<readonly ConfigChange[]>>;
  observeStore(): Promise<Observed<StoreObservation>>;
  /** Copies of the store, newest first; null where they are the business of a database server. */
  observeCopies(root: string, store: string | null): Promise<Observed<readonly CopyObservation[] | null>>;
  /** Session folders that no row explains. */
  observeLeft(): Promise<Observed<readonly string[]>>;
  /** Its process; null when none runs. */
  observeSupervisor(): Promise<Observed<SupervisorObservation | null>>;
  /** What starts it with the machine; null where nothing could. */
  observeService(root: string): Promise<Observed<ServiceObservation | null>>;
  /** How agents of a project with these settings are started. */
  observeWrap(root: string, config: Config): Promise<Observed<WrapObservation>>;
  /** What this machine can hold limits of sessions with. */
  observeMeans(): Promise<Observed<MachineMeans>>;
  /** Names of variables that agents with these needs do not get, because they look like secrets. */
  observeWithheld(config: Config, needs: readonly AgentNeed[]): Promise<readonly string[]>;
  observeChannels(config: Config, channels: readonly Channel[]): Promise<readonly SeenChannel[]>;
}

/** What a look at agent CLIs needs to know of a project; without one, none of them is used. */
export type AgentUsers = Readonly<{
  root: string;
  config: Pick<Config, 'cli' | 'mode' | 'acp'> | null;
  personas: readonly Persona[];
}>;

/** Agent CLIs, and the files of the person's own that they read. */
export interface AgentsPort {
  list(): Promise<readonly Agent[]>;
  findUsers(): Promise<AgentUsers>;
  observeProgram(program: AgentProgram): Promise<ProgramObservation>;
  observeContext: StartProbe['observeContext'];
  readFiles: StartProbe['readFiles'];
  /** Tries the program in a temporary home, against a stand-in; null where its API is not known. */
  probe(agent: Agent, command: readonly string[]): Promise<readonly ProbeCase[] | null>;
  /** Files of a folder that name processes which live. */
  listRunning(folder: string): Promise<readonly string[]>;
  ensureMended(mending: Omit<Mending, 'now'>): Promise<Mended>;
}

export type DoctorDeps = Readonly<{ health: HealthPort; agents: AgentsPort }>;
