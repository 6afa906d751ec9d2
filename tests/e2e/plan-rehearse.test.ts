import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, type TestProject } from './project.ts';

const EXAMPLE = readFileSync(
  resolve(import.meta.dirname, '../../examples/user-management/plan.yaml'),
  'utf8',
);

/** The temporary folder of the program is one of the project's own. */
async function rehearse(project: TestProject, ...words: string[]) {
  const folder = join(project.root, '..', 'tmp');
  if (!existsSync(folder)) mkdirSync(folder);
  const ran = await project.swarmWith(
    { env: { TMPDIR: folder } },
    'plan',
    'run',
    'user-management',
    '--rehearse',
    ...words,
  );
  return { ...ran, left: readdirSync(folder).filter((name) => name.startsWith('swarm-rehearsal-')) };
}

test('a plan is rehearsed to its end in a clone that is gone, and the project is as it was', async () => {
  const project = await makeProject();
  project.write('.swarm/plans/user-management/plan.yaml', EXAMPLE);
  const before = execFileSync('git', ['for-each-ref'], { cwd: project.root, encoding: 'utf8' });
  const ran = await rehearse(project);
  expect([ran.code, ran.stdout, ran.left], ran.stderr).toEqual([
    0,
    expect.stringContaining('Rehearsed to its end. For real: swarm plan run user-management'),
    [],
  ]);
  expect(ran.stdout).toContain('3 of 3 tasks verified');
  expect(await project.json('runs')).toEqual({ runs: [] });
  expect(execFileSync('git', ['for-each-ref'], { cwd: project.root, encoding: 'utf8' })).toBe(before);
});

test('a rehearsal finds outputs that git ignores and inputs that are not committed', async () => {
  const project = await makeProject();
  project.write('.gitignore', '*.sql\n');
  project.write('docs/rules.md', 'Be kind.\n');
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...words], {
      cwd: project.root,
    });
  git('add', '.gitignore');
  git('commit', '-qm', 'Ignore');
  const plan = EXAMPLE.replace('    outputs:', '    inputs: [{ path: docs/rules.md }]\n    outputs:');
  project.write('.swarm/plans/user-management/plan.yaml', plan);
  const ran = await rehearse(project, '--json');
  const told = JSON.parse(ran.stdout) as { is_well: boolean; findings: { path: string }[] };
  expect([ran.code, told.is_well, ran.left]).toEqual([1, false, []]);
  expect(told.findings.map(({ path }) => path).sort()).toEqual([
    'agents/database_agent/task_output/schema.sql',
    'docs/rules.md',
  ]);
});
