import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPersona } from './find-persona.ts';
import { listPersonaNames, listPersonas } from './list-personas.ts';
import type { PersonaFolders } from './persona-folders.ts';

let root: string;
let folders: PersonaFolders;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'swarm-persona-'));
  folders = { root, agents: 'agents', shipped: join(root, 'shipped') };
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

const FOLDERS = [
  'agents/tester/tester-agent.md',
  'roles/tester.md',
  '.claude/agents/tester.md',
  'shipped/tester/tester-agent.md',
];

test('of the four folders, the first that has the name wins', async () => {
  for (const folder of FOLDERS) await put(folder, `from ${folder}`);
  for (const folder of FOLDERS) {
    expect(await findPersona(folders, 'tester')).toMatchObject({
      ok: true,
      value: { text: `from ${folder}` },
    });
    await rm(join(root, folder));
  }
});

test('a broken persona is refused; the next folder does not stand in for it', async () => {
  await put('agents/tester/tester-agent.md', '---\nmodle: x\n---\n');
  await put('roles/tester.md', 'fine');
  expect(await findPersona(folders, 'tester')).toMatchObject({
    ok: false,
    refusal: { code: 'persona-broken', file: join(root, 'agents/tester/tester-agent.md'), line: 2 },
  });
});

test('an unknown name is refused with the nearest names', async () => {
  await put('agents/grafana-validator/grafana-validator-agent.md', 'x');
  await put('roles/reviewer.md', 'x');
  expect(await findPersona(folders, 'grafana-validater')).toEqual({
    ok: false,
    refusal: {
      code: 'persona-not-found',
      name: 'grafana-validater',
      folder: 'agents',
      near: ['grafana-validator'],
      misplaced: null,
      known: [],
    },
  });
});

test('a folder without its file is no persona that one could have meant', async () => {
  await put('agents/tester/readme.md', 'x');
  expect(await findPersona(folders, 'tester')).toMatchObject({ refusal: { near: [], misplaced: null } });
  expect(await listPersonaNames(folders)).toEqual([]);
});

test.each(['agents/tester.md', 'agents/tester/tester.md'])('%s is told where it has to lie', async (file) => {
  await put(file, 'x');
  for (const name of ['tester', 'tester.md'])
    expect(await findPersona(folders, name)).toMatchObject({
      refusal: { misplaced: { file, to: 'agents/tester/tester-agent.md' } },
    });
});

test('a name that is a path is never looked up', async () => {
  await put('secret-agent.md', 'x');
  for (const name of ['../secret', '..', 'a/b', '', 'a\nb']) {
    expect(await findPersona(folders, name)).toMatchObject({ refusal: { code: 'persona-not-found' } });
  }
});

test('a link to a file serves as the file', async () => {
  await put('elsewhere.md', 'linked');
  await mkdir(join(root, 'roles'));
  await symlink(join(root, 'elsewhere.md'), join(root, 'roles', 'linked.md'));
  expect(await findPersona(folders, 'linked')).toMatchObject({ value: { text: 'linked' } });
});

test('a file that is too large, or no file, is refused', async () => {
  await put('roles/large.md', 'x'.repeat(256 * 1024 + 1));
  await mkdir(join(root, 'roles', 'folder.md'));
  expect(await findPersona(folders, 'large')).toMatchObject({ refusal: { code: 'persona-broken' } });
  expect(await findPersona(folders, 'folder')).toMatchObject({
    refusal: { problem: 'is a folder and should be a plain file' },
  });
});

test('the list names each persona once, and each broken file with its line', async () => {
  await put('agents/b/b-agent.md', 'b');
  await put('roles/b.md', 'shadowed');
  await put('roles/a.md', 'a');
  await put('roles/notes.txt', 'no persona');
  await put('agents/empty-folder/readme.md', 'no persona');
  await put('roles/bad.md', '---\nmode: x\n---\n');
  const { personas, problems } = await listPersonas(folders);
  expect(personas.map(({ name, source }) => [name, source])).toEqual([
    ['a', 'roles'],
    ['b', 'agents'],
  ]);
  expect(problems).toEqual([
    { file: join(root, 'roles/bad.md'), line: 2, problem: expect.stringContaining('mode: expected') },
  ]);
});
