import { chmodSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { create, makeProject, statusOf, type TestProject } from './project.ts';

type Notes = Readonly<{
  notes: { id: string; status: string; resolution: string | null; resolved_by: string | null }[];
}>;
type Questions = Readonly<{ questions: { id: string; text: string }[] }>;

const run = (command: string): string => `run: ${JSON.stringify(command)}`;
const notesOf = async (project: TestProject, id: string) =>
  (await project.json<Notes>('note', 'list', id)).notes;

test('done is refused while a note is open, with the list, and taken once it is settled', async () => {
  const project = await makeProject();
  const id = await create(project, [
    'note: Assuming that e-mail addresses are unique',
    run('swarm done "too early"'),
    run('swarm note resolve note_001 "as in the other tables"'),
    run('swarm note list'),
    run('swarm done "all settled"'),
  ]);
  expect((await project.swarm('wait', id, '--timeout', '50s')).code).toBe(0);
  const { stdout } = await project.swarm('logs', id);
  expect(stdout).toContain('not done yet, notes are not settled:');
  expect(stdout).toContain(
    'note_001 is open (resolve or escalate it): Assuming that e-mail addresses are unique',
  );
  expect(stdout).toContain(
    'note_001 resolved: Assuming that e-mail addresses are unique → as in the other tables',
  );
  expect(await notesOf(project, id)).toMatchObject([
    { id: `${id}.note_001`, status: 'resolved', resolved_by: 'agent_self' },
  ]);
  expect(await project.json('note', 'list', '--open')).toEqual({ notes: [] });
});

test('what an agent escalates waits for the person, whose answer settles it', async () => {
  const project = await makeProject();
  const id = await create(project, [
    run('swarm note add "Which hash for passwords?" --escalate "a matter of security"'),
    run('swarm note add "Which name for the table?"'),
    run('swarm note escalate note_002 "a matter of requirements"'),
    run('swarm note resolve note_001 "I decide"'),
  ]);
  await project.swarm('events', id, '--follow', '--until', 'turn-finish');
  expect(await statusOf(project, id)).toMatchObject({ state: 'waiting' });
  const { questions } = await project.json<Questions>('questions', id);
  expect(questions.map(({ text }) => text.split('\n')[0])).toEqual([
    'note_001: Which hash for passwords?',
    'note_002: Which name for the table?',
  ]);

  const answered = await project.swarm('answer', questions[0]?.id ?? '', 'argon2id, 19 MiB');
  expect(answered.code).toBe(0);
  const resolved = await project.swarm('note', 'resolve', `${id}.note_002`, 'users');
  expect([resolved.code, resolved.stdout]).toEqual([0, expect.stringContaining('users (by user)')]);
  expect((await project.swarm('wait', id, '--timeout', '50s')).code).toBe(0);
  expect(await notesOf(project, id)).toMatchObject([
    { status: 'resolved', resolution: 'argon2id, 19 MiB', resolved_by: 'user' },
    { status: 'resolved', resolution: 'users', resolved_by: 'user' },
  ]);
  expect((await project.swarm('logs', id)).stdout).toContain('note_001 is escalated already');
  expect((await project.swarm('events', id)).stdout).toContain('answer');
});

test('a note of no session, or of none that is there, is refused', async () => {
  const project = await makeProject();
  for (const words of [
    ['add', 'a doubt'],
    ['show', 'none.note_001'],
    ['escalate', 'note_001', 'why'],
  ]) {
    expect([words, (await project.swarm('note', ...words)).code]).toEqual([words, 1]);
  }
});

const FILLED: Readonly<Record<string, string>> = {
  to: 'person',
  role: 'person',
  text: 'words',
  question: 'which?',
  note: 'note_001',
  why: 'not mine',
  work: 'roof',
  title: '"Mend the roof" --id roof',
  reason: '"no ladder"',
  name: 'all',
  mail: 'mail-0123456789ab',
  words: 'words',
  'json or file': `'{"summary": "done"}'`,
};

/** Every command that the contract shows, with something in place of each placeholder. */
function commandsOfContract(): readonly string[] {
  const text = readFileSync(resolve(import.meta.dirname, '../../agents/CONTRACT.md'), 'utf8');
  const shown = [...text.matchAll(/`(swarm [a-z][^`]*)`/g)].map(([, line = '']) => line);
  return shown
    .map((line) =>
      line
        .replace(/\[(\w+)\]/g, '$1')
        .replaceAll('…', 'x')
        .replaceAll(', x}', '}'),
    )
    .map((line) => line.replace(/<([^>]+)>/g, (_, name: string) => FILLED[name] ?? `unknown-${name}`));
}

test('every command that the contract shows is understood inside of a session', async () => {
  const project = await makeProject();
  const commands = commandsOfContract();
  expect(commands.length).toBeGreaterThan(15);
  expect(commands.filter((line) => line.includes('unknown-'))).toEqual([]);
  // What asks a person, or ends the task, comes last and does not wait.
  const isLast = (line: string): boolean => /^swarm (ask|done|note escalate)/.test(line);
  const ordered = [...commands.filter((line) => !isLast(line)), ...commands.filter(isLast)];
  const id = await create(
    project,
    ordered.map((line) => run(`${line} ${isLast(line) ? '--timeout 2s' : ''} 2>&1`)),
  );
  await project.swarm('events', id, '--follow', '--until', 'turn-finish');
  const { stdout } = await project.swarm('logs', id);
  expect(
    stdout.match(
      /.*(Unknown (command|flag)|Missing:|needs one more word|needs a value|is not for agents).*/g,
    ),
  ).toBeNull();
});

/** Every request that the contract shows as a file. */
function requestsOfContract(): readonly string[] {
  const text = readFileSync(resolve(import.meta.dirname, '../../agents/CONTRACT.md'), 'utf8');
  const [, block = ''] = /```jsonl\n(.*?)```/s.exec(text) ?? [];
  return block.split('\n').filter((line) => line !== '');
}

const ASKS = /question\.ask|session\.finish/;

test('every file that the contract shows is taken in and answered, without the command', async () => {
  const project = await makeProject();
  const requests = requestsOfContract();
  expect(requests).toHaveLength(12);
  // The answer to what asks is that of a person, so nothing waits for it.
  const ordered = [
    ...requests.filter((line) => !ASKS.test(line)),
    ...requests.filter((line) => ASKS.test(line)),
  ];
  const write = ordered.map((line, n) => {
    const said = `"$SWARM_ATTEMPT_DIR/answer/${n}.json"`;
    const heard = ASKS.test(line)
      ? ''
      : `until [ -e ${said} ]; do sleep 0.05; done; cat ${said} >> answers.txt`;
    return [
      `echo '${line.replace('"…"', `"'"$SWARM_ATTEMPT_TOKEN"'"`)}' > "$SWARM_ATTEMPT_DIR/ask/.${n}"`,
      `mv "$SWARM_ATTEMPT_DIR/ask/.${n}" "$SWARM_ATTEMPT_DIR/ask/${n}.json"; ${heard}`,
    ].join('\n');
  });
  chmodSync(project.write('writer.sh', `#!/bin/sh\n${write.join('\n')}\n`), 0o755);
  const id = await create(project, [run(`timeout 30 ${project.root}/writer.sh`), 'sleep: 2s']);
  await project.swarm('events', id, '--follow', '--until', 'question-asked');
  await project.swarm('wait', id, '--timeout', '30s');
  const answers = readFileSync(join(project.root, 'answers.txt'), 'utf8').match(/"ok":(true|false)/g);
  // The note was resolved before it is escalated, and there is no one else to mail: these are refused.
  const [yes, no] = ['"ok":true', '"ok":false'];
  expect(answers).toEqual([yes, yes, yes, yes, no, yes, yes, no, yes, yes]);
});
