import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { awaitRun, goalWith, makeRunProject, startRun, statusOfRun } from './runs.ts';

test('the same key gives the same run, and refuses another goal', async () => {
  const project = await makeRunProject();
  const start = (goal: string) => project.swarm('start', 'research', goal, '--key', 'the-one', '--json');
  const [one, other] = await Promise.all([start('a well'), start('a well')]);
  const [first, second] = [one, other].map(({ stdout }) => JSON.parse(stdout) as { run_id: string });
  expect(second?.run_id).toBe(first?.run_id);
  const conflict = await start('a lake');
  expect([conflict.code, JSON.parse(conflict.stdout)]).toMatchObject([
    1,
    { error: { code: 'run-key-conflict' } },
  ]);
  expect(await awaitRun(project, first?.run_id ?? '')).toBe(0);
  expect(JSON.parse((await start('a well')).stdout)).toMatchObject({
    run_id: first?.run_id,
    is_new: false,
  });
  expect((await project.json<{ runs: unknown[] }>('runs')).runs).toHaveLength(1);
});

test('what cannot be started is refused with the nearest name, and leaves nothing behind', async () => {
  const project = await makeRunProject();
  const cases: readonly (readonly [words: string[], message: string])[] = [
    [['reserch', 'a well'], 'Did you mean: research?'],
    [['research', '   '], 'The goal is empty'],
    [['research', 'a well', '--set', 'reviewr.cli=command'], 'Did you mean: reviewer?'],
    [['research', 'a well', '--set', 'reviewer.cli=clude'], 'Unknown agent CLI: clude'],
    [['research', 'a well', '--set', 'reviewer.persona=reviwer'], 'Did you mean: reviewer?'],
    [['research', 'a well', '--set', 'reviewer.mode=loud'], '--set'],
    [['research', 'a well', '--cli', 'clude'], 'Unknown agent CLI: clude'],
  ];
  for (const [words, message] of cases) {
    const ran = await project.swarm('start', ...words);
    expect([words, ran.code]).toEqual([words, 1]);
    expect(ran.stderr).toContain(message);
  }
  expect(await project.json('runs')).toEqual({ runs: [] });
  expect(await project.json('list')).toMatchObject({ sessions: [] });
});

test('a repository without a commit has nothing that a workspace could start from', async () => {
  const project = await makeRunProject();
  rmSync(join(project.root, '.git'), { recursive: true });
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: project.root, env: project.env });
  const ran = await project.swarm('start', 'research', 'a well', '--json');
  expect([ran.code, JSON.parse(ran.stdout)]).toMatchObject([1, { error: { code: 'no-commit-yet' } }]);
  expect(await project.json('runs')).toEqual({ runs: [] });
});

test('one role may be played by another program, which talks by the same command', async () => {
  const project = await makeRunProject();
  const approve = 'swarm send --type review --verdict approved fine';
  project.write('agents/nod/nod-agent.md', `---\ncommand: ["sh", "-c", "${approve}"]\n---\nNods.\n`);
  const id = await startRun(project, 'research --set reviewer.persona=nod');
  expect(await awaitRun(project, id)).toBe(0);
  expect((await statusOfRun(project, id)).roles.map(({ role, cli }) => [role, cli])).toEqual([
    ['researcher', 'rehearsal'],
    ['reviewer', 'command'],
  ]);
});

test('with --follow it tells what happens and exits as the run ends', async () => {
  const project = await makeRunProject();
  const good = await project.swarm('start', 'research', 'a well', '--follow');
  expect([good.code, good.stdout]).toEqual([0, expect.stringContaining('finding from researcher')]);
  const stdin = goalWith('a well', { researcher: ['exit: 3'] });
  const bad = await project.swarmWith({ stdin }, 'start', 'research', '-', '-f', '--set', 'retries=0');
  expect([bad.code, bad.stdout]).toEqual([2, expect.stringContaining('the run is failed')]);
});
