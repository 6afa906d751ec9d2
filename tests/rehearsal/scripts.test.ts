import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RehearsalRoom } from './rehearsal-process.ts';

const room = new RehearsalRoom();
beforeAll(() => room.build());
afterAll(() => room.close());

test.each([
  ['an unknown step', ['- say: a', '- dance: wildly'], /Line 5 of .*: "dance" is no step; there are say, /],
  ['broken YAML', ['- say: a', '- say: "b'], /Line \d+ of the prompt: /],
  ['a value of the wrong kind', ['- write: {path: unseen, text: x}', '- sleep: soon'], /Line 5 .*a duration/],
  ['two steps in one', ['- {say: a, run: b}'], /Line 4 .*one word with its value/],
  ['no list', ['say: hello'], /Line 4 .*is a list/],
  ['a signal that does not exist', ['- crash: SIGWHAT'], /Line 4 .*"crash" takes the name of a signal/],
])('a script with %s plays nothing and says which line is wrong', async (_what, steps, problem) => {
  const agent = room.begin();
  expect((await agent.playOut(...steps)).code).toBe(1);
  expect(agent.kinds).toEqual(['began', 'saw-turn', 'turn-ended']);
  expect(agent.results[0]?.text).toMatch(problem);
  expect(existsSync(join(room.workDir, 'unseen'))).toBe(false);
});

test('a script that cannot be played does no harm to the one before', async () => {
  const agent = room.begin();
  agent.play('- rate_limit: 1s', '- say: still to do');
  agent.play('- dance');
  agent.prompt('continue');
  expect((await agent.finish()).code).toBe(0);
  expect(agent.said).toEqual(['still to do']);
});

test.each(['```yaml rehearsal', '```script', '~~~~ rehearsal'])('%s marks a script too', async (opening) => {
  const closing = opening.replace(/[ a-z]+$/, '');
  const later = '```rehearsal\n- say: too late\n```\n';
  const agent = room.begin();
  agent.prompt(`Text\r\n\n${opening}\r\n- say: heard\r\n${closing}\r\n\n${later}`);
  await agent.finish();
  expect(agent.said).toEqual(['heard']);
});

test('a script that is only quoted in another block is not played', async () => {
  const agent = room.begin();
  agent.prompt('Explain this:\n\n````markdown\n```rehearsal\n- say: quoted\n```\n````\n\n```sh\nls\n```\n');
  await agent.finish();
  expect(agent.said).not.toContain('quoted');
});

test('two turns are served by one process, each with its own result', async () => {
  const agent = room.begin();
  agent.play('- say: first');
  await agent.until(() => agent.results.length === 1);
  agent.play('- say: second');
  await agent.finish();
  expect(agent.kinds).toEqual([
    'began',
    'saw-turn',
    'said',
    'turn-ended',
    'began',
    'saw-turn',
    'said',
    'turn-ended',
  ]);
  expect(agent.results.map(({ text }) => text)).toEqual(['first', 'second']);
  expect(agent.events.filter(({ type }) => type === 'result').map((one) => one.result_index)).toEqual([0, 1]);
});

test('a finished script says that it is finished, and repeats nothing', async () => {
  const agent = room.begin();
  agent.play('- run: echo x >> repeated');
  agent.prompt('And now?');
  expect((await agent.finish()).code).toBe(0);
  expect(agent.said).toEqual(['My script is finished, nothing is left to do. I was told: And now?']);
  expect(readFileSync(join(room.workDir, 'repeated'), 'utf8')).toBe('x\n');
});

test.each([
  ['researcher', 'findings'],
  ['Reviewer', 'verdict'],
  ['developer', 'tests'],
  ['architect', 'parts'],
  ['constructor', 'summary'],
])('without a script, a %s plays its part and hands in a result', async (role, field) => {
  const agent = room.begin(randomUUID(), role);
  agent.prompt('\n# Find out why\n\nMore text.');
  expect((await agent.finish()).code).toBe(0);
  expect(agent.said[0]).toBe('The task is: Find out why');
  const result = JSON.parse(readFileSync(room.resultFile, 'utf8'));
  expect(result).toHaveProperty(field);
  expect(result).toMatchObject({ isRehearsal: true, summary: expect.stringContaining('Find out why') });
  expect(agent.results).toMatchObject([{ ok: true }]);
});

const EXPANSIONS = ['`id`', '$(id)', '$', '{HOME}', '\\', '\\n', '%s'].join('');
const AWKWARD = `quotes " ' ${EXPANSIONS} \t é 🎭 👩\u200d👧 \u2028 \u0000 \u007f \ufeff end`;
const hash = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

const contentOf = (event: Record<string, unknown> | undefined): string =>
  (event?.message as { content: string } | undefined)?.content ?? '';

test.each([
  ['awkward characters', `${AWKWARD}\n\n`],
  ['a megabyte', `${AWKWARD}\n`.repeat(15_000)],
  ['nothing but blanks', ' \n\t'],
])('a prompt of %s arrives byte for byte', async (_what, prompt) => {
  const conversationId = randomUUID();
  const agent = room.begin(conversationId);
  agent.prompt(prompt);
  expect((await agent.finish()).code).toBe(0);
  const [seen] = room.readTranscript(conversationId);
  expect(hash(String(seen?.text))).toBe(hash(prompt));
  const replay = agent.events.find(({ isReplay }) => isReplay);
  expect(hash(contentOf(replay))).toBe(hash(prompt));
});
