import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { OracleStore } from '../../tests/store/oracle.ts';
import { addSession, aNote, aSession, aWorkspace } from '../../tests/store/rows.ts';
import { explainBy } from './explain-folders.ts';

async function open() {
  const path = mkdtempSync(join(tmpdir(), 'swarm-explain-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const store = new OracleStore();
  const { id } = aSession();
  const workspace = aWorkspace({ path: join(path, 'run-1', 'scout') });
  await store.commit([addSession(), { kind: 'add-workspace', workspace, journal: aNote() }]);
  return { path, id, explain: explainBy(store) };
}

test('rows explain session folders, and our own files beside them; nothing else', async () => {
  const { path, id, explain } = await open();
  const ours = [id, '.launcher-0123456789ab.sh', '.state.json.12.3', '.swarm-mark.12'];
  const others = ['Documents', '.ssh', '.git', `${id}-2`];
  expect(await explain({ kind: 'sessions', path }, [...ours, ...others])).toEqual(others);
});

test('rows explain worktrees by their paths, those of runs by the folder above them', async () => {
  const { path, explain } = await open();
  const folder = { kind: 'worktrees', path } as const;
  expect(await explain(folder, ['run-1', '.trash', '.merging', 'run', 'my-worktree'])).toEqual([
    'run',
    'my-worktree',
  ]);
});

test('rows explain what a release of their session put into the trash', async () => {
  const { path, id, explain } = await open();
  const ours = [`${id}-1`, `${id}-1.git`, `${id}-1.inner.git`, `${id}-1.json`, '.index-aBc123'];
  expect(await explain({ kind: 'trash', path }, [...ours, 'photos-2024', id])).toEqual(['photos-2024', id]);
});

test('rows explain an archive whose every folder is a session', async () => {
  const { path, id, explain } = await open();
  const folder = { kind: 'archive', path } as const;
  for (const name of [id, `${id}.tar.gz`]) mkdirSync(join(path, 'sessions', name), { recursive: true });
  expect(await explain(folder, ['sessions'])).toEqual([]);
  mkdirSync(join(path, 'sessions', 'Documents'));
  expect(await explain(folder, ['sessions', 'notes.txt'])).toEqual(['sessions', 'notes.txt']);
});
