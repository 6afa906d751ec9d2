import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { create, makeProject, type Status, statusOf, type TestProject } from './project.ts';

const wait = (project: TestProject, ...ids: string[]) => project.swarm('wait', ...ids, '--timeout', '50s');

type Full = Status &
  Readonly<{
    continues: string | null;
    continued_by: string | null;
    worktree: { path: string; branch: string } | null;
    attempts: readonly { number: number; exit_code: number | null; why: string | null }[];
  }>;
type Retried = Readonly<{ dry_run: boolean; retried: { session_id: string | null; of: string }[] }>;

const full = (project: TestProject, id: string): Promise<Full> => project.json<Full>('status', id);
const retry = async (project: TestProject, ...words: string[]): Promise<string> =>
  (await project.json<Retried>('retry', ...words)).retried[0]?.session_id ?? '';
const promptOf = (project: TestProject, id: string): string =>
  readFileSync(join(project.paths.sessionsDir, id, 'attempts', '1', 'prompt.md'), 'utf8');

/** A program that fails until a file is there. */
const PERSONA = [
  '---',
  'name: picky',
  'description: Fails until it may not',
  'cli: command',
  'command: [sh, -c, "test -e ok || { touch ok; exit 3; }; echo done"]',
  '---',
  'Picky',
].join('\n');

test('a bad exit is tried again where the session was told so, and status says why', async () => {
  const project = await makeProject();
  project.write('agents/picky/picky-agent.md', PERSONA);
  const told = await project.swarm('create', 'picky', '-m', 'go', '-q', '--retry', '1', '--retry-on', 'exit');
  const id = told.stdout.trim();
  expect((await wait(project, id)).code).toBe(0);
  const { attempts } = await full(project, id);
  expect(attempts.map(({ number, exit_code }) => [number, exit_code])).toEqual([
    [1, 3],
    [2, 0],
  ]);
  expect(attempts[0]?.why).toContain('exited with code 3');
  expect((await project.swarm('status', id)).stdout).toMatch(/Attempt 1: began .*exited with code 3/);
});

test('without being told, a bad exit is an answer; and --retry 0 takes a crash as one', async () => {
  const project = await makeProject();
  const exits = await create(project, ['exit: 3']);
  const crashes = await create(project, ['crash: SIGKILL'], '--retry', '0');
  await wait(project, exits, crashes);
  expect(await statusOf(project, exits)).toMatchObject({ status: 'FAILED', attempt: 1 });
  expect(await statusOf(project, crashes)).toMatchObject({ status: 'FAILED', attempt: 1, reason: 'crash' });
  const bad = await project.swarm('create', 'rehearsal', '-m', 'x', '--retry-on', 'bad-luck');
  expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining('retry-on')]);
});

test('retry begins a successor from the conversation, or from the task with --fresh', async () => {
  const project = await makeProject();
  const steps = ['write: {path: half.txt, text: half}', 'exit: 3'];
  const first = await create(project, steps, '--workspace');
  await wait(project, first);
  const second = await retry(project, first, '--with', 'mind the lock\n```rehearsal\n- say: again\n```');
  expect((await wait(project, second)).code).toBe(0);
  const [before, after] = [await full(project, first), await full(project, second)];
  const { path, branch } = before.worktree ?? {};
  expect(after).toMatchObject({ status: 'COMPLETED', continues: first, worktree: { path, branch } });
  expect(before).toMatchObject({ status: 'FAILED', continued_by: second });
  const folder = join(project.paths.sessionsDir, second, 'attempts', '1');
  const input = ['prompt.md', 'stdin.jsonl'].map((file) => join(folder, file)).filter(existsSync);
  const said = input.map((file) => readFileSync(file, 'utf8')).join('\n');
  expect(said).toContain('Try your task again. It had ended as failed (exit-code');

  const fresh = await retry(project, first, '--fresh');
  await wait(project, fresh);
  const anew = await full(project, fresh);
  expect(anew).toMatchObject({ continues: second, status: 'FAILED' });
  expect(anew.worktree?.branch).toBe(`swarm/${fresh}`);
  expect(promptOf(project, fresh)).not.toContain('earlier session');

  const live = await create(project, ['sleep: 60s']);
  const refused = await project.swarm('retry', live);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('is still live')]);
  const unknown = await project.swarm('retry', first, '--cli', 'cladue');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('cladue')]);
  await project.swarm('kill', live, '--force');
});

test('what never began because of a failure waits again for what is tried again', async () => {
  const project = await makeProject();
  const first = await create(project, ['exit: 3']);
  const second = await create(project, ['say: at last'], '--after', first);
  await wait(project, first, second);
  const again = await retry(project, second);
  await wait(project, again);
  expect(await statusOf(project, again)).toMatchObject({ status: 'FAILED', reason: 'dependency' });
  await retry(project, first, '--with', '```rehearsal\n- say: mended\n```');
  const last = await retry(project, second);
  expect((await wait(project, last)).code).toBe(0);
});

test('what was mended by a retry is not tried again by a filter', async () => {
  const project = await makeProject();
  project.write('agents/picky/picky-agent.md', PERSONA);
  const first = (await project.swarm('create', 'picky', '-m', 'go', '-q')).stdout.trim();
  await wait(project, first);
  expect((await wait(project, await retry(project, first))).code).toBe(0);
  const again = await project.swarm('retry', '--status', 'failed', '--yes');
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('went on already')]);

  const hard = await create(project, ['exit: 3']);
  await wait(project, hard);
  const failedAgain = await retry(project, hard, '--fresh');
  await wait(project, failedAgain);
  const planned = await project.json<Retried>('retry', '--status', 'failed', '--dry-run');
  expect(planned.retried.map(({ of }) => of)).toEqual([failedAgain]);
});

test('kill, archive, retry, wait and clean take many, by ids and by filters, and ask once', async () => {
  const project = await makeProject();
  const failed = [await create(project, ['exit: 3'], '--tag', 'n'), await create(project, ['exit: 4'])];
  const slow = [await create(project, ['sleep: 60s'], '--tag', 'n'), await create(project, ['sleep: 60s'])];
  await wait(project, ...failed);

  const planned = await project.swarm('kill', '--tag', 'n', '--status', 'running', '--dry-run');
  expect(planned.stdout).toBe(`Would kill: ${slow[0]}\n`);
  const spared = await project.swarmWith({ stdin: 'n\n' }, 'kill', ...slow);
  expect([spared.code, spared.stderr]).toEqual([1, expect.stringContaining('Kill these 2 sessions?')]);
  const killed = await project.json<{ killed: string[] }>('kill', '--status', 'running', '--force');
  expect([...killed.killed].sort()).toEqual([...slow].sort());
  expect((await project.swarm('wait', '--agent', 'rehearsal', '--timeout', '50s')).code).toBe(2);
  expect((await project.swarm('wait', '--agent', 'nosuch')).stderr).toContain(
    'No session matches --agent nosuch',
  );
  expect((await project.swarm('kill')).stderr).toContain('Name the sessions to kill');

  const again = await project.json<Retried>('retry', '--status', 'failed', '--older-than', '0s', '--yes');
  expect(again.retried.map(({ of }) => of).sort()).toEqual([...failed].sort());
  const none = await project.swarm('retry', '--status', 'failed', '--older-than', '1h');
  expect([none.code, none.stderr]).toEqual([
    1,
    expect.stringContaining('No session matches --status FAILED'),
  ]);
  await wait(project, ...again.retried.map(({ session_id }) => session_id ?? ''));

  const archived = await project.json<{ archived: string[] }>('archive', '--status', 'killed', '--yes');
  expect([...archived.archived].sort()).toEqual([...slow].sort());
  const cleaned = await project.swarm('clean', '--tag', 'n', '--dry-run');
  expect(cleaned.code).toBe(0);
});
