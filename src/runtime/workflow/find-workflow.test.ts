import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findWorkflow, listWorkflows } from './find-workflow.ts';
import type { WorkflowFolders } from './workflow-folders.ts';

let root: string;
let folders: WorkflowFolders;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'swarm-workflow-'));
  folders = { root, shipped: join(root, 'shipped') };
});
afterEach(() => rm(root, { recursive: true, force: true }));

const text = (description: string): string =>
  [
    `description: ${description}`,
    'entry: a',
    'roles: { one: { persona: developer } }',
    'stages: { a: { role: one, task: go, on: { result: { finish: true } } } }',
  ].join('\n');

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

test("the project's own workflow wins over a shipped one", async () => {
  for (const file of ['workflows/w.yaml', 'workflows/w.yml', 'shipped/w.yaml']) await put(file, text(file));
  for (const file of ['workflows/w.yaml', 'workflows/w.yml', 'shipped/w.yaml']) {
    expect(await findWorkflow(folders, 'w')).toMatchObject({ value: { workflow: { description: file } } });
    await rm(join(root, file));
  }
});

test('a broken workflow is refused with its line; a shipped one does not stand in for it', async () => {
  await put('workflows/w.yaml', text('x').replace('entry: a', 'entry: b'));
  await put('shipped/w.yaml', text('x'));
  expect(await findWorkflow(folders, 'w')).toMatchObject({
    refusal: { code: 'workflow-broken', file: join(root, 'workflows/w.yaml'), line: 2 },
  });
});

test('an unknown workflow is refused with the nearest names, and a path is never looked up', async () => {
  await put('shipped/research.yaml', text('x'));
  await put('secret.yaml', text('x'));
  expect(await findWorkflow(folders, 'reserch')).toMatchObject({
    refusal: { code: 'workflow-not-found', near: ['research'] },
  });
  expect(await findWorkflow(folders, '../secret')).toMatchObject({ refusal: { code: 'workflow-not-found' } });
});

test('the list names each workflow once, the broken ones too', async () => {
  await put('workflows/a.yaml', text('mine'));
  await put('shipped/a.yaml', text('theirs'));
  await put('workflows/b.yaml', 'entry: 1');
  await put('workflows/readme.md', 'no workflow');
  await mkdir(join(root, 'workflows/c.yaml'));
  const found = await listWorkflows(folders);
  expect(found.map(({ name, problems }) => [name, problems.length > 0])).toEqual([
    ['a', false],
    ['b', true],
    ['c', true],
  ]);
});

test('a workflow file that is too large is refused', async () => {
  await put('workflows/large.yaml', `# ${'x'.repeat(256 * 1024)}`);
  expect(await findWorkflow(folders, 'large')).toMatchObject({
    refusal: { problem: expect.stringContaining('is larger than 256 KB') },
  });
});
