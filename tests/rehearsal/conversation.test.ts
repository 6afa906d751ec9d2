import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RehearsalRoom } from './rehearsal-process.ts';

const room = new RehearsalRoom();
beforeAll(() => room.build());
afterAll(() => room.close());

/** False also for one that is dead and not reaped yet. */
const isAlive = (pid: number): boolean => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
};

const soon = <T>(look: () => T) => expect.poll(look, { timeout: 15_000, interval: 10 });
const lastOf = (id: string): unknown => room.readTranscript(id).at(-1);

test('after a kill in the middle, the step that was cut off is played again, none before it', async () => {
  const id = randomUUID();
  const first = room.begin(id);
  first.play('- run: echo 1 >> count', '- say: two', '- sleep: 60s', '- say: four');
  await soon(() => lastOf(id)).toMatchObject({ type: 'step-started', step: 2 });
  first.kill('SIGKILL');
  await first.exit;

  const second = room.resume(id);
  second.prompt('Continue where you left off.');
  await second.until(() => second.kinds.includes('saw-turn'));
  await soon(() => lastOf(id)).toMatchObject({ type: 'step-started', step: 2 });
  second.kill('SIGKILL');
  await second.exit;

  expect(readFileSync(join(room.workDir, 'count'), 'utf8')).toBe('1\n');
  expect(second.said).toEqual([]);
  const begun = room.readTranscript(id).filter(({ type }) => type === 'step-started');
  expect(begun.map(({ step }) => step)).toEqual([0, 1, 2, 2]);
});

test.each(['- crash', '- exit: 7', '- silent: once'])(
  'the attempt after "%s" goes on with the next step',
  async (step) => {
    const id = randomUUID();
    const first = room.begin(id);
    first.play('- say: before', step, '- say: after');
    await soon(() => lastOf(id)).toMatchObject({ type: 'step-ended', step: 1 });
    await first.end();

    const second = room.resume(id);
    second.prompt('continue');
    expect((await second.finish()).code).toBe(0);
    expect(second.said).toEqual(['after']);
  },
);

test('a prompt that is sent again, because its echo was lost, starts nothing anew', async () => {
  const id = randomUUID();
  const prompt = '```rehearsal\n- say: once\n- crash\n- say: more\n```';
  const first = room.begin(id);
  first.prompt(prompt, 'turn-1');
  await first.exit;

  const second = room.resume(id);
  second.prompt(prompt, 'turn-1');
  await second.finish();
  expect(second.facts).toContainEqual({ kind: 'saw-turn', turnId: 'turn-1' });
  expect(second.said).toEqual(['more']);
});

test('a new script takes the place of one that was not finished', async () => {
  const id = randomUUID();
  const first = room.begin(id);
  first.play('- crash', '- say: old');
  await first.exit;

  const second = room.resume(id);
  second.play('- say: new');
  second.prompt('continue');
  await second.finish();
  expect(second.said).toEqual(['new', expect.stringContaining('nothing is left to do')]);
});

test('a torn last line of the transcript costs that line alone', async () => {
  const id = randomUUID();
  const first = room.begin(id);
  first.play('- say: a', '- crash', '- say: b');
  await first.exit;
  appendFileSync(join(room.transcripts, `${id}.jsonl`), '{"type":"step-star');

  const second = room.resume(id);
  second.prompt('continue');
  expect((await second.finish()).code).toBe(0);
  expect(second.said).toEqual(['b']);
  const lines = readFileSync(join(room.transcripts, `${id}.jsonl`), 'utf8').split('\n');
  expect(lines).toContain('{"type":"step-star');
  const third = room.resume(id);
  third.prompt('continue');
  await third.finish();
  expect(third.said).toEqual([expect.stringContaining('nothing is left to do')]);
});

test('the answer to a question that outlived its process is taken from the next prompt', async () => {
  room.putSwarm('exec sleep 60');
  const id = randomUUID();
  const first = room.begin(id);
  first.play('- ask: Which colour?', '- say: after');
  await first.until(() => first.kinds.includes('tool-started'));
  first.kill('SIGTERM');
  expect((await first.exit).code).toBe(143);

  room.putSwarm('echo must not be asked again; exit 1');
  const second = room.resume(id);
  second.prompt('You asked: Which colour?\n\nThe answer is: blue');
  await second.finish();
  expect(second.said).toEqual([expect.stringContaining('The answer is: blue'), 'after']);
  expect(second.tools).toEqual([]);
});

test('a question that no person answers in time ends the turn, and the script waits for it', async () => {
  room.putSwarm(`echo '${JSON.stringify({ ok: true, kept: true, text: 'stands' })}'`);
  const id = randomUUID();
  const first = room.begin(id);
  first.play('- ask: Which colour?', '- say: after');
  first.prompt('continue');
  expect((await first.finish()).code).toBe(0);
  expect(first.said).toEqual([
    'I wait for the answer to my question: Which colour?',
    'I still wait for an answer. I was told: continue',
  ]);
  expect(first.tools).toHaveLength(1);

  const second = room.resume(id);
  second.prompt('You asked: Which colour?\n\nThe answer is: blue');
  await second.finish();
  expect(second.said).toEqual([expect.stringContaining('The answer is: blue'), 'after']);
  expect(second.tools).toEqual([]);
});

test('a conversation that never began cannot be resumed', async () => {
  const id = randomUUID();
  const agent = room.resume(id);
  expect((await agent.exit).code).toBe(1);
  // It leaves before it has said anything of its own.
  expect(agent.kinds).toEqual([]);
  expect(agent.errors).toBe(`No conversation found with session ID: ${id}\n`);
});

test('a conversation cannot be begun twice', async () => {
  const id = randomUUID();
  await room.begin(id).playOut('- say: mine');
  const second = room.begin(id);
  expect((await second.exit).code).toBe(1);
  expect(second.errors).toContain('already in use');
  expect(second.events).toEqual([]);
});

test.each([
  [['--session-id', '../../etc/passwd'], 'Must be a valid UUID'],
  [['--session-id', randomUUID(), '--resume', randomUUID()], 'cannot be used with --resume'],
  [['--dance'], "unknown option '--dance'"],
  [[], '--session-id or --resume is needed'],
])('the options %j are refused on stderr', async (words, problem) => {
  const agent = room.start(words);
  expect((await agent.exit).code).toBe(1);
  expect(agent.errors).toContain(problem);
  expect(agent.events).toEqual([]);
});

test('an interrupt breaks off the step, its children too, and the next turn takes it up again', async () => {
  const agent = room.begin();
  agent.play('- run: echo $$ > shell.pid; test -e again || { touch again; sleep 60; }', '- say: after');
  await agent.until(() => agent.kinds.includes('tool-started'));
  const pidFile = join(room.workDir, 'shell.pid');
  await soon(() => readPid(pidFile)).toBeGreaterThan(0);
  await soon(() => readPid(join(room.workDir, 'again'))).toBe(0);
  const shell = readPid(pidFile);

  agent.write({ type: 'control_request', request_id: 'r1', request: { subtype: 'interrupt' } });
  await agent.until(() => agent.results.length === 1);
  expect(agent.results[0]).toMatchObject({ ok: false, problem: 'aborted' });
  expect(agent.events).toContainEqual(
    expect.objectContaining({
      type: 'control_response',
      response: expect.objectContaining({ request_id: 'r1' }),
    }),
  );
  expect(isAlive(shell)).toBe(false);

  agent.prompt('continue');
  expect((await agent.finish()).code).toBe(0);
  expect(agent.said).toEqual(['after']);
});

/** The number in a file; 0 when it is empty, -1 when it is not there. */
function readPid(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return -1;
  }
}

test('an interrupt between turns is answered and harms nothing', async () => {
  const agent = room.begin();
  agent.write({ type: 'control_request', request_id: 'r1', request: { subtype: 'interrupt' } });
  await agent.until(() => agent.events.length === 1);
  expect((await agent.playOut('- say: fine')).code).toBe(0);
  expect(agent.results).toMatchObject([{ ok: true }]);
});

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s ends it at once with exit code %i, and what it runs', async (signal, code) => {
  const agent = room.begin();
  agent.play(`- run: "echo $$ > ${signal}.pid; exec sleep 60"`);
  const file = join(room.workDir, `${signal}.pid`);
  await soon(() => readPid(file)).toBeGreaterThan(0);
  agent.kill(signal);
  expect(await agent.exit).toEqual({ code, signal: null });
  await soon(() => isAlive(readPid(file))).toBe(false);
  expect(agent.results).toEqual([]);
});

test('a line of input that comes in pieces is one line', async () => {
  const agent = room.begin();
  const line = JSON.stringify({
    type: 'user',
    uuid: 't',
    message: { role: 'user', content: '```rehearsal\n- say: 🎭\n```' },
  });
  const bytes = Buffer.from(`${line}\n`);
  for (const byte of [
    bytes.subarray(0, 70),
    bytes.subarray(70, 92),
    bytes.subarray(92, 94),
    bytes.subarray(94),
  ]) {
    agent.writeRaw(byte as unknown as string);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await agent.finish();
  expect(agent.said).toEqual(['🎭']);
});

test('input that ends in the middle of a line is an error, after what came whole was begun', async () => {
  const agent = room.begin();
  agent.writeRaw('{"type":"user","message":{"role":"us');
  expect((await agent.finish()).code).toBe(1);
  expect(agent.errors).toContain('Error parsing streaming input line');
});

test('a line that is not JSON ends it with an error', async () => {
  const agent = room.begin();
  agent.writeRaw('hello\n');
  expect((await agent.exit).code).toBe(1);
  expect(agent.errors).toContain('hello');
});
