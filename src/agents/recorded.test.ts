import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AgentFact } from '../domain/agent/fact.ts';
import { findAgent } from './registry.ts';

/** What the real programs told when the stand-in answered them: see tests/long/agents. */
const RECORDED = new URL('../../tests/agents/recorded/', import.meta.url);

function factsOf(folder: string, name: string): readonly AgentFact[] {
  const agent = findAgent(folder.split('-')[0] ?? '');
  const lines = readFileSync(new URL(`${folder}/${name}.jsonl`, RECORDED), 'utf8').split('\n');
  return lines.flatMap((line) => agent?.parseLine(line) ?? []);
}

const CODEX = 'codex-0.166.0';
const GEMINI = 'gemini-0.61.0';
const OPENCODE = 'opencode-1.18.33';

const began = (conversationId: string, model: string | null = null): AgentFact => ({
  kind: 'began',
  conversationId,
  model,
});
const started = (name: string, summary: string): AgentFact =>
  expect.objectContaining({ kind: 'tool-started', name, summary });
const done = (text: string, ok = true): AgentFact => ({ kind: 'tool-ended', ok, text });
const said = (text: string, asResult: 'whole' | 'part' = 'whole'): AgentFact => ({
  kind: 'said',
  text,
  asResult,
});
const ended = (more: object): AgentFact => ({
  kind: 'turn-ended',
  ok: true,
  text: '',
  problem: null,
  inputTokens: 0,
  outputTokens: 0,
  processCostUsd: null,
  ...more,
});
const failed = (problem: string, text: string): AgentFact => ended({ ok: false, problem, text });
const stalled = (text: string, problem: string): AgentFact => ({ kind: 'stalled', text, problem });
const tokens = (times: number) => ({ inputTokens: 100 * times, outputTokens: 20 * times });

const HAND_IN = `swarm result '{"summary":"wrote a.txt"}'`;

test('codex tells its tools, its last words, and the tokens of the whole thread', () => {
  expect(factsOf(CODEX, 'tools')).toEqual([
    began('01a1e1aa-9849-7890-b0f7-7bea6855ca62'),
    started('command_execution', `/bin/bash -c "printf '%s' 'hello' > '/project/a.txt'"`),
    done(''),
    started('command_execution', `/bin/bash -c "${HAND_IN.replaceAll('"', '\\"')}"`),
    done('the result is kept\n'),
    said('All is done.'),
    ended({ ...tokens(3), countsConversation: true }),
  ]);
});

test('codex goes on with the thread that it named, and counts on', () => {
  const thread = '01a1e1ab-7b80-7df1-9ace-31f9b9e3fe08';
  expect(factsOf(CODEX, 'first')).toEqual([
    began(thread),
    said('The first answer.'),
    ended({ ...tokens(1), countsConversation: true }),
  ]);
  expect(factsOf(CODEX, 'resumed')).toEqual([
    began(thread),
    said('The second answer.'),
    ended({ ...tokens(2), countsConversation: true }),
  ]);
});

test('codex that cannot reach its API is held up, and says no more than that', () => {
  const waiting = 'Reconnecting... waiting for network (Connection failed: error sending request)';
  expect(factsOf(CODEX, 'refused')).toEqual([
    began('01a1e1b1-40c1-7730-a2f2-24ff4a180ded'),
    stalled(waiting, 'network'),
  ]);
});

test('gemini tells its tools, its words in pieces, and the tokens of the process', () => {
  expect(factsOf(GEMINI, 'tools')).toEqual([
    began('46a5ec91-adcb-4478-be69-05e3b1e5337b', 'gemini-2.5-flash'),
    started('write_file', '/project/a.txt'),
    done(''),
    started('run_shell_command', HAND_IN),
    done('the result is kept'),
    said('All is done.', 'part'),
    ended(tokens(3)),
  ]);
});

test('gemini goes on with the conversation that we named, and counts anew', () => {
  const start = began('be4456cb-5d56-4b97-8281-50f115b72f3c', 'gemini-2.5-flash');
  expect(factsOf(GEMINI, 'first')).toEqual([start, said('The first answer.', 'part'), ended(tokens(1))]);
  expect(factsOf(GEMINI, 'resumed')).toEqual([start, said('The second answer.', 'part'), ended(tokens(1))]);
});

test('opencode tells each tool when it is over, and what each step took', () => {
  const step = began('ses_e1e55232dfferbQxKcYlUQS4lw');
  const spent: AgentFact = { kind: 'spent', ...tokens(1), costUsd: 0.00014 };
  expect(factsOf(OPENCODE, 'tools')).toEqual([
    step,
    started('write', '/project/a.txt'),
    done('Wrote file successfully.'),
    spent,
    step,
    started('bash', HAND_IN),
    done('the result is kept\n'),
    spent,
    step,
    said('All is done.'),
    ended({ ...tokens(1), turnCostUsd: 0.00014 }),
  ]);
});

test('opencode goes on with the conversation that it named', () => {
  const start = began('ses_e1e53589affeKaTeZT1MOpOPOc');
  const end = ended({ ...tokens(1), turnCostUsd: 0.00014 });
  expect(factsOf(OPENCODE, 'first')).toEqual([start, said('The first answer.'), end]);
  expect(factsOf(OPENCODE, 'resumed')).toEqual([start, said('The second answer.'), end]);
});

test('opencode without a permission tells a failed tool, and no end of its turn', () => {
  expect(factsOf(OPENCODE, 'rejected')).toEqual([
    began('ses_e1e4eda72ffec43kT0xK4xp5W6'),
    started('write', '/person/b.txt'),
    done('The user rejected permission to use this specific tool call.', false),
    { kind: 'spent', ...tokens(1), costUsd: 0.00014 },
  ]);
});

const HIGH_DEMAND = 'We’re currently experiencing high demand, which may cause temporary errors.';
const REFUSED_KEY =
  'unexpected status 401 Unauthorized: the stand-in answers 401, url: http://127.0.0.1:9/v1/responses';

test.each([
  [CODEX, 'status-400', 'invalid-request', 'the stand-in answers 400'],
  [CODEX, 'status-401', 'authentication', REFUSED_KEY],
  [CODEX, 'status-429', 'rate-limit', 'exceeded retry limit, last status: 429 Too Many Requests'],
  [CODEX, 'status-500', 'overloaded', HIGH_DEMAND],
  [GEMINI, 'status-400', 'invalid-request', 'the stand-in answers 400'],
  [GEMINI, 'status-401', 'authentication', 'the stand-in answers 401'],
  [GEMINI, 'status-500', 'server-error', 'the stand-in answers 500'],
  [OPENCODE, 'status-400', 'invalid-request', 'the stand-in answers 400'],
  [OPENCODE, 'status-401', 'authentication', 'the stand-in answers 401'],
  [OPENCODE, 'status-429', 'rate-limit', 'the stand-in answers 429'],
  [OPENCODE, 'status-500', 'server-error', 'the stand-in answers 500'],
] as const)('%s: %s ends the turn as %s', (...[folder, name, problem, text]) => {
  expect(factsOf(folder, name).at(-1)).toMatchObject(failed(problem, text));
});

test('a limit has its own end where the CLI hands that on', () => {
  const limits = (folder: string) =>
    factsOf(folder, 'status-429').flatMap((fact) => (fact.kind === 'turn-ended' ? [fact.resetAt] : []));
  expect(limits(CODEX)).toEqual([undefined]);
  expect(limits(GEMINI)).toEqual([undefined]);
  expect(limits(OPENCODE)).toEqual([1794787777632]);
  expect(factsOf(GEMINI, 'status-429').at(-1)).toMatchObject({ problem: 'rate-limit' });
});

test('no line that was recorded is unknown or broken', () => {
  const kinds = readdirSync(RECORDED).flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, RECORDED)).flatMap((file) =>
      factsOf(folder, file.replace('.jsonl', '')).map(({ kind }) => kind),
    ),
  );
  expect(kinds.length).toBeGreaterThan(60);
  expect(kinds.filter((kind) => kind === 'unknown' || kind === 'broken')).toEqual([]);
});

test('gemini answers a command that only its screen knows, which is no failure', () => {
  const text = '[API Error: Exiting due to command result that is not supported in non-interactive mode.]';
  expect(factsOf(GEMINI, 'command').at(-1)).toEqual(ended({ text }));
});
