import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeProject, type TestProject } from './project.ts';

type Work = Readonly<{
  id: string;
  status: string;
  fence: number;
  holder: string | null;
  progress: { steps_completed: number };
}>;
const RACERS = 8;
const SHOWN_LIMIT_MS = 20_000;

const shown = (project: TestProject, path: string): unknown =>
  JSON.parse(readFileSync(join(project.root, '.swarm', path), 'utf8'));

test('work goes from the queue through a claim to its end, and files show it on the way', async () => {
  const project = await makeProject();
  await project.swarm('queue', 'add', 'Implement it', '--id', 'issue-123', '-p', '1', '--rig', 'aardwolf');
  await project.swarm('queue', 'add', 'Document it', '--id', 'issue-124', '--needs', 'issue-123');
  expect(await project.json<Work>('queue', 'next')).toMatchObject({ id: 'issue-123', status: 'ready' });
  const claimed = await project.json<Work>('queue', 'claim', '--holder', 'loop-1');
  expect(claimed).toMatchObject({ id: 'issue-123', status: 'in_progress', fence: 1, holder: 'loop-1' });
  const words = ['issue-123', '--fence', '1', '--completed', '3', '--total', '10', '--step', 'Write it'];
  expect((await project.swarm('queue', 'progress', ...words)).code).toBe(0);
  await vi.waitFor(
    () => {
      expect(shown(project, 'queue.json')).toMatchObject([{ id: 'issue-124', status: 'blocked' }]);
      expect(shown(project, 'work/issue-123.json')).toMatchObject({
        status: 'in_progress',
        progress: { steps_completed: 3, steps_total: 10, current_step: 'Write it' },
      });
    },
    { timeout: SHOWN_LIMIT_MS },
  );
  expect((await project.swarm('queue', 'next')).stderr).toContain(
    'Nothing is ready (1 queued, 1 in progress)',
  );
  const done = await project.swarm('queue', 'done', 'issue-123', '--fence', '1', '--note', 'merged');
  expect([done.code, done.stdout]).toEqual([0, '✅ issue-123 is done\n']);
  expect((await project.json<Work>('queue', 'claim')).id).toBe('issue-124');
  const { items } = await project.json<{ items: Work[] }>('queue', 'list', '--all');
  expect(items.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'issue-123 done',
    'issue-124 in_progress',
  ]);
});

test('each thing that can be wrong is told in one line, with exit code 1, and changes nothing', async () => {
  const project = await makeProject();
  await project.swarm('queue', 'add', 'One', '--id', 'one');
  await project.swarm('queue', 'add', 'Two', '--id', 'two', '--needs', 'one');
  await project.swarm('queue', 'claim', 'one', '--holder', 'loop-1');
  const before = await project.json('queue', 'list', '--all');
  const cases: readonly (readonly [words: string[], message: string])[] = [
    [['add', 'Other', '--id', 'one'], 'one is already in the queue, with different content'],
    [['add', 'Three', '--id', 'three', '--needs', 'tow'], 'three needs tow, which is not in the queue'],
    [['add', 'Three', '--id', 'three', '--needs', 'three'], 'form a cycle: three, three'],
    [['add', 'Three', '--template', 'none.md'], 'Template not found: none.md'],
    [['add', 'Three', '--gate', ' '], '--gate: expected a command'],
    [
      ['add', 'Three', '--not-before', 'soon'],
      '--not-before: expected a time as 2026-01-27T15:30:00Z, or 2h',
    ],
    [['add', 'Three', '--priority', '-1'], '--priority'],
    [['show', 'tow'], 'Did you mean: two?'],
    [['claim', 'one'], 'one is claimed by loop-1 since '],
    [['claim', 'two'], 'two waits for one'],
    [['claim'], 'Nothing is ready (1 queued, 1 in progress)'],
    [['done', 'one'], 'one is claimed by loop-1 since '],
    [['done', 'one', '--fence', '7'], 'Claim 7 of one is over: it is now claimed by loop-1'],
    [['release', 'two', '--fence', '0'], 'Claim 0 of two is over: it is now queued'],
    [['progress', 'two', '--completed', '1'], 'two is queued: it cannot be reported on'],
    [['reorder', 'two'], 'Say where: '],
    [['reorder', 'two', '--first', '--last'], 'Say only one of '],
    [['import', 'none.json'], 'Cannot read none.json: missing'],
    [['import', '-'], 'Cannot read -: empty'],
    [['frobnicate'], 'Unknown command: queue frobnicate'],
  ];
  for (const [words, message] of cases) {
    const ran = await project.swarm('queue', ...words);
    expect([words, ran.code, ran.stdout]).toEqual([words, 1, '']);
    expect(ran.stderr).toContain(message);
  }
  expect(await project.json('queue', 'list', '--all')).toEqual(before);
});

test('a list with bad lines is taken whole or not at all, or in part when that is asked for', async () => {
  const project = await makeProject();
  const file = project.write(
    'work.jsonl',
    [
      '{"id":"a","title":"A"}',
      '{"id":"b","title":',
      '{"id":"c","title":"C","needs":["d"]}',
      '{"id":"d","title":"D","needs":["c"]}',
      '{"id":"a","title":"Other"}',
      '{"id":"e","title":"E","needs":["a","nobody"]}',
    ].join('\n'),
  );
  const whole = await project.swarm('queue', 'import', file, '--json');
  expect(whole.code).toBe(1);
  const { error } = JSON.parse(whole.stdout) as { error: { code: string; bad: { line: number }[] } };
  expect([error.code, error.bad.map(({ line }) => line)]).toEqual(['import-bad', [2, 3, 4, 5, 6]]);
  expect(await project.json('queue', 'export')).toEqual({ items: [] });

  const part = await project.swarm('queue', 'import', file, '--partial');
  expect([part.code, part.stdout]).toEqual([0, expect.stringContaining('✅ Added 1 (jsonl), 5 left out\n')]);
  expect(part.stdout).toContain('❌ line 3: it needs itself, or what does, in the end: c, d, c\n');
  expect(part.stdout).toContain('❌ line 6: unknown dependency "nobody"\n');
});

test('what is exported is the same work when it is taken in again, here or elsewhere', async () => {
  const [here, there] = [await makeProject(), await makeProject()];
  const flags = ['--label', 'a b', '--retries', '2', '--deadline', '2h', '--gate', 'make check'];
  await here.swarm('queue', 'add', 'First', '--id', 'first', '--body', 'in\ntwo lines');
  await here.swarm('queue', 'add', 'Second', '--id', 'second', '--needs', 'first', ...flags);
  for (const format of ['json', 'jsonl']) {
    const { stdout } = await here.swarm('queue', 'export', '--format', format);
    const ran = await here.swarmWith({ stdin: stdout }, 'queue', 'import', '-', '--json');
    expect(JSON.parse(ran.stdout)).toMatchObject({
      format,
      added: [],
      already: ['first', 'second'],
      bad: [],
    });
  }
  const { stdout } = await here.swarm('queue', 'export');
  await there.swarmWith({ stdin: stdout }, 'queue', 'import', '-');
  const specOf = ({ created_at, last_updated, ...spec }: Record<string, unknown>) => spec;
  const exported = async (project: TestProject) =>
    (await project.json<{ items: Record<string, unknown>[] }>('queue', 'export')).items.map(specOf);
  expect(await exported(there)).toEqual(await exported(here));
  const markdown = await here.swarm('queue', 'export', '--format', 'markdown');
  expect(markdown.stdout).toBe('- [ ] First {#first}\n  in\n  two lines\n- [ ] Second {#second}\n');
});

test('of many programs that claim at the same time, no two get the same work', async () => {
  const project = await makeProject();
  const works = Array.from({ length: 2 * RACERS }, (_, n) => `- [ ] task ${n}`).join('\n');
  await project.swarmWith({ stdin: works }, 'queue', 'import', '-');
  const race = async (): Promise<string[]> => {
    const claimed = Array.from({ length: RACERS }, () => project.json<Work>('queue', 'claim'));
    return (await Promise.all(claimed)).map(({ id }) => id);
  };
  const ids = [...(await race()), ...(await race())];
  expect(new Set(ids).size).toBe(2 * RACERS);
  expect((await project.swarm('queue', 'claim')).code).toBe(1);
});

test('a claimer who is killed loses its work when the lease runs out, and comes too late', async () => {
  const project = await makeProject();
  await project.swarm('queue', 'add', 'One', '--id', 'one');
  const env = { SWARM_FAILPOINT: 'store.commit.after' };
  await project.swarmWith({ env }, 'queue', 'claim', '--lease', '1s', '--holder', 'loop-1');
  expect(await project.json<Work>('queue', 'show', 'one')).toMatchObject({ holder: 'loop-1', fence: 1 });
  const next = await vi.waitFor(
    async () => {
      const ran = await project.swarm('queue', 'claim', '--json');
      expect(ran.code).toBe(0);
      return JSON.parse(ran.stdout) as Work;
    },
    { timeout: SHOWN_LIMIT_MS },
  );
  expect([next.id, next.fence]).toEqual(['one', 3]);
  const late = await project.swarm('queue', 'done', 'one', '--fence', '1');
  expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('Claim 1 of one is over')]);
  expect((await project.swarm('queue', 'done', 'one', '--fence', '3')).code).toBe(0);
});

const BD = `#!/bin/sh
printf '%s\\n' "$*" >>"$BD_LOG"
case $1 in
  ready) cat "$BD_READY" ;;
  update|close) echo '[]' ;;
esac
`;

test('a real bd on the PATH can be the queue, and is told what comes of its issues', async () => {
  const project = await makeProject({ queue: { source: 'beads' } });
  chmodSync(project.write('bin/bd', BD), 0o755);
  const env = {
    PATH: `${join(project.root, 'bin')}:${project.env.PATH}`,
    BD_LOG: join(project.root, 'bd.log'),
    BD_READY: project.write(
      'ready.json',
      '[{"id":"bd-a1","title":"Mend","issue_type":"bug","dependencies":[{"depends_on_id":"bd-0"}]}]',
    ),
  };
  const swarm = (...words: string[]) => project.swarmWith({ env }, 'queue', ...words);
  const claimed = JSON.parse((await swarm('claim', '--json')).stdout) as Work;
  expect([claimed.id, claimed.status]).toEqual(['bd-a1', 'in_progress']);
  await swarm('done', 'bd-a1', '--fence', String(claimed.fence), '--note', 'merged');
  expect(readFileSync(env.BD_LOG, 'utf8').split('\n').slice(0, 3)).toEqual([
    'ready --limit 1000 --json',
    'update bd-a1 --status in_progress --json',
    'close bd-a1 --reason merged --json',
  ]);
  const without = await project.swarm('queue', 'list', '--all');
  expect([without.code, without.stderr]).toEqual([0, expect.stringContaining('⚠️  bd is not installed')]);
  expect(without.stdout).toContain('bd-a1');
});

test('the shell offers the names of work, and the queue is not drawn where it was never used', async () => {
  const project = await makeProject();
  expect((await project.swarm('supervisor', 'start')).code).toBe(0);
  expect(existsSync(join(project.root, '.swarm/queue.json'))).toBe(false);
  await project.swarm('queue', 'add', 'One', '--id', 'one');
  const offers = async (...words: string[]) =>
    JSON.parse((await project.swarm('--json', '__complete', '--', 'queue', ...words)).stdout).offers;
  expect(await offers('re')).toEqual(['release', 'reorder']);
  expect(await offers('show', 'o')).toEqual(['one']);
  expect(await offers('list', '--status', 'bl')).toEqual(['blocked']);
});
