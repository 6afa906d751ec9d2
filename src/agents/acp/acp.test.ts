import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aSession, aSpec, aTurn } from '../../../tests/store/rows.ts';
import type { ProtocolScene } from '../../domain/agent/agent.ts';
import type { AgentFact } from '../../domain/agent/fact.ts';
import { acp } from '../acp.ts';
import { readLines } from './read.ts';
import { writeLines } from './write.ts';

/** What the real programs told over ACP when a stand-in answered them. */
const RECORDED = new URL('../../../tests/agents/recorded/', import.meta.url);
const recorded = (folder: string): string[] =>
  readFileSync(new URL(`${folder}/talk.jsonl`, RECORDED), 'utf8')
    .trimEnd()
    .split('\n');

const spec = aSpec({ tools: [], writes: true, permissionMode: null, personaText: 'You test.' });
const launch = { spec, resume: false };
const factsOf = (lines: readonly string[], more: object = {}): readonly AgentFact[] =>
  readLines(null, lines, { ...launch, ...more }).facts;
const kindsOf = (facts: readonly AgentFact[]): string[] => facts.map(({ kind }) => kind);
const line = (message: object): string => JSON.stringify({ jsonrpc: '2.0', ...message });
const update = (body: object): string =>
  line({ method: 'session/update', params: { sessionId: 's', update: body } });

const GREETING = line({
  id: 'initialize',
  result: {
    agentInfo: { name: 'some-agent' },
    agentCapabilities: { loadSession: true, sessionCapabilities: { resume: {} } },
  },
});
const OPENED = line({
  id: 'session',
  result: {
    sessionId: 's-1',
    modes: { currentModeId: 'default', availableModes: [{ id: 'default' }, { id: 'yolo' }, { id: 'plan' }] },
    models: { availableModels: [] },
  },
});
const ENDED = line({ id: 'prompt-turn-1', result: { stopReason: 'end_turn' } });

const heardAfter = (lines: readonly string[], more: object = {}): string =>
  readLines(null, lines, { ...launch, ...more }).heard;

const sceneOf = (
  more: Partial<ProtocolScene> & { resume?: boolean; model?: string } = {},
): ProtocolScene => ({
  launch: {
    session: aSession({ model: more.model ?? null }),
    spec,
    turn: aTurn({ id: 'turn-1' }),
    attempt: 1,
    conversationId: 'c-1',
    resume: more.resume ?? false,
    paths: {
      project: '/p',
      workDir: '/p/w',
      sessionDir: '/p/s',
      attemptDir: '/p/s/1',
      binDir: '/b',
      rehearsalProgram: '/r',
      home: '/h',
    },
  },
  turns: [aTurn({ id: 'turn-1', state: 'handed', body: 'Work.' })],
  answers: [],
  isCancelled: false,
  heardBefore: [],
  now: 0,
  ...more,
});
const sentAfter = (lines: readonly string[], scene: ProtocolScene = sceneOf()) =>
  writeLines(heardAfter(lines, { resume: scene.launch.resume }), scene).lines.map(({ text }) =>
    JSON.parse(text),
  );
const methodsAfter = (lines: readonly string[], scene?: ProtocolScene): unknown[] =>
  sentAfter(lines, scene).map(({ method, id }) => method ?? id);

test('gemini tells tools that it asks about, its words, and the tokens of the turn', () => {
  const facts = factsOf(recorded('acp-gemini-0.61.0'));
  expect(facts.slice(0, 10)).toMatchObject([
    { kind: 'began', conversationId: null },
    { kind: 'began', conversationId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    { kind: 'tool-started', name: 'run_shell_command', summary: 'echo hi > a.txt' },
    { kind: 'permission-asked', tool: 'run_shell_command', input: '{"command":"echo hi > a.txt"}' },
    { kind: 'tool-ended', ok: true },
    { kind: 'tool-started', name: 'write_file' },
    {
      kind: 'permission-asked',
      tool: 'write_file',
      input: '{"file_path":"/person/work/b.txt","content":"hello\\nworld\\n"}',
    },
    { kind: 'tool-ended', ok: true },
    { kind: 'said', text: 'All is done.', asResult: 'part' },
    { kind: 'turn-ended', ok: true, inputTokens: 300, outputTokens: 60, processCostUsd: null },
  ]);
  expect(facts.slice(10)).toMatchObject([
    { kind: 'turn-ended', problem: 'authentication', text: 'the stand-in answers 401' },
    { kind: 'turn-ended', problem: 'rate-limit', text: 'the stand-in answers 429' },
    { kind: 'turn-ended', problem: 'server-error', text: 'the stand-in answers 500' },
    { kind: 'turn-ended', problem: 'invalid-request' },
  ]);
});

test('opencode tells a tool before it asks, wants a method that we lack, and hides the status', () => {
  const lines = recorded('acp-opencode-1.18.33');
  const facts = factsOf(lines);
  expect(facts).toMatchObject([
    { kind: 'began', conversationId: null },
    { kind: 'began', conversationId: expect.stringMatching(/^ses_/) },
    { kind: 'tool-started', name: 'bash' },
    { kind: 'permission-asked', tool: 'bash', summary: 'echo hi > a.txt' },
    { kind: 'tool-ended', ok: true, text: '(no output)' },
    { kind: 'tool-started', name: 'write' },
    { kind: 'permission-asked', tool: 'write', input: expect.stringContaining('hello\\nworld\\n') },
    { kind: 'tool-ended', ok: true, text: 'Wrote file successfully.' },
    { kind: 'said', text: 'All is done.' },
    { kind: 'turn-ended', ok: true, inputTokens: 100, outputTokens: 20 },
    { kind: 'turn-ended', problem: 'authentication', text: 'the stand-in answers 401' },
    { kind: 'turn-ended', problem: 'rate-limit' },
  ]);
  expect(sentAfter(lines)).toContainEqual(
    expect.objectContaining({ id: 2, error: expect.objectContaining({ code: -32601 }) }),
  );
});

test('read in two parts, a record means the same as in one', () => {
  const lines = recorded('acp-opencode-1.18.33');
  for (let at = 0; at <= lines.length; at++) {
    const first = readLines(null, lines.slice(0, at), launch);
    const second = readLines(first.heard, lines.slice(at), launch);
    const whole = readLines(null, lines, launch);
    expect([...first.facts, ...second.facts]).toEqual(whole.facts);
    expect(second.heard).toBe(whole.heard);
  }
});

test('each line is sent once what it needs was heard, and one prompt at a time', () => {
  expect(methodsAfter([])).toEqual(['initialize']);
  expect(methodsAfter([GREETING])).toEqual(['initialize', 'session/new']);
  expect(methodsAfter([GREETING, OPENED])).toEqual(['initialize', 'session/new', 'session/prompt']);
  const turns = [
    aTurn({ id: 'turn-1', state: 'seen', body: 'Work.' }),
    aTurn({ id: 'turn-2', state: 'handed', body: 'More.' }),
  ];
  const prompts = (scene: ProtocolScene) =>
    sentAfter([GREETING, OPENED], scene).filter(({ method }) => method === 'session/prompt');
  expect(prompts(sceneOf({ turns }))).toHaveLength(1);
  const [done, next] = turns;
  if (!done || !next) throw new Error('two turns');
  const both = prompts(sceneOf({ turns: [{ ...done, state: 'done' }, next] }));
  expect(both.map(({ id }) => id)).toEqual(['prompt-turn-1', 'prompt-turn-2']);
  expect(both[0].params.prompt[0].text).toMatch(/^You test\.[\s\S]*Work\.$/);
  expect(both[1].params.prompt[0].text).toBe('More.');
});

test('a conversation is begun and resumed with our own MCP server, but not where it could not speak', () => {
  const serversOf = (greeting: string, more: Partial<ProtocolScene['launch']>) => {
    const scene = sceneOf();
    const launch = { ...scene.launch, ...more };
    return sentAfter([greeting], { ...scene, launch })[1].params.mcpServers;
  };
  const settings = { hasMcp: true };
  const ours = [{ name: 'swarm', command: '/b/swarm', args: ['mcp'], env: [] }];
  expect(serversOf(GREETING, { settings })).toEqual(ours);
  expect(serversOf(GREETING, { settings, resume: true })).toEqual(ours);
  expect(serversOf(GREETING, {})).toEqual([]);
  expect(serversOf(GREETING.replace('some-agent', 'codex-acp'), { settings })).toEqual([]);
});

test('mode and model are settled before the first prompt', () => {
  const scene = sceneOf({ model: 'big' });
  const bold = {
    ...scene,
    launch: { ...scene.launch, spec: aSpec({ ...spec, permissionMode: 'bypassPermissions' }) },
  };
  const before = methodsAfter([GREETING, OPENED], bold);
  expect(before).toEqual(['initialize', 'session/new', 'session/set_mode', 'session/set_model']);
  const set = [GREETING, OPENED, line({ id: 'mode', result: {} }), line({ id: 'model', result: {} })];
  expect(methodsAfter(set, bold).at(-1)).toBe('session/prompt');
});

test('a conversation is gone on with by what the agent offers, and what it repeats means nothing', () => {
  const resume = sceneOf({ resume: true });
  expect(methodsAfter([GREETING], resume)).toEqual(['initialize', 'session/resume']);
  const loads = GREETING.replace('"resume":{}', '"list":{}');
  expect(methodsAfter([loads], resume)).toEqual(['initialize', 'session/load']);
  const old = update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'old' } });
  expect(kindsOf(factsOf([loads, old, OPENED, ENDED], { resume: true }))).toEqual(['began', 'turn-ended']);
  const neither = GREETING.replace('"loadSession":true', '"loadSession":false').replace('"resume":{}', '');
  expect(kindsOf(factsOf([neither], { resume: true }))).toEqual(['began', 'resume-refused']);
});

test('a conversation that the agent does not have is told; a missing login is told as that', () => {
  const gone = line({ id: 'session', error: { code: -32603, message: 'no rollout found' } });
  expect(kindsOf(factsOf([GREETING, gone], { resume: true }))).toEqual(['began', 'resume-refused']);
  const login = line({ id: 'session', error: { code: -32000, message: 'Authentication required' } });
  expect(factsOf([GREETING, login], { resume: true }).at(-1)).toMatchObject({ problem: 'authentication' });
});

test('gemini is loaded in a later minute, and is prompted when it has repeated everything', () => {
  const gemini = GREETING.replace('some-agent', 'gemini-cli').replace('"resume":{}', '');
  const heard = heardAfter([gemini], { resume: true });
  const began = 5 * 60_000 + 1_000;
  const early = writeLines(heard, sceneOf({ resume: true, heardBefore: [began], now: began + 5_000 }));
  expect(early).toMatchObject({ moreAt: 6 * 60_000, lines: [{}] });
  const later = writeLines(heard, sceneOf({ resume: true, heardBefore: [began], now: 6 * 60_000 }));
  expect(later).toMatchObject({ moreAt: null, lines: [{}, {}] });
  const loaded = [gemini, OPENED, update({ sessionUpdate: 'user_message_chunk' })];
  const scene = sceneOf({ resume: true });
  expect(methodsAfter(loaded, scene)).toEqual(['initialize', 'session/load']);
  const over = [...loaded, update({ sessionUpdate: 'available_commands_update' })];
  expect(methodsAfter(over, scene).at(-1)).toBe('session/prompt');
});

const ASKED = line({
  id: 0,
  method: 'session/request_permission',
  params: {
    toolCall: { toolCallId: 't', kind: 'execute', title: 'x', rawInput: { command: 'rm -rf /\n#' } },
    options: [
      { optionId: 'A', kind: 'allow_always' },
      { optionId: 'N', kind: 'reject_once' },
      { optionId: 'Y', kind: 'allow_once' },
    ],
  },
});
const requestIn = (facts: readonly AgentFact[]): string =>
  facts.flatMap((fact) => (fact.kind === 'permission-asked' ? [fact.requestId] : []))[0] ?? '';

test('an answer picks the option by its kind; a broken off turn answers what is open as cancelled', () => {
  const requestId = requestIn(factsOf([GREETING, OPENED, ASKED]));
  const answer = (behaviour: 'allow' | 'deny') =>
    acp.renderAnswer?.({ requestId, behaviour, message: '', input: '{}' }, 'headless');
  expect(answer('allow')).toMatchObject({ line: expect.stringContaining('"optionId":"Y"') });
  expect(answer('deny')).toMatchObject({ line: expect.stringContaining('"optionId":"N"') });
  const always = { requestId, behaviour: 'allow', message: '', input: '{}', grant: '{}' } as const;
  expect(acp.renderAnswer?.(always, 'headless')).toMatchObject({
    line: expect.stringContaining('"optionId":"A"'),
  });
  const cancelled = sentAfter([GREETING, OPENED, ASKED], sceneOf({ isCancelled: true })).slice(-2);
  expect(cancelled).toMatchObject([
    { method: 'session/cancel' },
    { id: 0, result: { outcome: { outcome: 'cancelled' } } },
  ]);
});

test('a request shows all that the agent told, line by line, and its own words for always', () => {
  const named = ASKED.replace('"kind":"allow_always"', '"kind":"allow_always","name":"For this session"');
  expect(factsOf([GREETING, OPENED, named]).at(-1)).toMatchObject({
    details: expect.stringMatching(/rm -rf \/\n\s+#/),
    grant: { words: ['For this session'] },
  });
  const bare = ASKED.replace('"rawInput":{"command":"rm -rf /\\n#"}', '"content":[]').replace(
    'execute',
    'other',
  );
  expect(factsOf([GREETING, OPENED, bare]).at(-1)).toMatchObject({ input: '{"title":"x"}' });
});

test('a request is withdrawn by the agent, or by the end of its turn', () => {
  const before = [GREETING, OPENED, ASKED];
  const requestId = requestIn(factsOf(before));
  const withdrawn = { kind: 'request-withdrawn', requestId };
  const recalled = line({ method: '$/cancel_request', params: { requestId: 0 } });
  expect(factsOf([...before, recalled]).at(-1)).toEqual(withdrawn);
  expect(factsOf([...before, ENDED]).slice(-2)).toMatchObject([withdrawn, { kind: 'turn-ended' }]);
});

test.each([
  ['swarm result x', [], true],
  ['swarm result \'{"a": 1; x}\'', [], true],
  ['swarm result x; rm -rf /', [], false],
  ['swarm result $(rm -rf /)', [], false],
  ['swarmed', [], false],
  ['git log -1', ['Bash(git log *)'], true],
  ['git log -1 && rm x', ['Bash(git log *)'], false],
  ['anything; at all', ['Bash'], true],
])('%s with the tools %j needs no permission: %s', (command, tools, isAllowed) => {
  const asked = ASKED.replace('"rm -rf /\\n#"', JSON.stringify(command));
  const facts = factsOf([GREETING, OPENED, asked], { spec: { ...spec, tools } });
  expect(kindsOf(facts).includes('permission-asked')).toBe(!isAllowed);
});

test.each([
  ['mcp__swarm__mail_send', 'other', true],
  ['mcp_swarm_mail_send', 'other', true],
  ['mcp__swarmed__x', 'other', false],
  ['mcp__swarm__mail_send', 'execute', false],
])('a tool %s of kind %s needs no permission: %s', (name, kind, isAllowed) => {
  const asked = ASKED.replace('"kind":"execute"', `"kind":"${kind}","name":"${name}"`);
  expect(kindsOf(factsOf([GREETING, OPENED, asked])).includes('permission-asked')).toBe(!isAllowed);
});

test('a turn that failed although its agent calls it a success has failed', () => {
  const failure = { category: 'limit', severity: 'error', title: 'You have hit your usage limit.' };
  const result = { stopReason: 'end_turn', _meta: { jetbrains: { air: { sessionFailure: failure } } } };
  const facts = factsOf([GREETING, OPENED, line({ id: 'prompt-turn-1', result })]);
  expect(facts.at(-1)).toMatchObject({ kind: 'turn-ended', ok: false, problem: 'rate-limit' });
});

test.each([
  [{ code: -32603, message: 'x', data: { errorKind: 'rate_limit' } }, 'rate-limit'],
  [
    { code: -32603, message: 'x', data: { codex_error_info: { a: { http_status_code: 429 } } } },
    'rate-limit',
  ],
  [{ code: -32000, message: 'Authentication required' }, 'authentication'],
  [{ code: -32603, message: 'Internal error: Incorrect API key provided' }, 'authentication'],
  [{ code: -32603, message: 'Internal error: Unable to connect. Is the computer able' }, 'network'],
  [{ code: -32603, message: 'Input exceeds the maximum length of 1048576 characters.' }, 'invalid-request'],
  [{ code: -32603, message: 'Something else' }, 'unknown'],
])('an error %j is %s', (error, problem) => {
  expect(factsOf([GREETING, OPENED, line({ id: 'prompt-turn-1', error })]).at(-1)).toMatchObject({ problem });
});

test('money is a total of the conversation, and cached tokens are counted once', () => {
  const cost = update({ sessionUpdate: 'usage_update', cost: { amount: 0.5, currency: 'USD' } });
  const usage = { inputTokens: 10, cachedReadTokens: 90, outputTokens: 20, totalTokens: 120 };
  const end = line({ id: 'prompt-turn-1', result: { stopReason: 'end_turn', usage } });
  expect(factsOf([GREETING, OPENED, cost, end]).at(-1)).toMatchObject({
    inputTokens: 100,
    outputTokens: 20,
    processCostUsd: 0.5,
    costsConversation: true,
  });
});

test('bad lines, answers to nothing and unknown notifications are passed over', () => {
  const lines = [
    'nonsense',
    line({ id: null, error: { code: -32700 } }),
    line({ method: '_auth/status_update' }),
  ];
  expect(kindsOf(factsOf([...lines, '[]']))).toEqual(['broken', 'broken']);
});
