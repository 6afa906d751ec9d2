import { claude } from '../../src/agents/claude.ts';
import { command } from '../../src/agents/command.ts';
import { rehearsal } from '../../src/agents/rehearsal.ts';
import { parseStreamJson } from '../../src/agents/stream-json.ts';
import type { Config } from '../../src/contract/config.ts';
import type { Agent, LaunchInput, LaunchPlan } from '../../src/domain/agent/agent.ts';
import type { Persona } from '../../src/domain/persona/persona.ts';
import { NO_RESOURCE_LIMITS } from '../../src/domain/resource/resource-limits.ts';
import type { Dice } from './dice.ts';

/** What one simulated project is like: its settings, its agents, its personas. */

/** What may hold up a start: the name of each file that is missed stands for its dialog. */
const DIALOGS = ['trust', 'welcome'];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const withTurnId = (plan: LaunchPlan, { turn, conversationId }: LaunchInput): LaunchPlan => ({
  ...plan,
  env: { ...plan.env, TURN_ID: turn.id, CONVERSATION: conversationId },
});

const capOf = ({ settings }: LaunchInput): string[] =>
  typeof settings?.allowanceUsd === 'number' ? ['--max-budget-usd', String(settings.allowanceUsd)] : [];

/** One turn per process, with events: between the two shipped kinds. */
const teller: Agent = {
  name: 'teller',
  can: {
    manyTurns: false,
    steers: false,
    asksPermission: false,
    interactive: false,
    resume: true,
    tellsCost: true,
    tellsEvents: true,
  },
  plan: (input) =>
    withTurnId(
      {
        argv: ['teller', ...capOf(input)],
        env: {},
        workDir: input.paths.workDir,
        input: 'prompt',
        files: { 'prompt.md': input.turn.body },
      },
      input,
    ),
  renderTurn: () => '',
  parseLine: parseStreamJson,
  transcriptFile: ({ conversationId }) => `/tellers/${conversationId}`,
};

/** The same, but it names its conversations itself, echoes nothing, and hides its transcripts. */
const namer: Agent = {
  ...teller,
  name: 'namer',
  plan: (input) => {
    const plan = teller.plan(input);
    return { ...plan, argv: input.resume ? ['namer', input.conversationId] : ['namer'] };
  },
  transcriptFile: () => null,
};

// Answers to permission requests go back as Claude Code reads them.
const { renderAnswer, renderReply } = claude;
const talker: Agent = {
  ...rehearsal,
  ...(renderAnswer ? { renderAnswer } : {}),
  ...(renderReply ? { renderReply } : {}),
};

const printer: Agent = { ...command, plan: (input) => withTurnId(command.plan(input), input) };

/** The same in a pane of its own, where a dialog may come first. */
const shy: Agent = {
  ...printer,
  name: 'shy',
  startFiles: () => DIALOGS.map((path) => ({ path, look: 'text' })),
  foresee: (_, files) =>
    DIALOGS.filter((code) => files[code] === null).map((code) => ({
      code,
      what: `it would ask about ${code}`,
      remedy: 'answer',
      isCertain: true,
      fix: null,
    })),
};

const SCREEN_PLACES = { SWARM_REHEARSAL_HOME: '/screens' };

function planScreener(input: LaunchInput): LaunchPlan {
  const { session, turn, paths, resume, conversationId } = input;
  if (session.mode === 'headless') {
    const plan = rehearsal.plan(input);
    return { ...plan, env: { ...plan.env, ...SCREEN_PLACES } };
  }
  const words = claude.screen?.prompt(turn, `${paths.attemptDir}/prompt.md`).words ?? '';
  return {
    argv: ['screener', resume ? '--resume' : '--session-id', conversationId],
    env: { TURN_ID: turn.id, PROMPT: turn.kind === 'takeover' ? '' : words },
    workDir: paths.workDir,
    input: 'terminal',
    files: { 'prompt.md': turn.body },
  };
}

/** Claude Code's manners, in both modes, on a screen that is easier to read. */
const screener: Agent = {
  ...talker,
  name: 'screener',
  can: { ...talker.can, interactive: true },
  plan: planScreener,
  parseLine: claude.parseLine,
  transcriptFile: ({ conversationId }) => `${SCREEN_PLACES.SWARM_REHEARSAL_HOME}/${conversationId}.jsonl`,
  ...(claude.transcript ? { transcript: claude.transcript } : {}),
  ...(claude.screen ? { screen: { ...claude.screen, read: (text) => JSON.parse(text) } } : {}),
};

export const AGENTS: ReadonlyMap<string, Agent> = new Map(
  [talker, teller, namer, printer, shy, screener].map((agent) => [agent.name, agent]),
);

/** Stands for a schema: a good part of the results that agents hand in do not fit it. */
export const misfitsOf = (value: unknown): readonly string[] =>
  /"r-[0-9a-f]{5}[0-9a-b]"/.test(JSON.stringify(value)) ? [] : ['/summary does not fit'];

const persona = (name: string, cli: string, mode: Persona['mode'] = null): Persona => ({
  name,
  description: name,
  cli,
  command: cli === 'command' || cli === 'shy' ? ['printer'] : null,
  model: null,
  mode,
  tools: [],
  permissionMode: null,
  writes: true,
  workspace: null,
  timeoutMs: null,
  budgetUsd: null,
  maxTurns: null,
  settings: null,
  mcpConfig: null,
  mayCreate: null,
  tags: [],
  env: {},
  resources: NO_RESOURCE_LIMITS,
  text: '',
  file: `agents/${name}.md`,
  source: 'agents',
});

export const PERSONAS: readonly Persona[] = [
  persona('talker', 'rehearsal'),
  persona('teller', 'teller'),
  persona('shy', 'shy', 'interactive'),
  persona('namer', 'namer'),
  persona('printer', 'command'),
  persona('screener', 'screener'),
  persona('watched', 'screener', 'interactive'),
];

/** Those that designs and runs of plans call for by name. */
export const PLAN_PERSONAS: readonly Persona[] = [
  persona('workflow-architect', 'rehearsal'),
  persona('design-verifier', 'teller'),
  persona('instruction-writer', 'rehearsal'),
  persona('file-structure-designer', 'teller'),
  persona('validation-checkpoint-designer', 'command'),
  persona('solution-architect', 'namer'),
  persona('developer', 'rehearsal'),
  persona('verifier', 'teller'),
];

/**
 * Leases are short and patience is little, so that both run out. No session waits for what another one holds
 * of the day's budget: that one may wait for a person.
 */
export const withLoops = (config: Config, dice: Dice): Config => ({
  ...config,
  budget: { ...config.budget, dayUsd: null, dayTokens: null },
  queue: { ...config.queue, leaseMs: dice.between(2, 8) * MINUTE },
  failures: { ...config.failures, max: dice.between(1, 4) },
});

/** Sessions of two levels may begin others, a few each. */
export const withChildren = (config: Config): Config => ({
  ...config,
  limits: { ...config.limits, depth: 2, childrenPerSession: 3 },
});

const simulatedLimits = (dice: Dice): Config['limits'] => ({
  sessions: dice.between(1, 3),
  lifetimeMs: 30 * MINUTE,
  sessionDiskWarnMb: 100,
  sessionDiskMb: 500,
  totalDiskMb: 1000,
  depth: 0,
  agentsPerRun: 4,
  promptMb: 8,
  childrenPerSession: 5,
  itemsPerSession: 100,
  messagesPerSession: 500,
  questionsPerSession: 50,
  notesPerSession: 200,
  ...NO_RESOURCE_LIMITS,
});

export const simulatedConfig = (dice: Dice): Config => ({
  cli: 'rehearsal',
  mode: 'headless',
  store: null,
  host: null,
  preflight: 'on',
  mcp: { sessions: 'on' },
  mail: { ackAfterMs: 30 * MINUTE, outsideUrl: null },
  paths: { sessions: 's', agents: 'a', worktrees: 'w', archive: 'r', outputs: 'o', plans: 'p' },
  limits: simulatedLimits(dice),
  timeouts: {
    turnMs: 10 * MINUTE,
    silenceMs: 2 * MINUTE,
    outputMs: null,
    runMs: 30 * MINUTE,
    sweepMs: MINUTE,
    graceMs: 10 * SECOND,
    startMs: 40 * SECOND,
    idleProcessMs: 3 * MINUTE,
    backgroundMs: 10 * MINUTE,
  },
  retries: dice.between(0, 3),
  failures: { max: 5, backoffCapMs: MINUTE },
  tmux: { prefix: 'swarm', keepOnExit: false },
  log: { level: 'info', retentionDays: 30 },
  acp: { command: [] },
  agent: { wrap: [] },
  env: { pass: [] },
  claude: { maxTurns: 50, stretches: 2, budgetUsd: 10, allowedTools: [], settings: null, mcpConfig: null },
  budget: {
    sessionUsd: dice.chance(0.2) ? dice.between(1, 6) / 2 : null,
    runUsd: null,
    dayUsd: dice.chance(0.2) ? dice.between(1, 20) / 2 : null,
    sessionTokens: dice.chance(0.05) ? dice.between(500, 3_000) : null,
    runTokens: null,
    dayTokens: dice.chance(0.05) ? dice.between(500, 10_000) : null,
    warnAt: 0.8,
  },
  notify: {
    channels: dice.chance(0.3) ? ['webhook', 'email'] : [],
    on: ['question', 'session-failed'],
    urgent: [],
    quietHours: null,
    limit: dice.between(1, 3),
    limitTimeMs: 5 * MINUTE,
    remindMs: dice.chance(0.3) ? 10 * MINUTE : null,
    unansweredAfterMs: 30 * 60_000,
    stuckAfterMs: 30 * 60_000,
    smtpHost: null,
    smtpPort: 587,
    smtpSecurity: 'none',
    emailFrom: null,
    emailTo: [],
  },
  dashboard: { idleStopMs: 3_600_000 },
  supervisor: { idleStopMs: null },
  workspace: { default: 'here', copy: [], install: [], trashDays: 7 },
  merge: { check: null, timeoutMs: 600_000 },
  gate: { command: null, timeoutMs: 600_000 },
  cleanup: 'auto',
  captureOutput: true,
  verbose: false,
  plan: { loopSimilarity: 0.6, rounds: 3, timeoutMs: null },
  queue: { source: 'swarm', leaseMs: 1_800_000 },
  ...{ race: { stageMs: 600_000 }, reservations: { enforce: 'off' } },
  loop: {
    ...{ delayMs: 0, maxIterations: 0, waiting: 'pass', archive: false, maxWaiting: 2 },
    ...{ workDir: null, rig: null, label: null, actor: null },
  },
});
