import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { create, makeProject, type Status, statusOf, type TestProject } from './project.ts';

const AS = '-c user.name=t -c user.email=t@example.invalid';

const wait = (project: TestProject, ...ids: string[]) => project.swarm('wait', ...ids, '--timeout', '50s');
const promptOf = (project: TestProject, id: string): string =>
  readFileSync(join(project.paths.sessionsDir, id, 'attempts', '1', 'prompt.md'), 'utf8');

type Graph = Readonly<{
  sessions: readonly { session_id: string; after: readonly { session_id: string; needs: string }[] }[];
}>;
type Full = Status & Readonly<{ dependencies: { after: string[] } | null; questions: { id: string }[] }>;

test('a session waits without a slot for what it comes after, and has its result and branch', async () => {
  const project = await makeProject({ limits: { sessions: 1 } });
  const gate = join(project.root, 'go');
  const first = await create(
    project,
    [
      `run: while [ ! -e ${gate} ]; do sleep 0.05; done`,
      `run: echo one > one.txt; git add .; git ${AS} commit -qm "Add one"`,
      'result: {found: "the cause"}',
    ],
    '--workspace',
  );
  const task = project.write(
    'tasks/second.md',
    `# Second\n\nKnown so far: {{result:${first}}}\n\n\`\`\`rehearsal\n- run: cp one.txt two.txt\n\`\`\`\n`,
  );
  const { stdout } = await project.swarm('create', 'rehearsal', task, '--base-on', first);
  expect(stdout).toContain(`⏳ Waits until ${first} has completed, then starts by itself`);
  const second = /^✅ Session created: (\S+)$/m.exec(stdout)?.[1] ?? '';
  const third = await create(project, ['say: third'], '--after', second, '--after-end', first);
  expect(await project.json<Full>('status', second)).toMatchObject({
    state: 'created',
    dependencies: { after: [first], base_on: first, on_failed: 'fail' },
  });
  expect((await project.swarm('status', third)).stdout).toContain(
    `After: ${second} (CREATED), ${first} (its end, RUNNING)`,
  );
  expect((await project.swarm('graph')).stdout).toContain(`  after ${second} CREATED`);
  const mermaid = (await project.swarm('graph', '--mermaid')).stdout;
  expect(mermaid).toMatch(/^flowchart LR\n {2}s0\["/);
  expect(mermaid).toContain('s0 --> s1');
  const { sessions } = await project.json<Graph>('graph', third);
  expect(sessions.map(({ session_id }) => session_id)).toEqual([first, second, third]);
  expect(sessions[2]?.after.map(({ needs }) => needs)).toEqual(['completed', 'end']);

  project.write('go', '');
  expect((await wait(project, first, second, third)).code).toBe(0);
  const prompt = promptOf(project, second);
  const file = join(project.paths.sessionsDir, first, 'result.json');
  expect(prompt).toContain(`Result of session ${first} (COMPLETED), in ${file}:\n`);
  expect(prompt).toContain('"found": "the cause"');
  const { worktree } = await project.json<{ worktree: { path: string } }>('status', second);
  expect(readFileSync(join(worktree.path, 'two.txt'), 'utf8')).toBe('one\n');
  const started = async (id: string) =>
    Date.parse((await project.json<{ started_at: string }>('status', id)).started_at);
  expect(await started(third)).toBeGreaterThanOrEqual(await started(second));
  expect((await project.swarm('graph')).stdout).toContain('No session waits for another');
  const log = execFileSync('git', ['log', '--format=%s', `swarm/${second}`], { cwd: project.root });
  expect(log.toString()).toContain('Add one');
});

test('a failed dependency fails, skips or asks, as told, and what comes after hears of it', async () => {
  const project = await makeProject();
  const failing = await create(project, ['exit: 3']);
  const fails = await create(project, ['say: never'], '--after', failing);
  const after = await create(project, ['say: never'], '--after', fails);
  const skipped = await create(project, ['say: never'], '--after', failing, '--on-failed', 'skip');
  const asks = await create(project, ['say: at last'], '--after', failing, '--on-failed', 'ask');
  const anyway = await create(project, ['say: anyway'], '--after-end', failing);
  const any = await create(project, ['say: one is enough'], '--after-any', failing, '--after-any', anyway);
  await wait(project, failing, fails, after, skipped, anyway, any);
  const ended = { attempt: 0, reason: 'dependency' };
  expect(await statusOf(project, fails)).toMatchObject({ ...ended, status: 'FAILED' });
  expect(await statusOf(project, after)).toMatchObject({ ...ended, status: 'FAILED' });
  expect(await statusOf(project, skipped)).toMatchObject({ ...ended, status: 'KILLED' });
  expect(await statusOf(project, anyway)).toMatchObject({ status: 'COMPLETED' });
  expect(await statusOf(project, any)).toMatchObject({ status: 'COMPLETED' });

  const { questions } = await project.json<Full>('status', asks);
  const [question] = questions;
  const shown = await project.swarm('questions', 'show', question?.id ?? '');
  expect(shown.stdout).toContain(`${failing} (FAILED, exit-code)`);
  expect((await project.swarm('answer', question?.id ?? '', 'start')).code).toBe(0);
  expect((await wait(project, asks)).code).toBe(0);
});

test('a question about a failure closes when the work that had failed goes on', async () => {
  const project = await makeProject();
  const failing = await create(project, ['exit: 3']);
  const asks = await create(project, ['say: at last'], '--after', failing, '--on-failed', 'ask');
  await wait(project, failing);
  expect((await project.swarm('send', failing, '```rehearsal\n- say: mended\n```')).code).toBe(0);
  expect((await wait(project, asks)).code).toBe(0);
  expect(await statusOf(project, asks)).toMatchObject({ status: 'COMPLETED', attempt: 1 });
});

test('what cannot be waited for is refused, and nothing is started', async () => {
  const project = await makeProject();
  const first = await create(project, ['say: first'], '--key', 'one');
  await wait(project, first);
  const task = project.script('next', ['say: next']);
  const refused = async (...flags: string[]) => {
    const { code, stderr, stdout } = await project.swarm('create', 'rehearsal', task, ...flags);
    expect(code).toBe(1);
    return stderr + stdout;
  };
  expect(await refused('--after', `${first.slice(0, -1)}x`)).toContain(`Did you mean: ${first}`);
  expect(await refused('--key', 'one', '--after', first)).toContain(
    `It would wait for itself: ${first} → ${first}`,
  );
  expect(await refused('--base-on', first)).toContain(`Session ${first} has no branch to begin from`);
  expect(await refused('--after', first, '--on-failed', 'explode')).toContain('on-failed');
  const other = await create(project, ['say: other']);
  const words = project.write('tasks/words.md', `Look at {{result:${other}}}`);
  const { code, stderr } = await project.swarm('create', 'rehearsal', words, '--after', first);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`Add --after ${other}`)]);
  const { sessions } = await project.json<{ sessions: unknown[] }>('list');
  expect(sessions).toHaveLength(2);
});
