import { expect, test } from 'vitest';
import { parseJsonText } from '../runtime/config/json-text.ts';
import { environmentName, needsTrust, SETTING_KEYS, SETTINGS, toConfig } from './config.ts';
import { resolveConfig } from './config-layers.ts';
import { UsageError } from './usage-error.ts';

const DEFAULTS = {
  budget: {
    sessionUsd: null,
    runUsd: null,
    dayUsd: null,
    sessionTokens: null,
    runTokens: null,
    dayTokens: null,
    warnAt: 0.8,
  },
  captureOutput: true,
  claude: {
    allowedTools: ['Bash', 'Read', 'Edit', 'Write', 'Glob', 'Grep', 'mcp__serena__*'],
    budgetUsd: 10,
    settings: null,
    mcpConfig: null,
    maxTurns: 50,
    stretches: 10,
  },
  acp: { command: [] },
  agent: { wrap: [] },
  env: { pass: [] },
  cleanup: 'auto',
  cli: 'claude',
  failures: {
    backoffCapMs: 300000,
    max: 5,
  },
  gate: {
    command: null,
    timeoutMs: 600000,
  },
  host: null,
  limits: {
    agentsPerRun: 4,
    childrenPerSession: 20,
    itemsPerSession: 100,
    messagesPerSession: 500,
    questionsPerSession: 50,
    notesPerSession: 200,
    memoryMb: null,
    cpus: null,
    processes: null,
    openFiles: null,
    depth: 0,
    lifetimeMs: 1800000,
    promptMb: 8,
    sessionDiskMb: 500,
    sessionDiskWarnMb: 100,
    sessions: 5,
    totalDiskMb: 1000,
  },
  log: {
    level: 'info',
    retentionDays: 30,
  },
  plan: { loopSimilarity: 0.6, rounds: 3, timeoutMs: null },
  preflight: 'on',
  mcp: { sessions: 'on' },
  queue: { source: 'swarm', leaseMs: 1_800_000 },
  race: { stageMs: 600_000 },
  reservations: { enforce: 'off' },
  loop: {
    actor: null,
    delayMs: 5000,
    maxIterations: 0,
    maxWaiting: 5,
    archive: false,
    waiting: 'pass',
    rig: null,
    label: null,
    workDir: null,
  },
  mail: { ackAfterMs: 1_800_000, outsideUrl: null },
  merge: {
    check: null,
    timeoutMs: 600000,
  },
  mode: 'headless',
  notify: {
    channels: [],
    emailFrom: null,
    emailTo: [],
    limit: 5,
    limitTimeMs: 600000,
    on: ['question'],
    quietHours: null,
    remindMs: null,
    stuckAfterMs: 1_800_000,
    unansweredAfterMs: 1_800_000,
    smtpHost: null,
    smtpPort: 587,
    smtpSecurity: 'starttls',
    urgent: [],
  },
  paths: {
    agents: 'agents',
    archive: '.swarm/archive',
    outputs: 'outputs',
    plans: '.swarm/plans',
    sessions: '.swarm/sessions',
    worktrees: '.swarm/worktrees',
  },
  retries: 3,
  store: null,
  supervisor: {
    idleStopMs: null,
  },
  dashboard: {
    idleStopMs: 3_600_000,
  },
  timeouts: {
    graceMs: 30000,
    idleProcessMs: 300000,
    backgroundMs: 1800000,
    runMs: 1800000,
    outputMs: null,
    silenceMs: 300000,
    startMs: 60000,
    sweepMs: 5000,
    turnMs: 1800000,
  },
  tmux: {
    keepOnExit: false,
    prefix: 'swarm',
  },
  verbose: false,
  workspace: {
    default: 'auto',
    copy: [],
    install: [],
    trashDays: 7,
  },
};

const resolveFile = (text: string) => {
  const read = parseJsonText(text);
  if (!read.ok) throw new Error(read.problem.problem);
  return resolveConfig({ file: read.json, env: {}, flags: {} });
};

function problemOf(work: () => unknown): UsageError {
  try {
    work();
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

test('without file, environment and flags every setting has its default', () => {
  const { values } = resolveConfig({ env: {}, flags: {} });
  expect(toConfig(values)).toEqual(DEFAULTS);
});

test('the file gives way to the environment, and the environment to a flag', () => {
  const read = parseJsonText('{"limits": {"sessions": 6}}');
  const file = read.ok ? read.json : undefined;
  const env = { SWARM_LIMITS_SESSIONS: '7' };
  const at = (given: Parameters<typeof resolveConfig>[0]) => resolveConfig(given).values['limits.sessions'];
  expect(at({ ...(file && { file }), env: {}, flags: {} })).toBe(6);
  expect(at({ ...(file && { file }), env, flags: {} })).toBe(7);
  expect(at({ ...(file && { file }), env, flags: { 'limits.sessions': '8' } })).toBe(8);
});

test('a duration may be written as text or as milliseconds', () => {
  const { values } = resolveFile('{"timeouts": {"turn": "1h30m", "silence": 1500, "sweep": "500ms"}}');
  expect(values['timeouts.turn']).toBe(5_400_000);
  expect(values['timeouts.silence']).toBe(1500);
  expect(values['timeouts.sweep']).toBe(500);
});

test('an unknown key is refused with its path, its line and the nearest name', () => {
  const error = problemOf(() => resolveFile('{\n "limits": {\n  "sesions": 5 } }'));
  expect(error.message).toBe('swarm.config.json:3: unknown key "limits.sesions"');
  expect(error.hint).toBe('Did you mean "limits.sessions"?');
  expect(error).toMatchObject({ file: 'swarm.config.json', key: 'limits.sesions', line: 3 });
});

test('a known name in the wrong group is sent to the right one', () => {
  expect(problemOf(() => resolveFile('{"sessions": 5}')).hint).toContain('"limits.sessions"');
});

test('a value of the wrong type is refused with what was expected and what was found', () => {
  const error = problemOf(() => resolveFile('{"limits": {"sessions": "five"}}'));
  expect(error.message).toBe(
    'swarm.config.json:1: limits.sessions: expected a whole number from 1 to 10000, found "five"',
  );
  expect(problemOf(() => resolveFile('{"limits": 5}')).message).toBe(
    'swarm.config.json:1: limits: expected an object, found 5',
  );
  expect(problemOf(() => resolveFile('[]')).message).toContain('expected an object, found []');
});

test('no key of the prototype passes for a setting', () => {
  for (const key of ['__proto__', 'constructor', 'toString']) {
    expect(problemOf(() => resolveFile(`{"${key}": {}}`)).message).toContain('unknown key');
  }
});

test('every key has a name of its own in the environment', () => {
  const names = SETTING_KEYS.map(environmentName);
  expect(new Set(names).size).toBe(names.length);
  expect(environmentName('limits.sessionDiskMb')).toBe('SWARM_LIMITS_SESSION_DISK_MB');
});

test('the names of older tools are understood in their own units', () => {
  const { values } = resolveConfig({
    env: {
      MAX_CONCURRENT_SESSIONS: '9',
      MAX_SESSION_LIFETIME_SECONDS: '60',
      SWARM_AGENT_TIMEOUT: '600000',
      TMUX_SESSION_PREFIX: 'iw',
      TMUX_DETACH_ON_EXIT: 'false',
      LOG_LEVEL: 'WARN',
    },
    flags: {},
  });
  expect(values).toMatchObject({
    'limits.sessions': 9,
    'limits.lifetime': 60_000,
    'timeouts.silence': 600_000,
    'tmux.prefix': 'iw',
    'tmux.keepOnExit': true,
    'log.level': 'warn',
  });
});

test('a value that another program put under a shared name is passed over with a warning', () => {
  const { values, warnings } = resolveConfig({ env: { LOG_LEVEL: 'trace' }, flags: {} });
  expect(values['log.level']).toBe('info');
  expect(warnings).toEqual([
    'LOG_LEVEL: log.level: expected one of "debug", "info", "warn", "error", found "trace"; it is ignored',
  ]);
});

test.each([
  ['SESSIONS_DIR', 'sessions'],
  ['AGENTS_DIR', 'agents'],
  ['ARCHIVE_DIR', 'archive'],
])('%s counts only where the file has no such key, and is told of either way', (name, key) => {
  const env = { [name]: '/elsewhere' };
  const alone = resolveConfig({ env, flags: {} });
  expect(alone.values).toMatchObject({ [`paths.${key}`]: '/elsewhere' });
  expect(alone.warnings).toEqual([
    `${name} of the environment sets paths.${key} to "/elsewhere"; a key in swarm.config.json decides`,
  ]);

  const read = parseJsonText(JSON.stringify({ paths: { [key]: 'here' } }));
  if (!read.ok) throw new Error(read.problem.problem);
  const decided = resolveConfig({ file: read.json, env, flags: {} });
  expect(decided.values).toMatchObject({ [`paths.${key}`]: 'here' });
  expect(decided.warnings).toEqual([
    `${name} of the environment does not count: swarm.config.json:1 sets paths.${key}`,
  ]);
});

test('our own name of a folder counts over the file, as every name of ours does', () => {
  const read = parseJsonText('{ "paths": { "sessions": "here" } }');
  if (!read.ok) throw new Error(read.problem.problem);
  const { values } = resolveConfig({ file: read.json, env: { SWARM_PATHS_SESSIONS: 'there' }, flags: {} });
  expect(values['paths.sessions']).toBe('there');
});

test('a bad value under our own name is refused', () => {
  const work = () => resolveConfig({ env: { SWARM_AGENT_TIMEOUT: 'soon' }, flags: {} });
  expect(problemOf(work).message).toContain('SWARM_AGENT_TIMEOUT: timeouts.silence: expected a duration');
});

test('where each value comes from is known', () => {
  const { shown } = resolveFile('{\n"retries": 1 }');
  expect(shown.find(({ key }) => key === 'retries')?.origin).toEqual({
    from: 'file',
    file: 'swarm.config.json',
    line: 2,
  });
  expect(shown.find(({ key }) => key === 'cli')?.origin).toEqual({ from: 'default' });
});

const notifyOf = (settings: Readonly<Record<string, unknown>>) =>
  toConfig(resolveFile(JSON.stringify({ notify: settings })).values).notify;

test('how a person is told is read from the file', () => {
  const given = {
    channels: ['email', 'desktop'],
    quietHours: '22:00-07:00',
    remind: '1h',
    urgent: ['budget'],
  };
  expect(notifyOf(given)).toMatchObject({
    channels: ['email', 'desktop'],
    quietHours: { from: 1320, to: 420 },
    remindMs: 3_600_000,
    urgent: ['budget'],
  });
  expect(notifyOf({ emailTo: ['Ann <ann@example.org>', 'bob@example.org'] }).emailTo).toHaveLength(2);
});

test.each([
  { channels: ['pigeon'] },
  { quietHours: '22-7' },
  { quietHours: '07:00-07:00' },
  { emailTo: ['nobody'] },
  { emailFrom: 'a@b\r\nBcc: c@d' },
  { limit: 0 },
])('of how a person is told, %j is refused', (settings) => {
  expect(() => notifyOf(settings)).toThrow(UsageError);
});

test.each(['webhookUrl', 'smtpUser', 'smtpPassword'])(
  'a secret is refused in the file, without repeating it: %s',
  (name) => {
    const refusal = problemOf(() => notifyOf({ [name]: 'hush-hush' }));
    expect(refusal.message).toContain(`notify.${name} is a secret`);
    expect(refusal.hint).toMatch(/set SWARM_(NOTIFY_WEBHOOK_URL|SMTP_USER|SMTP_PASSWORD)\./);
    expect(`${refusal.message}${refusal.hint}`).not.toContain('hush-hush');
    expect(() => resolveConfig({ env: {}, flags: { [`notify.${name}`]: 'hush-hush' } })).toThrow(
      /--set: .*secret/,
    );
  },
);

test('every setting that names a command, a program or a place waits for trust', () => {
  const says = /\b(command|program|address|path|host)\b/i;
  const named = SETTING_KEYS.filter((key) => {
    const { about, kind } = SETTINGS[key];
    return says.test(kind.expected) || /^(shell command|program and)/i.test(about);
  });
  expect(named.filter((key) => !needsTrust(key))).toEqual(['notify.emailFrom']);
  expect(named).toEqual(expect.arrayContaining(['gate.command', 'acp.command', 'store', 'notify.smtpHost']));
});
