import type { Config } from '../domain/config/config.ts';
import { NOTIFY_SETTINGS, toNotify } from './notify-settings.ts';
import { type Setting, setting } from './setting.ts';
import { amount, choice, duration, orNull, text, wholeNumber, words, yesOrNo } from './setting-kind.ts';

export const CONFIG_FILE = 'swarm.config.json';

const folder = text('a path');
const mostMb = 1_000_000;
const count = wholeNumber(0, 1_000_000);
const money = orNull(amount(0, 1_000_000));
const tokens = orNull(wholeNumber(0, 1_000_000_000_000));

/** Every setting: its sort and its default. The only such list. */
export const SETTINGS = {
  cli: setting(
    text('the name of an agent CLI', /^[a-z0-9][\w-]{0,63}$/),
    'claude',
    'Agent CLI of personas that name none',
  ),
  mode: setting(choice(['headless', 'interactive']), 'headless', 'How agents are driven'),
  store: setting(
    orNull(text('a postgres:// address', /^postgres(ql)?:\/\/\S+$/)),
    null,
    'Database of a project that several hosts share; null keeps it in .swarm/swarm.db',
  ),
  'paths.sessions': setting(folder, '.swarm/sessions', 'Folders of sessions'),
  'paths.agents': setting(folder, 'agents', 'Personas of the project'),
  'paths.worktrees': setting(folder, '.swarm/worktrees', 'Workspaces'),
  'paths.archive': setting(folder, '.swarm/archive', 'Archived sessions'),
  'paths.outputs': setting(folder, 'outputs', 'What runs produce'),
  'paths.plans': setting(folder, '.swarm/plans', 'Plans'),
  'limits.sessions': setting(wholeNumber(1, 10_000), 5, 'Sessions at work at the same time'),
  'limits.lifetime': setting(duration(1000), '30m', 'Working time of a session, after which it is killed'),
  'limits.sessionDiskWarnMb': setting(
    amount(0, mostMb),
    100,
    "A session's folder above this is warned about",
  ),
  'limits.sessionDiskMb': setting(amount(0, mostMb), 500, "A session's folder above this ends the session"),
  'limits.totalDiskMb': setting(
    amount(0, mostMb),
    1000,
    'All session folders together above this are warned about',
  ),
  'limits.depth': setting(wholeNumber(0, 10), 0, 'How deep sessions may start sessions of their own'),
  'limits.agentsPerRun': setting(wholeNumber(1, 1000), 4, 'Sessions of one run'),
  'limits.promptMb': setting(amount(0.001, 64), 8, 'Size of a task'),
  'timeouts.turn': setting(duration(1000), '30m', 'One turn; passing it counts as a crash'),
  'timeouts.silence': setting(duration(100), '5m', 'No word from an agent at work, then it is nudged'),
  'timeouts.run': setting(duration(1000), '30m', 'A whole run'),
  'timeouts.sweep': setting(
    duration(50),
    '5s',
    'Safety net of the supervisor: look at everything this often',
  ),
  'timeouts.grace': setting(duration(0), '30s', 'From the polite signal to the one that cannot be ignored'),
  'timeouts.start': setting(duration(100), '60s', 'From the start of an agent to its first word'),
  'timeouts.idleProcess': setting(duration(0), '5m', 'An agent process between turns is let go after this'),
  retries: setting(wholeNumber(0, 100), 3, 'Further attempts after a crash'),
  'failures.max': setting(wholeNumber(1, 1000), 5, 'Failures in a row until a person is asked'),
  'failures.backoffCap': setting(duration(0), '5m', 'Longest pause between attempts'),
  'tmux.prefix': setting(
    text('letters, digits, "-" and "_"', /^[A-Za-z0-9][\w-]{0,31}$/),
    'swarm',
    'First part of the names of panes',
  ),
  'tmux.keepOnExit': setting(yesOrNo, false, 'Keep the pane of an agent that has ended'),
  'log.level': setting(
    choice(['debug', 'info', 'warn', 'error']),
    'info',
    'What the log of the supervisor holds',
  ),
  'log.retentionDays': setting(count, 30, 'Age at which logs are removed'),
  'claude.maxTurns': setting(wholeNumber(1, 100_000), 50, 'Model turns of one Claude Code process'),
  'claude.budgetUsd': setting(amount(0, 1_000_000), 10, 'Money of one Claude Code process'),
  'claude.allowedTools': setting(
    words,
    ['Bash', 'Read', 'Edit', 'Write', 'Glob', 'Grep', 'mcp__serena__*'],
    'Tools that Claude Code may use without asking',
  ),
  'claude.settings': setting(orNull(folder), null, 'A settings file that Claude Code gets beside your own'),
  'claude.mcpConfig': setting(orNull(folder), null, 'A file that names MCP servers for Claude Code'),
  'budget.sessionUsd': setting(money, null, 'Money of one session, in dollars; null for no limit'),
  'budget.runUsd': setting(money, null, 'Money of all sessions of a run'),
  'budget.dayUsd': setting(money, null, 'Money of all sessions of a day, which begins at midnight UTC'),
  'budget.sessionTokens': setting(tokens, null, 'Tokens of one session, read and written; null for no limit'),
  'budget.runTokens': setting(tokens, null, 'Tokens of all sessions of a run'),
  'budget.dayTokens': setting(tokens, null, 'Tokens of all sessions of a day'),
  'budget.warnAt': setting(amount(0, 1), 0.8, 'Part of a budget at which a warning is noted'),
  ...NOTIFY_SETTINGS,
  'supervisor.idleStop': setting(
    orNull(duration(0)),
    null,
    'The supervisor ends after this long without work; null keeps it',
  ),
  'workspace.copy': setting(words, [], 'Ignored files that every workspace gets a copy of'),
  'workspace.install': setting(words, [], 'Program and arguments that make a new workspace ready'),
  'workspace.trashDays': setting(count, 7, 'Released workspaces are kept this long'),
  'merge.check': setting(
    orNull(text('a shell command')),
    null,
    'Shell command that must pass on what "swarm merge" merged, before your branch moves; null for none',
  ),
  'merge.timeout': setting(duration(1000), '10m', 'Time of that command'),
  'gate.command': setting(
    orNull(text('a shell command')),
    null,
    'Shell command that must succeed before a loop counts work as done that has no gate of its own',
  ),
  'gate.timeout': setting(duration(100), '10m', 'Time of a gate: what has to succeed before work is done'),
  cleanup: setting(
    choice(['auto', 'manual']),
    'auto',
    'Whether workspaces of a completed run are put away when all of their work is committed',
  ),
  captureOutput: setting(yesOrNo, true, 'Write output.log'),
  verbose: setting(yesOrNo, false, 'Say more'),
  'queue.source': setting(
    choice(['swarm', 'beads']),
    'swarm',
    'Who keeps the work queue: Swarm alone, or the program bd, which is told what comes of its issues',
  ),
  'queue.lease': setting(duration(1000), '30m', 'How long a claim of work holds unless it is renewed'),
  'loop.delay': setting(duration(0), '5s', 'Pause between work items'),
  'loop.maxIterations': setting(count, 0, 'Work items until the loop ends; 0 for no end'),
  'loop.workDir': setting(orNull(folder), null, 'Folder that loops work in; null for the project'),
  'loop.rig': setting(orNull(text('a name')), null, 'Loops take only work of this rig; null for all'),
  'loop.label': setting(orNull(text('a label')), null, 'Loops take only work with this label; null for all'),
  'loop.actor': setting(orNull(text('a name')), null, 'Who does the work of loops, where it does not say'),
} as const;

export type SettingKey = keyof typeof SETTINGS;
export type SettingValues = {
  readonly [K in SettingKey]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never;
};

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);

/** What one unit of theirs is worth in ours, or that yes means no. */
export type OtherName = Readonly<{ name: string; unitMs?: number; isOpposite?: boolean }>;

const seconds = (name: string): OtherName => ({ name, unitMs: 1000 });

/** Names that older tools use in the environment, each in its own unit. */
const OTHER_NAMES: Readonly<Partial<Record<SettingKey, readonly OtherName[]>>> = {
  'paths.sessions': [{ name: 'SESSIONS_DIR' }],
  'paths.agents': [{ name: 'AGENTS_DIR' }],
  'paths.archive': [{ name: 'ARCHIVE_DIR' }],
  'limits.sessions': [{ name: 'MAX_CONCURRENT_SESSIONS' }],
  'limits.lifetime': [seconds('MAX_SESSION_LIFETIME_SECONDS')],
  'limits.sessionDiskWarnMb': [{ name: 'MAX_DISK_PER_SESSION_MB' }],
  'limits.totalDiskMb': [{ name: 'TOTAL_DISK_WARNING_MB' }],
  'timeouts.turn': [seconds('SESSION_TIMEOUT')],
  'timeouts.silence': [{ name: 'SWARM_AGENT_TIMEOUT', unitMs: 1 }],
  'timeouts.run': [{ name: 'SWARM_WORKFLOW_TIMEOUT', unitMs: 1 }],
  'timeouts.sweep': [{ name: 'SWARM_MONITOR_INTERVAL', unitMs: 1 }, seconds('STATUS_POLL_INTERVAL_SECONDS')],
  'failures.max': [{ name: 'MAX_CONSECUTIVE_FAILURES' }],
  'tmux.prefix': [{ name: 'TMUX_SESSION_PREFIX' }],
  'tmux.keepOnExit': [{ name: 'TMUX_DETACH_ON_EXIT', isOpposite: true }],
  'log.level': [{ name: 'LOG_LEVEL' }],
  'log.retentionDays': [{ name: 'LOG_RETENTION_DAYS' }],
  'loop.delay': [seconds('ITERATION_DELAY')],
  'loop.maxIterations': [{ name: 'MAX_ITERATIONS' }],
  'loop.workDir': [{ name: 'GT_ROOT' }],
  'loop.rig': [{ name: 'BD_RIG' }],
  'loop.actor': [{ name: 'BD_ACTOR' }],
};

export const otherNames = (key: SettingKey): readonly OtherName[] => OTHER_NAMES[key] ?? [];

/** Our own name of a key in the environment: `limits.sessionDiskMb` is SWARM_LIMITS_SESSION_DISK_MB. */
export const environmentName = (key: SettingKey): string =>
  `SWARM_${key.replaceAll('.', '_').replace(/[A-Z]/g, '_$&').toUpperCase()}`;

/** The flat list of settled values, as the nested shape that the rest of Swarm reads. */
export function toConfig(values: SettingValues): Config {
  return {
    cli: values.cli,
    mode: values.mode,
    store: values.store,
    paths: {
      sessions: values['paths.sessions'],
      agents: values['paths.agents'],
      worktrees: values['paths.worktrees'],
      archive: values['paths.archive'],
      outputs: values['paths.outputs'],
      plans: values['paths.plans'],
    },
    limits: {
      sessions: values['limits.sessions'],
      lifetimeMs: values['limits.lifetime'],
      sessionDiskWarnMb: values['limits.sessionDiskWarnMb'],
      sessionDiskMb: values['limits.sessionDiskMb'],
      totalDiskMb: values['limits.totalDiskMb'],
      depth: values['limits.depth'],
      agentsPerRun: values['limits.agentsPerRun'],
      promptMb: values['limits.promptMb'],
    },
    timeouts: {
      turnMs: values['timeouts.turn'],
      silenceMs: values['timeouts.silence'],
      runMs: values['timeouts.run'],
      sweepMs: values['timeouts.sweep'],
      graceMs: values['timeouts.grace'],
      startMs: values['timeouts.start'],
      idleProcessMs: values['timeouts.idleProcess'],
    },
    retries: values.retries,
    ...toSmallGroups(values),
    cleanup: values.cleanup,
    captureOutput: values.captureOutput,
    verbose: values.verbose,
    loop: {
      delayMs: values['loop.delay'],
      maxIterations: values['loop.maxIterations'],
      workDir: values['loop.workDir'],
      rig: values['loop.rig'],
      label: values['loop.label'],
      actor: values['loop.actor'],
    },
  };
}

type SmallGroups = Pick<
  Config,
  | 'failures'
  | 'tmux'
  | 'log'
  | 'claude'
  | 'budget'
  | 'notify'
  | 'supervisor'
  | 'workspace'
  | 'merge'
  | 'gate'
  | 'queue'
>;

const toSmallGroups = (values: SettingValues): SmallGroups => ({
  failures: { max: values['failures.max'], backoffCapMs: values['failures.backoffCap'] },
  tmux: { prefix: values['tmux.prefix'], keepOnExit: values['tmux.keepOnExit'] },
  log: { level: values['log.level'], retentionDays: values['log.retentionDays'] },
  claude: {
    maxTurns: values['claude.maxTurns'],
    budgetUsd: values['claude.budgetUsd'],
    allowedTools: values['claude.allowedTools'],
    settings: values['claude.settings'],
    mcpConfig: values['claude.mcpConfig'],
  },
  budget: {
    sessionUsd: values['budget.sessionUsd'],
    runUsd: values['budget.runUsd'],
    dayUsd: values['budget.dayUsd'],
    sessionTokens: values['budget.sessionTokens'],
    runTokens: values['budget.runTokens'],
    dayTokens: values['budget.dayTokens'],
    warnAt: values['budget.warnAt'],
  },
  notify: toNotify(values),
  supervisor: { idleStopMs: values['supervisor.idleStop'] },
  workspace: {
    copy: values['workspace.copy'],
    install: values['workspace.install'],
    trashDays: values['workspace.trashDays'],
  },
  merge: { check: values['merge.check'], timeoutMs: values['merge.timeout'] },
  gate: { command: values['gate.command'], timeoutMs: values['gate.timeout'] },
  queue: { source: values['queue.source'], leaseMs: values['queue.lease'] },
});
