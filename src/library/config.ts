import { SETTINGS, type SettingKey } from '../contract/config.ts';
import { nearest } from '../domain/config/nearest.ts';
import { SwarmError } from './error.ts';
import type { DefinedWorkflow } from './workflow.ts';

/** How an orchestrator works. What is left out comes from the project's settings (`swarm config show`). */
export interface OrchestratorConfig {
  /** Of the session that is started; made from the time if left out. */
  sessionId?: string;
  /**
   * In milliseconds: how often everything is looked at, whether or not something was heard. What happens is
   * heard of at once. This and `agentTimeout` hold for a supervisor that is started from here; one that runs
   * already keeps its own.
   */
  monitorInterval?: number;
  /** In milliseconds: how long an agent at work may be silent until it is nudged, and then tried again. */
  agentTimeout?: number;
  /** In milliseconds, of the whole session. */
  workflowTimeout?: number;
  /** Put worktrees away when the session is complete and all of their work is committed. */
  autoCleanup?: boolean;
  /** Keep what agents write, as output.log; without it `captureAgentOutput` gives nothing. */
  captureOutput?: boolean;
  /** Debug lines in the logs of a supervisor that is started from here. */
  verboseLogging?: boolean;
  /** Agents of one session. */
  maxAgents?: number;
  /** Further attempts of an agent after a crash. */
  maxRetries?: number;
  /** Workflows of `defineWorkflow` that can be started by their name, before those of the project. */
  workflows?: readonly DefinedWorkflow[];
  /** Folder of the project; found upward from the current one if left out. */
  root?: string;
  /** What the project's own files name may run, although this person has not trusted it (`swarm trust`). */
  trust?: boolean;
}

export const DEFAULT_CONFIG: Required<OrchestratorConfig> = {
  sessionId: '',
  monitorInterval: 5_000,
  agentTimeout: 300_000,
  workflowTimeout: 1_800_000,
  autoCleanup: true,
  captureOutput: true,
  verboseLogging: false,
  maxAgents: 4,
  maxRetries: 3,
  workflows: [],
  root: '',
  trust: false,
};

type SettingName = Exclude<keyof OrchestratorConfig, 'sessionId' | 'workflows' | 'root' | 'trust'>;

const SETTING_OF: Readonly<Record<SettingName, SettingKey>> = {
  monitorInterval: 'timeouts.sweep',
  agentTimeout: 'timeouts.silence',
  workflowTimeout: 'timeouts.run',
  autoCleanup: 'cleanup',
  captureOutput: 'captureOutput',
  verboseLogging: 'verbose',
  maxAgents: 'limits.agentsPerRun',
  maxRetries: 'retries',
};

/** What was given, as settings of the project, each as text. Complains about what does not fit. */
export function settingsOf(config: OrchestratorConfig): Readonly<Record<string, string>> {
  refuseUnknown(config);
  const names = Object.keys(SETTING_OF) as readonly SettingName[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const given = config[name];
      if (given === undefined) return [];
      const key = SETTING_OF[name];
      const written = name === 'autoCleanup' ? cleanupOf(given) : given;
      const { kind } = SETTINGS[key];
      if (kind.read(written) !== undefined) return [[key, String(written)], ...alsoOf(name, given)];
      const problem = `${name}: expected ${kind.expected}, found ${JSON.stringify(given)}`;
      throw new SwarmError('config-invalid', problem);
    }),
  );
}

// What a caller allows agents to be silent holds for programs that tell no events too; the default does not,
// because such a program may work in silence.
const alsoOf = (name: SettingName, given: unknown): readonly [SettingKey, string][] =>
  name === 'agentTimeout' && given !== DEFAULT_CONFIG.agentTimeout
    ? [['timeouts.output', String(given)]]
    : [];

function refuseUnknown(config: OrchestratorConfig): void {
  const known = Object.keys(DEFAULT_CONFIG);
  const stranger = Object.keys(config).find((key) => !known.includes(key));
  if (stranger === undefined) return;
  const [near] = nearest(stranger, known, 1);
  const hint = near === undefined ? `there are ${known.join(', ')}` : `did you mean "${near}"?`;
  throw new SwarmError('config-invalid', `${stranger}: unknown key; ${hint}`);
}

export const cleanupOf = (given: unknown): 'auto' | 'manual' => (given === false ? 'manual' : 'auto');
