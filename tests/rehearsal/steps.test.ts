import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RehearsalRoom } from './rehearsal-process.ts';

const room = new RehearsalRoom();
beforeAll(() => room.build());
afterAll(() => room.close());

test('a turn is told as Claude Code tells it: begun, seen, said, ended', async () => {
  const agent = room.begin('5b1d9a54-0f8e-4a43-9d0a-0d2f4a3c1e01');
  agent.prompt('```rehearsal\n- say: Hello.\n- say: Good-bye.\n```', 'turn-1');

  expect(await agent.finish()).toEqual({ code: 0, signal: null });
  expect(agent.facts).toEqual([
    { kind: 'began', conversationId: '5b1d9a54-0f8e-4a43-9d0a-0d2f4a3c1e01', model: 'rehearsal' },
    { kind: 'saw-turn', turnId: 'turn-1' },
    { kind: 'said', text: 'Hello.', asResult: 'whole' },
    { kind: 'said', text: 'Good-bye.', asResult: 'whole' },
    {
      kind: 'turn-ended',
      ok: true,
      text: 'Good-bye.',
      problem: null,
      inputTokens: expect.any(Number),
      outputTokens: 4,
      processCostUsd: 0,
    },
  ]);
  expect(agent.errors).toBe('');
});

test('sleep lasts as long as it says', async () => {
  const agent = room.begin();
  await agent.playOut('- sleep: 300ms', '- sleep: 50');
  const result = agent.events.find(({ type }) => type === 'result');
  expect(result?.duration_ms).toBeGreaterThanOrEqual(345);
});

test('write makes files and folders where the agent works', async () => {
  const agent = room.begin();
  await agent.playOut(
    '- write: {path: deep/er/a.txt, text: "a\\nb"}',
    `- write: {path: ${room.attemptDir}/b, text: c}`,
  );
  expect(readFileSync(join(room.workDir, 'deep/er/a.txt'), 'utf8')).toBe('a\nb');
  expect(readFileSync(join(room.attemptDir, 'b'), 'utf8')).toBe('c');
  const wrote = { kind: 'tool-started', name: 'Write', summary: 'deep/er/a.txt' };
  expect(agent.facts).toContainEqual(expect.objectContaining(wrote));
  expect(agent.tools.map(({ ok }) => ok)).toEqual([true, true]);
});

test('write does not leave the work folder, by no path and by no link', async () => {
  symlinkSync(room.folder, join(room.workDir, 'way-out'));
  writeFileSync(join(room.folder, 'kept'), 'as it was');
  symlinkSync(join(room.folder, 'kept'), join(room.workDir, 'kept-link'));
  const agent = room.begin();
  const exit = await agent.playOut(
    '- write: {path: ../x, text: a}',
    `- write: {path: ${room.folder}/x, text: a}`,
    '- write: {path: way-out/x, text: a}',
    '- write: {path: kept-link, text: a}',
    '- write: {path: ., text: a}',
    '- say: still here',
  );
  expect(exit.code).toBe(0);
  expect(agent.tools.map(({ ok }) => ok)).toEqual([false, false, false, false, false]);
  expect(existsSync(join(room.folder, 'x'))).toBe(false);
  expect(readFileSync(join(room.folder, 'kept'), 'utf8')).toBe('as it was');
  expect(agent.said).toEqual(['still here']);
});

test('run tells what the command printed, and goes on after a failure', async () => {
  const agent = room.begin();
  const exit = await agent.playOut(
    '- run: echo out; echo err >&2; exit 3',
    '- run: pwd',
    '- run: "kill -9 $$"',
  );
  expect(exit.code).toBe(0);
  expect(agent.tools).toEqual([
    { kind: 'tool-ended', ok: false, text: expect.stringMatching(/^Exit code 3\n(out\nerr|err\nout)$/) },
    { kind: 'tool-ended', ok: true, text: expect.stringMatching(/\/work$/) },
    { kind: 'tool-ended', ok: false, text: 'Killed by SIGKILL' },
  ]);
  expect(agent.results).toMatchObject([{ ok: true }]);
});

test('run ends with its command, even when that leaves a process behind that holds its output', async () => {
  const agent = room.begin();
  agent.play('- run: sleep 60 & echo $!');
  await agent.finish();
  const [{ text = '' } = {}] = agent.tools;
  // Checked first: 0 would mean the test's own process group.
  expect(Number(text)).toBeGreaterThan(1);
  process.kill(Number(text), 'SIGKILL');
});

test('result is handed in as a file', async () => {
  const agent = room.begin();
  await agent.playOut('- result: {summary: "fine, 🎭", parts: [1, two]}');
  expect(JSON.parse(readFileSync(room.resultFile, 'utf8'))).toEqual({
    summary: 'fine, 🎭',
    parts: [1, 'two'],
  });
});

test('message, note, ask and done go through the swarm command, word for word', async () => {
  const answer = JSON.stringify({ ok: true, kept: false, text: ' blue ' });
  room.putSwarm(`case $1 in ask) echo '${answer}' ;; note) echo "no such command" >&2; exit 1 ;; esac`);
  const agent = room.begin();
  await agent.playOut(
    `- message: {to: other, text: "it's $HOME"}`,
    '- note: unsure',
    '- ask: {text: -- Which colour?, options: [red, -x], timeout: 3s}',
    '- done: all done',
    '- done',
  );
  expect(room.readCalls().join(' | ')).toBe(
    "send | other | -- | it's $HOME | note | add | -- | unsure | " +
      'ask | --json | --option=red | --option=-x | --timeout=3000ms | -- | -- Which colour? | ' +
      'done | -- | all done | done',
  );
  expect(agent.said).toEqual(['The note could not be handed in: unsure', 'The answer is: blue']);
  const summary = String.raw`swarm send other -- 'it'\''s $HOME'`;
  const sent = { kind: 'tool-started', name: 'Bash', summary };
  expect(agent.facts).toContainEqual(expect.objectContaining(sent));
});

test('an agent without the swarm command says so and goes on', async () => {
  // The person who runs the tests may have one on their own PATH.
  const bare = new RehearsalRoom({ path: '' });
  await bare.build();
  const agent = bare.begin();
  await agent.playOut('- ask: anybody?', '- say: on');
  await bare.close();
  expect(agent.tools).toMatchObject([{ ok: false, text: expect.stringContaining('ENOENT') }]);
  expect(agent.said.at(-1)).toBe('on');
});

test('cost adds up over the turns of a process', async () => {
  const agent = room.begin();
  agent.play('- cost: 0.25', '- cost: 0.5');
  agent.play('- cost: 1');
  await agent.finish();
  expect(agent.results.map(({ processCostUsd }) => processCostUsd)).toEqual([0.75, 1.75]);
});

test('a process that has spent more than it may ends its turn, and every turn after it', async () => {
  const agent = room.start(['--session-id', randomUUID(), '--max-budget-usd', '0.5']);
  agent.play('- cost: 0.5', '- say: within', '- cost: 0.25', '- say: beyond');
  agent.play('- say: never');
  await agent.finish();
  expect(agent.results.map(({ ok, problem }) => [ok, problem])).toEqual([
    [false, 'budget'],
    [false, 'budget'],
  ]);
  expect(agent.said).toEqual(['within']);
});

test('rate_limit fails the turn and says when to come back; the next turn goes on after it', async () => {
  const agent = room.begin();
  const before = Date.now();
  agent.play('- say: one', '- rate_limit: 60s', '- say: two');
  await agent.until(() => agent.results.length === 1);

  const limits = agent.facts.flatMap((fact) =>
    fact.kind === 'limited' || fact.kind === 'turn-ended' ? [fact.resetAt ?? 0] : [],
  );
  expect(limits).toHaveLength(3);
  for (const resetAt of limits) {
    expect(resetAt).toBeGreaterThanOrEqual(before + 60_000);
    expect(resetAt).toBeLessThan(Date.now() + 61_001);
  }
  expect(agent.results[0]).toMatchObject({ ok: false, problem: 'rate-limit' });

  agent.prompt('continue');
  expect((await agent.finish()).code).toBe(0);
  expect(agent.said).toEqual(['one', 'two']);
});

test('auth_failure fails the turn as a refused key does; the next turn goes on after it', async () => {
  const agent = room.begin();
  agent.play('- say: one', '- auth_failure: Invalid API key', '- say: two');
  await agent.until(() => agent.results.length === 1);
  expect(agent.results[0]).toMatchObject({ ok: false, problem: 'authentication', text: 'Invalid API key' });
  agent.prompt('continue');
  expect((await agent.finish()).code).toBe(0);
  expect(agent.said).toEqual(['one', 'two']);
});

test('a program whose last turn failed leaves with exit code 1', async () => {
  const agent = room.begin();
  expect(await agent.playOut('- say: I try', '- fail: it is too hard', '- say: never')).toEqual({
    code: 1,
    signal: null,
  });
  expect(agent.results).toMatchObject([{ ok: false, text: 'it is too hard', problem: 'unknown' }]);
  expect(agent.said).toEqual(['I try']);
});

test('exit leaves with its code and without a result', async () => {
  const agent = room.begin();
  expect(await agent.playOut('- exit: 3', '- say: never')).toEqual({ code: 3, signal: null });
  expect(agent.kinds).toEqual(['began', 'saw-turn']);
});

test.each([
  ['- crash', 'SIGKILL'],
  ['- crash: SIGSEGV', 'SIGSEGV'],
  ['- crash: ABRT', 'SIGABRT'],
])('%s ends the program by %s, with all that was said before', async (step, signal) => {
  const agent = room.begin();
  expect(await agent.playOut('- say: last words', step)).toEqual({ code: null, signal });
  expect(agent.said).toEqual(['last words']);
});

test('silent hangs without a word, whatever comes, until it is killed', async () => {
  const agent = room.begin();
  agent.play('- say: now', '- silent');
  await agent.until(() => agent.said.length === 1);
  const { length } = agent.events;
  agent.write({ type: 'control_request', request_id: 'r', request: { subtype: 'interrupt' } });
  agent.prompt('are you there?');

  const patience = new Promise((resolve) => setTimeout(resolve, 300, 'still there'));
  expect(await Promise.race([agent.finish(), patience])).toBe('still there');
  expect(agent.events).toHaveLength(length);
  agent.kill('SIGTERM');
  expect((await agent.exit).code).toBe(143);
});
