import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WantedArtifact } from '../../../src/domain/run/result/artifact.ts';
import type { Workspace } from '../../../src/domain/workspace/workspace.ts';
import type { OutputOrder } from '../../../src/runtime/outputs/outputs.ts';
import { type OutputSettings, realOutputs } from '../../../src/runtime/outputs/real-outputs.ts';
import { type Fixture, makeFixture, readIfThere } from '../workspace/fixture.ts';

let it: Fixture;
let workspace: Workspace;
beforeEach(async () => {
  it = makeFixture();
  workspace = it.workspace('s1');
  await it.workspaces.ensureReady(workspace);
});
afterEach(() => it.remove());

const open = (more: Partial<OutputSettings> = {}) =>
  realOutputs({ project: it.project, outputsDir: join(it.project, 'outputs'), env: it.env, ...more });

const want = (path: string, more: Partial<WantedArtifact> = {}): WantedArtifact => ({
  messageId: 'm1',
  role: 'role',
  path,
  summary: 'it',
  isApproved: true,
  ...more,
});

const order = (...wanted: WantedArtifact[]): OutputOrder => ({
  runId: '17',
  wanted,
  workspaces: [{ role: 'role', ...workspace }],
  render: (kept) => ({ 'result.json': JSON.stringify(kept), 'summary.md': 'all is well' }),
});

const output = (path: string): string => join(it.project, 'outputs/17', path);
const copy = (path: string): string | null => readIfThere(output(`artifacts/role/${path}`));

test('what is on the branch is copied byte by byte, with its hash, and beside it the texts', async () => {
  const bytes = Buffer.from([0, 255, 10, 13, 254, 128, 0]);
  it.write(join(workspace.path, 'out/a.bin'), bytes);
  it.commit(workspace.path, 'work');
  const [kept] = await open().ensureWritten(order(want('out/a.bin')));
  expect(readFileSync(output('artifacts/role/out/a.bin'))).toEqual(bytes);
  expect(kept).toMatchObject({ from: 'branch', notes: [] });
  expect(kept?.files).toEqual([
    {
      path: 'artifacts/role/out/a.bin',
      bytes: 7,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
  ]);
  expect(readIfThere(output('summary.md'))).toBe('all is well');
  expect(JSON.parse(readIfThere(output('result.json')) ?? '')).toEqual([kept]);
});

test('uncommitted work is copied from the workspace, and that is said', async () => {
  it.write(join(workspace.path, 'new.md'), 'new');
  it.write(join(workspace.path, 'src/a.txt'), 'changed');
  it.write(join(workspace.path, 'ignored/deep/x.txt'), 'ignored');
  const kept = await open().ensureWritten(order(want('new.md'), want('./src/a.txt'), want('ignored/')));
  expect([copy('new.md'), copy('src/a.txt'), copy('ignored/deep/x.txt')]).toEqual([
    'new',
    'changed',
    'ignored',
  ]);
  expect(kept.map(({ from, notes }) => [from, notes.length])).toEqual([
    ['workspace', 1],
    ['workspace', 1],
    ['workspace', 1],
  ]);
});

test('a commit of the role counts before what it changed afterwards', async () => {
  it.write(join(workspace.path, 'src/a.txt'), 'committed');
  it.commit(workspace.path, 'work');
  it.write(join(workspace.path, 'src/a.txt'), 'later');
  const [kept] = await open().ensureWritten(order(want('src/a.txt')));
  expect(copy('src/a.txt')).toBe('committed');
  expect(kept?.notes).toEqual(['changes after the last commit are not in it']);
});

test('after the workspace was put away, uncommitted work comes from its rescue', async () => {
  it.write(join(workspace.path, 'new.md'), 'new');
  await it.workspaces.ensureReleased(workspace);
  const [kept] = await open().ensureWritten(order(want('new.md')));
  expect([copy('new.md'), kept?.from]).toEqual(['new', 'rescue']);
});

test('a folder is copied with its files, without what git ignores', async () => {
  it.write(join(workspace.path, 'docs/a.md'), 'a');
  it.write(join(workspace.path, 'docs/b/c.md'), 'c');
  it.write(join(workspace.path, 'docs/key.secret'), 'secret');
  const [kept] = await open().ensureWritten(order(want('docs')));
  expect(kept?.files.map(({ path }) => path)).toEqual([
    'artifacts/role/docs/a.md',
    'artifacts/role/docs/b/c.md',
  ]);
});

test('links, pipes and paths outside are never copied', async () => {
  const outside = join(it.base, 'outside');
  it.write(join(outside, 'secret.txt'), 'secret');
  symlinkSync(join(outside, 'secret.txt'), join(workspace.path, 'link.txt'));
  symlinkSync(outside, join(workspace.path, 'way'));
  symlinkSync('loop', join(workspace.path, 'loop'));
  mkdirSync(join(workspace.path, 'mixed'));
  symlinkSync(join(outside, 'secret.txt'), join(workspace.path, 'mixed/link.txt'));
  it.write(join(workspace.path, 'mixed/plain.txt'), 'plain');
  execFileSync('mkfifo', [join(workspace.path, 'pipe')]);
  const bad = ['link.txt', 'way/secret.txt', 'way', 'loop', 'pipe', '.git', '../s2/x', 'a'.repeat(600)];
  const kept = await open().ensureWritten(order(...bad.map((path) => want(path)), want('mixed')));
  expect(kept.slice(0, bad.length).map(({ files, notes }) => [files.length, notes.length])).toEqual(
    bad.map(() => [0, 1]),
  );
  expect(copy('mixed/plain.txt')).toBe('plain');
  expect(kept.at(-1)?.notes).toContain('mixed/link.txt is no plain file and was left out');
  it.commit(workspace.path, 'links');
  await open().ensureWritten(order(...bad.map((path) => want(path)), want('mixed')));
  const copies = readdirSync(output('artifacts'), { recursive: true, withFileTypes: true });
  expect(copies.filter((one) => !one.isDirectory()).map(({ name }) => name)).toEqual(['plain.txt']);
});

test('what is missing is told and keeps nothing else from being copied', async () => {
  it.write(join(workspace.path, 'there.md'), 'there');
  const kept = await open().ensureWritten(order(want('gone.md'), want('there.md')));
  expect(kept[0]).toMatchObject({ from: null, files: [] });
  expect(copy('there.md')).toBe('there');
});

test('a file for which there is no room is left out and said', async () => {
  it.write(join(workspace.path, 'big/a.bin'), 'x'.repeat(50));
  it.write(join(workspace.path, 'big/b.bin'), 'y'.repeat(100));
  const [kept] = await open({ room: { files: 9, bytes: 60 } }).ensureWritten(order(want('big')));
  expect(kept?.files).toHaveLength(1);
  expect(kept?.notes.at(-1)).toBe('big/b.bin (100 bytes) did not fit into what is copied for one run');
});

test('unreviewed work lies in a folder of its own', async () => {
  it.write(join(workspace.path, 'a.md'), 'a');
  await open().ensureWritten(order(want('a.md', { isApproved: false })));
  expect(readIfThere(output('unreviewed/role/a.md'))).toBe('a');
  expect(existsSync(output('artifacts'))).toBe(false);
});

test('a role without a workspace gave a file of the project', async () => {
  it.write(join(it.project, 'notes.md'), 'notes');
  const [kept] = await open().ensureWritten({ ...order(want('notes.md'), want('.swarm')), workspaces: [] });
  expect([copy('notes.md'), kept?.from]).toEqual(['notes', 'project']);
  expect(readdirSync(output('artifacts/role'))).toEqual(['notes.md']);
});

test('writing again replaces the folder and removes what a killed writer left', async () => {
  it.write(join(workspace.path, 'a.md'), 'a');
  await open().ensureWritten(order(want('a.md')));
  mkdirSync(join(it.project, 'outputs/.17.1.1'));
  mkdirSync(join(it.project, 'outputs/.17.1.1.old'));
  writeFileSync(output('artifacts/role/stale.md'), 'stale');
  rmSync(output('summary.md'));
  await open().ensureWritten(order(want('a.md')));
  expect(readdirSync(join(it.project, 'outputs'))).toEqual(['17']);
  expect(readdirSync(output('artifacts/role'))).toEqual(['a.md']);
  expect(readIfThere(output('summary.md'))).toBe('all is well');
});
