import { NOTIFY_SETTINGS } from './notify-settings.ts';
import { guarded, type Setting, setting } from './setting.ts';
import {
  amount,
  choice,
  duration,
  orNull,
  type SettingKind,
  text,
  wholeNumber,
  words,
  wordsOr,
  yesOrNo,
} from './setting-kind.ts';

export const CONFIG_FILE = 'swarm.config.json';

const folder = text('a path');
const mostMb = 1_000_000;
const count = wholeNumber(0, 1_000_000);
const money = orNull(amount(0, 1_000_000));
const tokens = orNull(wholeNumber(0, 1_000_000_000_000));

/** Every setting: its kind, its default and what it is for. The only such list: `Config` follows from it. */
export const SETTINGS = {
  cli: setting(
    text('the name of an agent CLI', /^[a-z0-9][\w-]{0,63}$/),
    'claude',
    'Agent CLI of personas that name none',
  ),
  mode: setting(choice(['headless', 'interactive']), 'headless', 'How agents are driven'),
  store: guarded(
    orNull(text('a postgres:// address', /^postgres(ql)?:\/\/\S+$/)),
    null,
    'Database of a project that several hosts share; null keeps it in .swarm/swarm.db',
  ),
  host: setting(
    orNull(text('a name of letters, digits, dots and dashes', /^[\w][\w.-]{0,99}$/)),
    null,
    'Name of this machine among those that share a store; null takes its hostname',
  ),
  'paths.sessions': guarded(folder, '.swarm/sessions', 'Folders of sessions'),
  'paths.agents': guarded(folder, 'agents', 'Personas of the project'),
  'paths.worktrees': guarded(folder, '.swarm/worktrees', 'Workspaces'),
  'paths.archive': guarded(folder, '.swarm/archive', 'Archived sessions'),
  'paths.outputs': guarded(folder, 'outputs', 'What runs produce'),
  'paths.plans': guarded(folder, '.swarm/plans', 'Plans; "swarm init" makes the folder'),
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
  'limits.childrenPerSession': setting(count, 20, 'Sessions that one session may start, where it may'),
  'limits.agentsPerRun': setting(wholeNumber(1, 1000), 4, 'Sessions of one run'),
  'limits.itemsPerSession': setting(count, 100, 'Work items that one session may add to the queue'),
  'limits.messagesPerSession': setting(count, 500, 'Messages and mail that one participant may send'),
  'limits.questionsPerSession': setting(count, 50, 'Questions that one session may ask a person'),
  'limits.notesPerSession': setting(count, 200, 'Notes that one session may write down'),
  'limits.memoryMb': setting(
    orNull(amount(1, mostMb * 16)),
    null,
    'Memory that the processes of a session may use together; null for no limit',
  ),
  'limits.cpus': setting(
    orNull(amount(0.01, 4096)),
    null,
    'CPUs that the processes of a session may keep busy, as 1.5; null for no limit',
  ),
  'limits.processes': setting(
    orNull(wholeNumber(1, 4_000_000)),
    null,
    'Processes and threads that a session may have; null for no limit',
  ),
  'limits.openFiles': setting(
    orNull(wholeNumber(32, 100_000_000)),
    null,
    'Files that each process of a session may have open; null for no limit',
  ),
  'limits.promptMb': setting(amount(0.001, 64), 8, 'Size of a task'),
  'timeouts.turn': setting(duration(1000), '30m', 'One turn; passing it counts as a crash'),
  'timeouts.silence': setting(duration(100), '5m', 'No word from an agent at work, then it is nudged'),
  'timeouts.output': setting(
    orNull(duration(100)),
    null,
    'A program that tells no events (cli: command) prints nothing, then it is tried again; null for no limit',
  ),
  'timeouts.run': setting(duration(1000), '30m', 'A whole run'),
  'timeouts.sweep': setting(
    duration(50),
    '5s',
    'Safety net of the supervisor: look at everything this often',
  ),
  'timeouts.grace': setting(duration(0), '30s', 'From the polite signal to the one that cannot be ignored'),
  'timeouts.start': setting(duration(100), '60s', 'From the start of an agent to its first word'),
  'timeouts.background': setting(
    duration(1000),
    '30m',
    'An agent that waits for work in the background; then a person is asked, and nothing is ended',
  ),
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
    'Least serious lines that .swarm/logs/orchestrator.log and supervisor.log take',
  ),
  'log.retentionDays': setting(count, 30, 'Logs in .swarm/logs/ are removed after this many days'),
  'reservations.enforce': setting(
    choice(['off', 'warn', 'block']),
    'off',
    'What becomes of an edit or a commit of a file that another participant has reserved',
  ),
  'claude.maxTurns': setting(
    wholeNumber(1, 100_000),
    50,
    'Model turns of one stretch of Claude Code, which then goes on by itself',
  ),
  'claude.stretches': setting(
    wholeNumber(0, 10_000),
    10,
    'How often Claude Code goes on after claude.maxTurns until a person is asked',
  ),
  'claude.budgetUsd': setting(
    money,
    10,
    'Money of a session of Claude Code that has no other budget; then a person is asked; null for no limit',
  ),
  'claude.allowedTools': guarded(
    words,
    ['Bash', 'Read', 'Edit', 'Write', 'Glob', 'Grep', 'mcp__serena__*'],
    'Tools that Claude Code may use without asking',
  ),
  'claude.settings': guarded(orNull(folder), null, 'A settings file that Claude Code gets beside your own'),
  'claude.mcpConfig': guarded(orNull(folder), null, 'A file that names MCP servers for Claude Code'),
  'acp.command': guarded(
    words,
    [],
    'Program and arguments of "cli: acp", as ["gemini", "--acp"], for personas that name none',
  ),
  'agent.wrap': guarded(
    wordsOr('auto'),
    [],
    'Program and arguments that every agent is started by, as ["setpriv", "--no-new-privs"]; "auto" hides ' +
      'the store, other sessions and your secrets with bubblewrap',
  ),
  'env.pass': guarded(
    words,
    [],
    'Variables that agents get although they look like secrets, as "NPM_TOKEN" or "AWS_*"',
  ),
  'budget.sessionUsd': setting(money, null, 'Money of one session, in dollars; null for no limit'),
  'budget.runUsd': setting(money, null, 'Money of all sessions of a run'),
  'budget.dayUsd': setting(money, null, 'Money of all sessions of a day, which begins at midnight UTC'),
  'budget.sessionTokens': setting(tokens, null, 'Tokens of one session, read and written; null for no limit'),
  'budget.runTokens': setting(tokens, null, 'Tokens of all sessions of a run'),
  'budget.dayTokens': setting(tokens, null, 'Tokens of all sessions of a day'),
  'budget.warnAt': setting(amount(0, 1), 0.8, 'Part of a budget at which a warning is noted'),
  ...NOTIFY_SETTINGS,
  'dashboard.idleStop': setting(
    duration(100),
    '1h',
    'The dashboard server exits after so long without a visitor',
  ),
  'supervisor.idleStop': setting(
    orNull(duration(0)),
    null,
    'The supervisor ends after this long without work; null keeps it',
  ),
  'workspace.default': setting(
    choice(['auto', 'here']),
    'auto',
    'Where agents that write work: auto gives each a worktree, here is your checkout',
  ),
  'workspace.copy': guarded(words, [], 'Ignored files that every workspace gets a copy of'),
  'workspace.install': guarded(words, [], 'Program and arguments that make a new workspace ready'),
  'workspace.trashDays': setting(count, 7, 'Released workspaces are kept this long'),
  'mail.ackAfter': setting(
    duration(1000),
    '30m',
    'A sender whose mail was not acknowledged within this is told so, once',
  ),
  'merge.check': guarded(
    orNull(text('a shell command')),
    null,
    'Shell command that must pass on what "swarm merge" merged, before your branch moves; null for none',
  ),
  'merge.timeout': setting(duration(1000), '10m', 'Time of that command'),
  'gate.command': guarded(
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
  captureOutput: setting(
    yesOrNo,
    true,
    'Keep what agents write, as output.log; without it "swarm logs" has nothing to show',
  ),
  verbose: setting(yesOrNo, false, 'Debug lines: in the logs of the supervisor, and on stderr of commands'),
  'mcp.sessions': setting(
    choice(['on', 'off']),
    'on',
    'Whether sessions get the tools of "swarm mcp" by themselves, where their CLI takes them',
  ),
  preflight: setting(
    choice(['on', 'off']),
    'on',
    'Whether "start", "plan run" and "loop" look first who else is at work, and warn of conflicts',
  ),
  'mail.outsideUrl': guarded(
    orNull(text('an http(s) address', /^https?:\/\/\S+$/)),
    null,
    'An Agent Mail server outside of Swarm, whose inbox preflight reads; its token is SWARM_MAIL_TOKEN',
  ),
  'plan.timeout': setting(
    orNull(duration(1000)),
    null,
    'A whole plan that names no time of its own; null for no limit',
  ),
  'plan.rounds': setting(
    wholeNumber(1, 100),
    3,
    'Verdicts on a design, or on a task, until a person is asked',
  ),
  'plan.loopSimilarity': setting(
    amount(0, 1),
    0.6,
    'How alike two questions of one task are, from 0 to 1, to count as the same; the third one is a loop',
  ),
  'queue.source': guarded(
    choice(['swarm', 'beads']),
    'swarm',
    'Who keeps the work queue: Swarm alone, or the program bd, which is told what comes of its issues',
  ),
  'queue.lease': setting(duration(1000), '30m', 'How long a claim of work holds unless it is renewed'),
  'race.stage': setting(
    duration(1000),
    '10m',
    'How long a rival of a staged race may take before the next starts beside it',
  ),
  'loop.delay': setting(duration(0), '5s', 'Pause between work items'),
  'loop.maxIterations': setting(count, 0, 'Work items until the loop ends; 0 for no end'),
  'loop.waiting': setting(
    choice(['pass', 'hold']),
    'pass',
    'Whether a loop goes on with other work while an item waits for an answer: pass, or hold',
  ),
  'loop.maxWaiting': setting(count, 5, 'Items of one loop that may wait for an answer while it goes on'),
  'loop.archive': setting(yesOrNo, false, 'Whether sessions of a loop go to the archive when they are over'),
  'loop.workDir': guarded(orNull(folder), null, 'Folder that loops work in; null for the project'),
  'loop.rig': setting(orNull(text('a name')), null, 'Loops take only work of this rig; null for all'),
  'loop.label': setting(orNull(text('a label')), null, 'Loops take only work with this label; null for all'),
  'loop.actor': setting(orNull(text('a name')), null, 'Who does the work of loops, where it does not say'),
} as const;

export type SettingKey = keyof typeof SETTINGS;
type KindOf<K extends SettingKey> = (typeof SETTINGS)[K]['kind'];
type ValueOf<K extends SettingKey> = KindOf<K> extends SettingKind<infer T> ? T : never;
type UnitOf<K extends SettingKey> = KindOf<K> extends { unit: infer Unit extends 'Ms' } ? Unit : '';
type GroupOf<K> = K extends `${infer G}.${string}` ? G : never;
type Member<K extends SettingKey, G extends string> = K extends `${G}.${infer Name}`
  ? `${Name}${UnitOf<K>}`
  : never;

export type SettingValues = { readonly [K in SettingKey]: ValueOf<K> };

/** All settings by group, with the unit at the end of a name: `limits.lifetime` is `limits.lifetimeMs`. */
export type Config = {
  readonly [K in SettingKey as K extends `${string}.${string}` ? never : K]: ValueOf<K>;
} & {
  readonly [G in GroupOf<SettingKey>]: {
    readonly [K in SettingKey as Member<K, G>]: ValueOf<K>;
  };
};

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];
/** Whether a project says by it what is run, or where things of the person's go. */
export const needsTrust = (key: SettingKey): boolean =>
  (SETTINGS[key] as Setting<SettingKind<unknown>>).needsTrust === true;
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);

/** What one unit of theirs is worth in ours, or that yes means no. */
export type OtherName = Readonly<{
  name: string;
  unitMs?: number;
  isOpposite?: boolean;
  /** Counts only where the file says nothing: a shell may have it for another program. */
  yieldsToFile?: boolean;
}>;

const seconds = (name: string): OtherName => ({ name, unitMs: 1000 });
const folderName = (name: string): OtherName => ({ name, yieldsToFile: true });

/** Names that older tools use in the environment, each in its own unit. */
const OTHER_NAMES: Readonly<Partial<Record<SettingKey, readonly OtherName[]>>> = {
  'paths.sessions': [folderName('SESSIONS_DIR')],
  'paths.agents': [folderName('AGENTS_DIR')],
  'paths.archive': [folderName('ARCHIVE_DIR')],
  'limits.sessions': [{ name: 'MAX_CONCURRENT_SESSIONS' }],
  'limits.lifetime': [seconds('MAX_SESSION_LIFETIME_SECONDS')],
  'limits.sessionDiskWarnMb': [{ name: 'MAX_DISK_PER_SESSION_MB' }],
  'limits.totalDiskMb': [{ name: 'TOTAL_DISK_WARNING_MB' }],
  'timeouts.turn': [seconds('SESSION_TIMEOUT')],
  'timeouts.silence': [{ name: 'SWARM_AGENT_TIMEOUT', unitMs: 1 }],
  'timeouts.output': [{ name: 'SWARM_AGENT_TIMEOUT', unitMs: 1 }],
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

const unitOf = (key: SettingKey): string => (SETTINGS[key].kind as SettingKind<unknown>).unit ?? '';

/** Where a setting is found in `Config`: `['limits', 'lifetimeMs']`. */
export const configPath = (key: SettingKey): readonly string[] => `${key}${unitOf(key)}`.split('.');

/** The resolved values in the shape that the rest of Swarm reads. */
export function toConfig(values: SettingValues): Config {
  const config: Record<string, unknown> = {};
  for (const key of SETTING_KEYS) {
    const [first = '', second] = configPath(key);
    if (second === undefined) config[first] = values[key];
    else config[first] = { ...(config[first] as object | undefined), [second]: values[key] };
  }
  return config as Config;
}
