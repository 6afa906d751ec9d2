import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { create, makeProject, type Status, type TestProject } from './project.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Plays a script of examples/ with this Swarm on the PATH. */
async function play(project: TestProject, script: string, ...words: string[]): Promise<string> {
  const program = project.write(
    'bin/swarm',
    `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, 'dist/swarm.cjs')}" "$@"\n`,
  );
  chmodSync(program, 0o755);
  const env = {
    ...project.env,
    PATH: `${join(project.root, 'bin')}:${project.env.PATH}`,
    ARCHIVE_AFTER: '0s',
  };
  const file = join(ROOT, 'examples/sessions', script);
  return (await run(file, words, { cwd: project.root, env, timeout: 55_000 })).stdout;
}

test('the example that tidies up tries failures again and archives what is done', async () => {
  const project = await makeProject();
  const failed = await create(project, ['exit: 3'], '--tag', 'nightly');
  const done = await create(project, ['say: done'], '--tag', 'nightly');
  await project.swarm('wait', failed, done, '--timeout', '50s');
  const said = await play(project, 'bulk.sh');
  expect(said).toContain(`(retry of ${failed})`);
  expect(said).toContain(`✅ Archived: ${done}`);
});

test('the example of a race merges the work that passed the gate', async () => {
  const project = await makeProject();
  const commit = 'git -c user.name=t -c user.email=t@example.invalid commit -qm Work';
  const task = project.script('task', ['write: {path: a.txt, text: hi}', `run: git add a.txt && ${commit}`]);
  const said = await play(project, 'race.sh', task, 'test -e a.txt', '2', 'rehearsal');
  expect(said).toMatch(/🏁 \S+-rehearsal(-2)? won/);
  expect(existsSync(join(project.root, 'a.txt'))).toBe(true);
});

test('the example of a pipeline brings three sessions to their ends, one after the other', async () => {
  const project = await makeProject();
  await play(project, 'pipeline.sh', 'why is the sky blue?', 'rehearsal');
  const { sessions } = await project.json<{ sessions: Status[] }>('list');
  expect(sessions.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
});

test('the example of a validation goes on by the result of the session that it waited for', async () => {
  const project = await makeProject();
  project.write(
    'agents/checker/checker-agent.md',
    '---\ncli: command\ncommand: [sh, agents/checker/run.sh]\n---\n',
  );
  const result = (status: string): string =>
    `printf '{"status": "${status}", "findings": []}' > "$SWARM_RESULT_FILE"\n`;
  project.write('agents/checker/run.sh', result('success'));
  const words = ['grafana', 'http://127.0.0.1:1/', 'checker'] as const;
  expect(await play(project, 'validate.sh', ...words)).toMatch(
    /Validation of grafana: success\n(.*\n)*.*Archived/,
  );

  project.write('agents/checker/run.sh', result('failure'));
  await expect(play(project, 'validate.sh', ...words)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Validation of grafana: failure'),
  });
});

test('the example of a stuck session tells it more, and ends it where that does not help', async () => {
  const project = await makeProject();
  execFileSync('mkfifo', ['gate.fifo'], { cwd: project.root });
  const helped = await create(
    project,
    ['say: up', 'run: "read go < gate.fifo"', 'result: {ok: true}'],
    '--here',
  );
  await project.swarm('events', helped, '--follow', '--until', 'heard');
  const playing = play(project, 'unstick.sh', helped, 'the port is 3001', '40s');
  await project.swarm('events', helped, '--follow', '--until', 'message-sent');
  execFileSync('sh', ['-c', 'echo go > gate.fifo'], { cwd: project.root, timeout: 40_000 });
  expect(await playing).toContain(helped);
  expect(await project.json('status', helped)).toMatchObject({ status: 'COMPLETED' });

  const stuck = await create(project, ['say: up', 'silent']);
  await project.swarm('events', stuck, '--follow', '--until', 'heard');
  expect(await play(project, 'unstick.sh', stuck, 'go on', '1s')).toContain('It is KILLED');
});
