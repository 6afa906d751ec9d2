import { expect, test } from 'vitest';
import type { MergeEnd } from '../domain/merge/merge.ts';
import { mergeJson, renderMerge, renderMergeProgress } from './merge-text.ts';

const dev = { role: 'dev', branch: 'swarm/dev-17' };
const ops = { role: 'ops', branch: 'swarm/ops-17' };
const of = (end: MergeEnd, rescues: readonly string[] = []) => ({
  end,
  runId: '17',
  names: ['17'],
  questionId: 'q-1',
  rescues,
  uncommitted: [],
  spared: [],
});

test('a merge is told with what was merged, what was there, and whether anything was checked', () => {
  const end: MergeEnd = {
    is: 'merged',
    target: 'main',
    from: '0123456789abcdef',
    to: 'fedcba9876543210',
    merged: [dev],
    hadAlready: [ops],
    check: null,
    logFile: null,
  };
  expect(renderMerge(of(end, ['17-dev/1']))).toMatchInlineSnapshot(`
    "✅ Merged into main: swarm/dev-17 (dev)
       There already: swarm/ops-17 (ops)
       0123456789 → fedcba9876
    ⚠️  Nothing was checked: merge.check in swarm.config.json names the command that must pass
    ⚠️  Work that was never committed is on no branch, and so is not merged:
       swarm rescue show 17-dev/1
    "
  `);
  expect(renderMerge(of({ ...end, check: 'npm test' }))).toContain('   Passed: npm test\n');
  expect(mergeJson(of(end))).toMatchObject({ run_id: '17', is: 'merged', moved: true, had_already: [ops] });
});

test('a branch that was left alone is named, with the way to merge it too', () => {
  const end: MergeEnd = { is: 'nothing-new', target: 'main', commit: '0', branches: [dev] };
  expect(renderMerge({ ...of(end), spared: [ops] })).toContain('swarm merge 17 --role ops\n');
});

test('a conflict names the files and how to go on', () => {
  const end: MergeEnd = { is: 'conflict', target: 'main', branch: ops, files: ['a.ts', 'b\u001b[31m.ts'] };
  expect(renderMerge(of(end))).toMatchInlineSnapshot(`
    "❌ swarm/ops-17 (ops) conflicts with main; nothing was moved
       a.ts
       b [31m.ts
    ℹ️  Resolve it on the branch, then: swarm merge 17
       Or settle it: swarm answer q-1 "keep the branches"
    "
  `);
  expect(mergeJson(of(end))).toMatchObject({ moved: false, branch: ops.branch, question_id: 'q-1' });
});

test('a check that failed is shown with its last words', () => {
  const end: MergeEnd = {
    is: 'check-failed',
    target: 'main',
    check: 'npm test',
    problem: 'ended with 1',
    lastLines: ['  not ok 3', '1 failed'],
    logFile: '/p/.swarm/logs/merge-17.log',
  };
  expect(renderMerge(of(end))).toMatchInlineSnapshot(`
    "❌ The check ended with 1; main stays where it is: npm test
         not ok 3
       1 failed
    ℹ️  All that it printed: /p/.swarm/logs/merge-17.log
    "
  `);
});

test('what is being done is told a line each', () => {
  expect(renderMergeProgress({ is: 'merging', branch: dev, target: 'main' })).toBe(
    'Merging swarm/dev-17 (dev) into main …\n',
  );
  const checking = { is: 'checking', check: 'npm test', limitMs: 600_000, logFile: '/l' } as const;
  expect(renderMergeProgress(checking)).toContain('npm test (at most 10m 0s)');
});
