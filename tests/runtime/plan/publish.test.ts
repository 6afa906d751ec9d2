import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findPlan } from '../../../src/runtime/plan/find-plan.ts';
import { publishPlan } from '../../../src/runtime/plan/publish.ts';
import { readSummary } from '../../../src/runtime/plan/read-summary.ts';
import { projectPaths } from '../../../src/runtime/project/project-paths.ts';
import { realNewProject } from '../../../src/runtime/project/real-new-project.ts';

const NOTHING = { files: [], folders: [] };

function makeFolder() {
  const root = mkdtempSync(join(tmpdir(), 'swarm-publish-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const project = realNewProject(projectPaths(root, {}));
  const publish = (text: string, isAsideKept: boolean) =>
    publishPlan(project, 'plans/p', { text, drawing: NOTHING, isAsideKept });
  const read = (name: string): string => readFileSync(join(root, 'plans/p', name), 'utf8');
  return { root, publish, read, list: () => readdirSync(join(root, 'plans/p')).sort() };
}

test('what lay there is kept under a number of its own, as often as it differs', async () => {
  const { publish, read, root, list } = makeFolder();
  expect((await publish('one', true)).aside).toBeNull();
  expect((await publish('two', true)).aside).toBe('plans/p/plan.yaml.1.bak');
  expect((await publish('two', true)).aside).toBeNull();
  writeFileSync(join(root, 'plans/p/plan.yaml'), 'mine');
  expect((await publish('three', true)).aside).toBe('plans/p/plan.yaml.2.bak');
  expect([read('plan.yaml'), read('plan.yaml.1.bak'), read('plan.yaml.2.bak')]).toEqual([
    'three',
    'one',
    'mine',
  ]);
  expect(list()).toEqual(['plan.yaml', 'plan.yaml.1.bak', 'plan.yaml.2.bak']);
});

test('what rows hold already is not kept a second time', async () => {
  const { publish, list } = makeFolder();
  await publish('one', false);
  await publish('two', false);
  expect(list()).toEqual(['plan.yaml']);
});

test('what is drawn from the plan lies beside it', async () => {
  const { root } = makeFolder();
  const project = realNewProject(projectPaths(root, {}));
  const { touched } = await publishPlan(project, 'plans/p', {
    text: 'one',
    drawing: { files: [['agents/a/agent_instructions.md', 'Do.']], folders: ['agents/a/task_output'] },
    isAsideKept: false,
  });
  expect(touched.map(({ path, is }) => `${is} ${path}`)).toEqual([
    'created plans/p/plan.yaml',
    'created plans/p/agents/a/agent_instructions.md',
    'created plans/p/agents/a/task_output/',
  ]);
});

test('a named pipe in the place of the plan is kept aside, and not waited for', async () => {
  const { publish, read, root } = makeFolder();
  await publish('one', true);
  rmSync(join(root, 'plans/p/plan.yaml'));
  execFileSync('mkfifo', [join(root, 'plans/p/plan.yaml')]);
  expect((await publish('two', true)).aside).toBe('plans/p/plan.yaml.1.bak');
  expect(read('plan.yaml')).toBe('two');
  expect(lstatSync(join(root, 'plans/p/plan.yaml.1.bak')).isFIFO()).toBe(true);
});

test('nothing is written, and no second name given, where a link leads out of the project', async () => {
  const { publish, root } = makeFolder();
  const outside = mkdtempSync(join(tmpdir(), 'swarm-outside-'));
  onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
  mkdirSync(join(root, 'plans'));
  symlinkSync(outside, join(root, 'plans/p'));
  writeFileSync(join(outside, 'plan.yaml'), 'theirs');
  await expect(publish('two', true)).rejects.toThrow('leads out of the project');
  expect(readdirSync(outside)).toEqual(['plan.yaml']);
});

test('a folder in the place of the plan is said so', async () => {
  const { publish, root } = makeFolder();
  mkdirSync(join(root, 'plans/p/plan.yaml'), { recursive: true });
  await expect(publish('two', false)).rejects.toThrow('plan.yaml is a folder and should be a file');
});

test('a plan and a summary that are named pipes are said so at once', async () => {
  const { root } = makeFolder();
  mkdirSync(join(root, 'p'));
  for (const name of ['plan.yaml', 'conversation_summary_p.md'])
    execFileSync('mkfifo', [join(root, 'p', name)]);
  expect(await findPlan({ plansDir: root, cwd: root }, 'p')).toMatchObject({
    value: { plan: null, problems: [{ problem: expect.stringMatching(/pipe and should be a plain file$/) }] },
  });
  await expect(readSummary(join(root, 'p'), 'p')).rejects.toThrow(
    'is a named pipe and should be a plain file',
  );
});
