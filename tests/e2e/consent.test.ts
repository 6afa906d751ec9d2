import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { create, makeProject, type TestProject } from './project.ts';

const WAIT = { timeout: 40_000, interval: 20 };

const OVER = expect.stringContaining('over');
const FOR_PEOPLE = expect.stringContaining('is for people');
const HIDDEN = expect.stringContaining('its environment hides');

type Questions = Readonly<{ questions: readonly { id: string }[] }>;
type Journal = Readonly<{ events: readonly { event: string; note: string }[] }>;

/** A session whose agent is this shell script, at work in the project's folder. */
async function startScript(project: TestProject, name: string, lines: readonly string[]): Promise<string> {
  project.write(`${name}.sh`, lines.join('\n'));
  project.write(
    `agents/${name}/${name}-agent.md`,
    `---\nname: ${name}\ncli: command\ncommand: [sh, ${name}.sh]\n---\n`,
  );
  project.write('task.md', 'Do as the script says.');
  const made = await project.swarm('create', name, 'task.md', '--quiet');
  if (made.code !== 0) throw new Error(made.stderr);
  return made.stdout.trim();
}

/** A command with none of what Swarm put into the agent's environment, and with what it needs to run. */
const CLEAN = 'env -i PATH="$PATH" HOME="$HOME" SWARM_RUNTIME_DIR="$SWARM_RUNTIME_DIR"';

test('an agent cannot answer its own question, whatever it does to its environment', async () => {
  const project = await makeProject();
  project.write('try.sh', 'swarm answer "$(cat question)" yes > "$1" 2>&1; echo over >> "$1"\n');
  const id = await startScript(project, 'sly', [
    'swarm ask "May I?" > asked.txt 2>&1 &',
    'while [ ! -s question ]; do sleep 0.05; done',
    'sh try.sh 1.txt',
    'env -u SWARM_ATTEMPT_DIR -u SWARM_SESSION_ID sh try.sh 2.txt',
    `${CLEAN} sh try.sh 3.txt`,
    // Its parent is gone, and its session is the agent's.
    `${CLEAN} sh -c '(sh try.sh 4.txt &)'`,
    // It began a session of its own, in the environment that it was given.
    `setsid sh -c '(sh try.sh 5.txt &)'`,
    'wait',
  ]);
  const question = await vi.waitFor(async () => {
    const { questions } = await project.json<Questions>('questions');
    expect(questions).toHaveLength(1);
    return questions[0]?.id ?? '';
  }, WAIT);
  project.write('question', question);

  const said = (nth: number): string => {
    const file = join(project.root, `${nth}.txt`);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  for (const nth of [1, 2, 3, 4, 5])
    await vi.waitFor(() => expect([nth, said(nth)]).toEqual([nth, OVER]), WAIT);
  expect([said(1), said(5)]).toEqual([FOR_PEOPLE, FOR_PEOPLE]);
  expect([said(2), said(3), said(4)]).toEqual([HIDDEN, HIDDEN, HIDDEN]);
  expect((await project.json<Questions>('questions')).questions).toHaveLength(1);

  expect((await project.swarm('answer', question, 'yes')).code).toBe(0);
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect(readFileSync(join(project.root, 'asked.txt'), 'utf8')).toBe('yes\n');
});

test('an agent cannot speak for another session without its token, and the person is told', async () => {
  const project = await makeProject({ limits: { depth: 1 } });
  const other = await create(project, ['sleep: 60s']);
  await project.swarm('events', other, '--follow', '--until', 'turn-see');
  const folder = join(project.paths.sessionsDir, other, 'attempts/1');
  const as = `SWARM_ATTEMPT_DIR="${folder}" SWARM_SESSION_ID=${other}`;
  const sly = await startScript(project, 'sly', [
    `${as} swarm send person "I am ${other}" > sent.txt 2>&1`,
    `${as} swarm create rehearsal task.md > created.txt 2>&1`,
    'swarm send person "I am myself" >> own.txt 2>&1',
  ]);
  expect((await project.swarm('wait', sly, '--timeout', '40s')).code).toBe(0);

  expect(readFileSync(join(project.root, 'sent.txt'), 'utf8')).toContain('does not carry the token');
  expect(readFileSync(join(project.root, 'created.txt'), 'utf8')).toContain('does not carry the token');
  const { messages } = await project.json<{ messages: { body: string }[] }>('inbox');
  expect(messages.map(({ body }) => body)).toEqual(['I am myself']);
  const { events } = await project.json<Journal>('events', other);
  const refused = events.find(({ event }) => event === 'request-refused')?.note ?? '';
  const [, kept = ''] = /: (\S+) is kept$/.exec(refused) ?? [];
  expect(readFileSync(join(project.paths.sessionsDir, other, kept), 'utf8')).toContain(`I am ${other}`);
  await project.swarm('kill', other, '--force');
});
