import type { Config } from '../../contract/config.ts';
import type { Agent } from '../../domain/agent/agent.ts';
import type { AgentProgram, ProgramSight } from '../../domain/agent/program.ts';
import type { Channel } from '../../domain/notification/notification.ts';
import type { Persona } from '../../domain/persona/persona.ts';
import type { Mended, Mending } from '../../runtime/agent/mend-file.ts';
import type { StartProbe } from '../../runtime/agent/start-probe.ts';
import type { LoadedConfig } from '../../runtime/config/load-config.ts';
import type { BadPlace, ProjectSight, SeenChannel, Sighted, StoreSight } from '../../views/health-checks.ts';

/** Looks at what Swarm stands on. Nothing that is broken makes it throw. */
export interface HealthPort {
  observeNode(): Promise<string>;
  /** What a program tells of its version; null where there is no such program. */
  observeVersion(program: string, words: readonly string[]): Promise<Sighted<string | null>>;
  observeFreeMb(): Promise<Sighted<number>>;
  observeProject(): Promise<ProjectSight>;
  observeConfig(root: string): Promise<Sighted<Pick<LoadedConfig, 'config' | 'file' | 'warnings'>>>;
  /** Folders of settings that cannot serve, each with what is wrong with it. */
  observeBadPlaces(root: string, paths: Config['paths']): Promise<readonly BadPlace[]>;
  observeStore(): Promise<Sighted<StoreSight>>;
  /** Its process; null when none runs. */
  observeSupervisor(): Promise<Sighted<number | null>>;
  observeChannels(config: Config, channels: readonly Channel[]): Promise<readonly SeenChannel[]>;
}

/** What a look at agent CLIs needs to know of a project; without one, none of them is used. */
export type AgentUsers = Readonly<{
  root: string;
  config: Pick<Config, 'cli' | 'mode'> | null;
  personas: readonly Persona[];
}>;

/** Agent CLIs, and the files of the person's own that they read. */
export interface AgentsPort {
  list(): Promise<readonly Agent[]>;
  findUsers(): Promise<AgentUsers>;
  observeProgram(program: AgentProgram): Promise<ProgramSight>;
  observePlace: StartProbe['observePlace'];
  readFiles: StartProbe['readFiles'];
  /** Files of a folder that name processes which live. */
  listRunning(folder: string): Promise<readonly string[]>;
  ensureMended(mending: Omit<Mending, 'now'>): Promise<Mended>;
}

export type DoctorDeps = Readonly<{ health: HealthPort; agents: AgentsPort }>;
