import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, type TestProject } from './project.ts';

const EXAMPLE = readFileSync(
  resolve(import.meta.dirname, '../../examples/user-management/plan.yaml'),
  'utf8',
);
const BUNDLE = resolve(import.meta.dirname, '../../dist/swarm.cjs');
const ESC = '\u001b';

/** What a command writes to a terminal of its own. */
function onTerminal({ root, env }: TestProject, more: Record<string, string>, ...words: string[]): string {
  const line = [process.execPath, BUNDLE, ...words].map((word) => `'${word}'`).join(' ');
  const own = { ...env, TERM: 'xterm', ...more };
  return execFileSync('script', ['-qec', `stty cols 100 rows 20; ${line}`, '/dev/null'], {
    cwd: root,
    env: own,
    encoding: 'utf8',
  });
}

test('a plan is followed as one picture on a terminal, and as lines in a pipe', async () => {
  const project = await makeProject();
  project.write('.swarm/plans/user-management/plan.yaml', EXAMPLE);
  const shown = onTerminal(project, {}, 'plan', 'run', 'user-management', '--follow', '--yes');
  // The cursor is hidden once, goes up before each further drawing, and is there again at the end.
  expect(shown.split(`${ESC}[?25l`)).toHaveLength(2);
  expect(shown).toMatch(new RegExp(`${ESC}\\[\\d+A\\r${ESC}\\[J`));
  expect(shown.lastIndexOf(`${ESC}[?25h`)).toBeGreaterThan(shown.lastIndexOf(`${ESC}[J`));
  expect(shown.slice(shown.lastIndexOf(`${ESC}[J`))).toContain('3 of 3 tasks verified');

  const colourless = onTerminal(project, { NO_COLOR: '1' }, 'plan', 'status', '--follow');
  expect(colourless).toContain('✓ create_user_table');
  expect(colourless).not.toMatch(new RegExp(`${ESC}\\[[\\d;]*m`));

  const piped = await project.swarm('plan', 'status', 'user-management', '--follow');
  expect([piped.code, piped.stdout]).toEqual([0, expect.stringContaining('the run is completed')]);
  expect(piped.stdout).not.toContain(ESC);
});
