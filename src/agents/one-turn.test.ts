import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aSpec } from '../../tests/store/rows.ts';
import type { Agent, LaunchInput } from '../domain/agent/agent.ts';
import type { StartContext } from '../domain/agent/obstacle.ts';
import type { Session } from '../domain/session/session.ts';
import type { SessionSpec } from '../domain/session/spec.ts';
import type { Turn } from '../domain/turn/turn.ts';
import { codex } from './codex.ts';
import { CONTRACT_TEXT } from './contract-text.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';

const AGENTS: readonly Agent[] = [codex, gemini, opencode];
const EACH = AGENTS.map((agent) => [agent.name, agent] as const);

const SPEC: SessionSpec = aSpec({ prompt: 'work', personaText: 'You test.' });
type More = Omit<Partial<LaunchInput>, 'spec'> & { spec?: Partial<SessionSpec>; model?: string };

const given = ({ spec, model, ...more }: More = {}): LaunchInput => ({
  session: { id: 's-1', persona: 'tester', mode: 'headless', model: model ?? null } as Session,
  turn: { id: 't-1', body: 'work' } as Turn,
  attempt: 1,
  conversationId: 'c-1',
  resume: false,
  paths: {
    project: '/p',
    workDir: '/p/w',
    sessionDir: '/p/s',
    attemptDir: '/p/s/attempts/1',
    binDir: '/p/bin',
    rehearsalProgram: '',
    home: '/h',
  },
  ...more,
  spec: { ...SPEC, ...spec },
});
const argvOf = (agent: Agent, more: More = {}): readonly string[] => agent.plan(given(more)).argv;
const hasWord = (agent: Agent, word: string, more: More): boolean => argvOf(agent, more).includes(word);

const ROLE_FLAG = 'developer_instructions=';
const ROLE = `You test.\n\n${CONTRACT_TEXT}`;

test('codex begins with a sandbox, our folder, its role and the prompt on its stdin', () => {
  expect(argvOf(codex, { model: 'm' })).toEqual([
    'codex',
    'exec',
    '--json',
    '--sandbox=workspace-write',
    '--add-dir=/p/s/attempts/1',
    '-c',
    'allow_login_shell=false',
    '-c',
    `developer_instructions=${JSON.stringify(ROLE)}`,
    '--model=m',
    '-',
  ]);
  expect(codex.plan(given())).toMatchObject({ input: 'prompt', files: { 'prompt.md': 'work' } });
});

test('codex goes on by the name of its thread, in a sandbox all the same', () => {
  const words = argvOf(codex, { resume: true });
  expect(words.slice(-3)).toEqual(['resume', 'c-1', '-']);
  expect(words).toContain('--sandbox=workspace-write');
});

test('codex reads a role that is too long for an argument before its first task', () => {
  const personaText = 'x'.repeat(120_000);
  const begun = codex.plan(given({ spec: { personaText } }));
  expect(begun.argv.join(' ')).not.toContain('developer_instructions');
  expect(begun.files['prompt.md']).toMatch(/^x+\n\n# Agent contract.*TASK DELEGATION.*work$/s);
  expect(codex.plan(given({ spec: { personaText }, resume: true })).files['prompt.md']).toBe('work');
});

test('codex holds its model to a schema', () => {
  const plan = codex.plan(given({ settings: { schema: '{"type":"object"}' } }));
  expect(plan.argv).toContain('--output-schema=/p/s/attempts/1/schema.json');
  expect(plan.files['schema.json']).toBe('{"type":"object"}');
});

test('gemini begins a conversation with our id, and reads its role before the first task', () => {
  expect(argvOf(gemini, { model: 'm' })).toEqual([
    'gemini',
    '--output-format=stream-json',
    '--session-id=c-1',
    '--approval-mode=auto_edit',
    '--policy=/p/s/attempts/1/policy.toml',
    '--include-directories=/p/s/attempts/1',
    '--model=m',
  ]);
  expect(gemini.plan(given()).files['prompt.md']).toBe(
    `${ROLE.trimEnd()}\n\n---\n\n**TASK DELEGATION**:\n\nwork`,
  );
});

test('gemini goes on with the conversation, and is not told again who it is', () => {
  const plan = gemini.plan(given({ resume: true }));
  expect(plan.argv).toContain('--resume=c-1');
  expect(plan.files['prompt.md']).toBe('work');
});

test('gemini may run our command, and what the persona lists', () => {
  const policyOf = (tools: readonly string[]) => gemini.plan(given({ spec: { tools } })).files['policy.toml'];
  const rule = (prefix: string) =>
    `[[rule]]\ntoolName = "run_shell_command"\n${prefix}decision = "allow"\npriority = 100\n`;
  expect(policyOf([])).toBe(rule('commandPrefix = "swarm"\n'));
  expect(policyOf(['Read', 'Bash(git log *)', 'Bash(swarm *)'])).toBe(
    `${rule('commandPrefix = "swarm"\n')}\n${rule('commandPrefix = "git log"\n')}`,
  );
  expect(policyOf(['Bash'])).toBe(rule(''));
});

const configOf = (more: More = {}): unknown =>
  JSON.parse(opencode.plan(given(more)).env.OPENCODE_CONFIG_CONTENT ?? '');

const LOGGING = ['--print-logs', '--log-level=ERROR'];

test('opencode begins with its role beside its own instructions, and may write to our folder', () => {
  expect(argvOf(opencode, { model: 'p/m' })).toEqual([
    'opencode',
    'run',
    '--format=json',
    ...LOGGING,
    '--model=p/m',
  ]);
  expect(configOf()).toEqual({
    instructions: ['/p/s/attempts/1/persona.md'],
    permission: { external_directory: { '/p/s/attempts/1/**': 'allow' } },
  });
  expect(opencode.plan(given())).toMatchObject({ input: 'prompt', files: { 'prompt.md': 'work' } });
});

test('opencode goes on by the name of its session', () => {
  expect(argvOf(opencode, { resume: true })).toContain('--session=c-1');
});

test('who does not write is kept from it, whatever mode the persona names', () => {
  const spec = { writes: false, permissionMode: 'bypassPermissions' };
  expect(hasWord(codex, '--sandbox=read-only', { spec })).toBe(true);
  expect(hasWord(gemini, '--approval-mode=default', { spec })).toBe(true);
  expect(hasWord(opencode, '--auto', { spec })).toBe(false);
  expect(configOf({ spec })).toMatchObject({
    permission: { edit: 'deny', bash: { '*': 'deny', swarm: 'allow', 'swarm *': 'allow' } },
  });
  expect(configOf({ spec: { ...spec, tools: ['Bash'] } })).not.toHaveProperty('permission.bash');
});

test.each([
  [codex, 'plan', '--sandbox=read-only'],
  [codex, 'acceptEdits', '--sandbox=workspace-write'],
  [codex, 'danger-full-access', '--sandbox=danger-full-access'],
  [gemini, 'acceptEdits', '--approval-mode=auto_edit'],
  [gemini, 'plan', '--approval-mode=plan'],
  [gemini, 'yolo', '--approval-mode=yolo'],
  [opencode, 'auto', '--auto'],
] as const)('a mode that the persona names is the one that it gets (%#)', (agent, permissionMode, word) => {
  expect(hasWord(agent, word, { spec: { permissionMode } })).toBe(true);
});

test.each(EACH)(
  '%s is started without any flag that skips a question, unless a persona says so',
  (_, agent) => {
    const modes = [null, 'default', 'acceptEdits', 'plan', 'manual', 'no-such-mode'];
    for (const permissionMode of modes) {
      const words = argvOf(agent, { spec: { permissionMode } }).filter((word) => !word.includes(ROLE_FLAG));
      expect(words.join(' ')).not.toMatch(/yolo|--auto\b|danger|bypass|skip/);
    }
  },
);

test.each(EACH)('%s tells what it does not know and what is no event, and never throws', (name, agent) => {
  expect(agent.parseLine('{"type":"brand.new"}')).toEqual([{ kind: 'unknown', type: 'brand.new' }]);
  expect(agent.parseLine('{"type":')).toEqual([{ kind: 'broken', problem: 'not JSON: {"type":' }]);
  expect(agent.parseLine('')).toEqual([]);
  const types = ['item.completed', 'turn.failed', 'turn.completed', 'thread.started', 'message', 'result'];
  const more = ['tool_use', 'tool_result', 'step_start', 'step_finish', 'error', 'text', 'init'];
  const event = fc.record(
    {
      type: fc.constantFrom(...types, ...more),
      ...Object.fromEntries(
        ['item', 'error', 'usage', 'part', 'stats', 'content', 'thread_id', 'status', 'sessionID'].map(
          (key) => [key, fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()))] as const,
        ),
      ),
    },
    { requiredKeys: ['type'] },
  );
  fc.assert(
    fc.property(event, (one) => {
      expect(Array.isArray(agent.parseLine(JSON.stringify(one))), name).toBe(true);
    }),
  );
});

test.each(EACH)('%s: an id that would be read as a flag is no id', (_, agent) => {
  const ids = { thread_id: '--evil', session_id: '--evil', sessionID: '--evil' };
  const facts = ['thread.started', 'init', 'step_start'].flatMap((type) =>
    agent.parseLine(JSON.stringify({ type, ...ids })),
  );
  expect(facts.filter(({ kind }) => kind === 'began')).toMatchObject([{ conversationId: null }]);
});

const problemsOf = (agent: Agent, event: object): unknown[] =>
  agent
    .parseLine(JSON.stringify(event))
    .flatMap((fact) => (fact.kind === 'turn-ended' ? [fact.problem] : []));

test.each([
  ["You've hit your usage limit. Try again at 3:05 PM.", 'rate-limit'],
  ['stream disconnected before completion: error sending request', 'network'],
  ['Quota exceeded. Check your plan and billing details.', 'billing'],
  ['unexpected status 503 Service Unavailable: x', 'server-error'],
  ['Missing environment variable: `OPENAI_API_KEY`.', 'authentication'],
  ['something else', 'unknown'],
])('codex: "%s" is %s', (message, problem) => {
  expect(problemsOf(codex, { type: 'turn.failed', error: { message } })).toEqual([problem]);
});

test.each([
  ['[API Error: fetch failed]', 'unknown', 'network'],
  ['[API Error: You have exhausted your daily quota on this model.]', 'unknown', 'rate-limit'],
  ['too many turns', 'FatalTurnLimitedError', 'max-turns'],
  ['something else', 'unknown', 'unknown'],
])('gemini: "%s" of type %s is %s', (message, type, problem) => {
  const error = { type, message };
  expect(problemsOf(gemini, { type: 'result', status: 'error', error })).toEqual([problem]);
});

test.each([
  [{ name: 'APIError', data: { message: 'Cannot connect to API: Unable to connect.' } }, 'network'],
  [{ name: 'ProviderAuthError', data: { message: 'no key' } }, 'authentication'],
  [{ name: 'MessageAbortedError', data: {} }, 'aborted'],
  [{ name: 'UnknownError', data: { message: 'Unexpected server error.' } }, 'unknown'],
])('opencode: the error %j is %s', (error, problem) => {
  expect(problemsOf(opencode, { type: 'error', sessionID: 'ses_1', error })).toEqual([problem]);
});

test('opencode whose model was cut short has not ended well', () => {
  const cut = { type: 'step_finish', part: { reason: 'length', cost: 0.5, tokens: { input: 1, output: 2 } } };
  expect(opencode.parseLine(JSON.stringify(cut))).toMatchObject([{ ok: false, turnCostUsd: 0.5 }]);
});

const context = (env: Record<string, string> = {}): StartContext => ({
  home: '/h',
  workDir: '/p',
  repository: null,
  mode: 'headless',
  permissionMode: null,
  env,
  platform: 'linux',
  isRoot: false,
});

test.each([
  [codex, '/h/.codex/auth.json', { CODEX_HOME: '/moved' }, '/moved/auth.json', 'OPENAI_API_KEY'],
  [
    gemini,
    '/h/.gemini/oauth_creds.json',
    { GEMINI_CLI_HOME: '/moved' },
    '/moved/.gemini/oauth_creds.json',
    'GEMINI_API_KEY',
  ],
  [
    opencode,
    '/h/.local/share/opencode/auth.json',
    { XDG_DATA_HOME: '/moved' },
    '/moved/opencode/auth.json',
    'OPENAI_API_KEY',
  ],
] as const)('a login is told by its variable or its file, which is not opened (%#)', (...given) => {
  const [agent, file, env, movedFile, variable] = given;
  expect(agent.startFiles?.(context())).toEqual([{ path: file, look: 'exists' }]);
  expect(agent.startFiles?.(context(env))).toEqual([{ path: movedFile, look: 'exists' }]);
  expect(agent.tellLogin?.(context(), { [file]: '' })).toEqual({ is: 'found', by: file });
  expect(agent.tellLogin?.(context({ [variable]: 'k' }), {})).toEqual({ is: 'found', by: variable });
  expect(agent.tellLogin?.(context({ [variable]: '' }), { [file]: null })).toMatchObject({ is: 'unknown' });
});

test.each(EACH)('%s: exactly the modes that doctor warns of skip a question', (_, agent) => {
  const skipping = /yolo|--auto\b|danger/;
  for (const [permissionMode, { skips }] of Object.entries(agent.permissionModes ?? {})) {
    const words = argvOf(agent, { spec: { permissionMode } }).filter((word) => !word.includes(ROLE_FLAG));
    expect(skipping.test(words.join(' ')), permissionMode).toBe(skips);
  }
});

const WITH_MCP: More = { settings: { hasMcp: true } };

test('codex is given our MCP server with its variables by name, so that no secret is an argument', () => {
  const set = argvOf(codex, WITH_MCP).filter((word) => word.startsWith('mcp_servers.swarm.'));
  expect(set).toEqual([
    'mcp_servers.swarm.command="/p/bin/swarm"',
    'mcp_servers.swarm.args=["mcp"]',
    expect.stringMatching(/^mcp_servers\.swarm\.env_vars=\["SWARM_PROJECT",.*"SWARM_ATTEMPT_TOKEN",/),
    'mcp_servers.swarm.default_tools_approval_mode="approve"',
  ]);
  expect(argvOf(codex).some((word) => word.startsWith('mcp_servers'))).toBe(false);
});

test('opencode is given our MCP server and may use its tools, also where it only reads', () => {
  const configOf = (more: More) =>
    JSON.parse(opencode.plan(given(more)).env.OPENCODE_CONFIG_CONTENT ?? '{}') as Record<string, object>;
  expect(configOf({ ...WITH_MCP, spec: { writes: false } })).toMatchObject({
    mcp: { swarm: { type: 'local', command: ['/p/bin/swarm', 'mcp'], enabled: true } },
    permission: { 'swarm_*': 'allow', edit: 'deny' },
  });
  expect(configOf({})).not.toHaveProperty('mcp');
});
