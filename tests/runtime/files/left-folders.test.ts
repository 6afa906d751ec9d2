import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { realSessionFolders } from '../../../src/runtime/files/real-session-folders.ts';
import { renderStateJson } from '../../../src/views/state-json.ts';
import { sampleSession, sampleView } from '../../samples/session.ts';

const ID = sampleSession().id;
const STATE = renderStateJson(sampleView({ session: sampleSession({ state: 'completed' }) }));
let root: string;
let dir: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'swarm-left-'));
  dir = join(root, 'sessions', ID);
  mkdirSync(join(dir, 'attempts', '1'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const folders = () =>
  realSessionFolders({
    sessions: { kind: 'sessions', path: join(root, 'sessions') },
    worktrees: { kind: 'worktrees', path: join(root, 'worktrees') },
    archive: { kind: 'archive', path: join(root, 'archive') },
    trash: { kind: 'trash', path: join(root, 'trash') },
    marks: { projectId: 'p1', findObstacle: async () => null, ensure: async () => {} },
    now: Date.now,
  });
const noRow = async (): Promise<boolean> => false;
const read = async () => {
  const [ref] = await folders().listLeft(noRow);
  return ref === undefined ? null : folders().readLeft(ref);
};

test('folders without a row are listed, of the archive too, and those with one are not', async () => {
  mkdirSync(join(root, 'archive', 'sessions', 'old'), { recursive: true });
  expect(await folders().listLeft(noRow)).toMatchObject([
    { id: ID, isArchived: false },
    { id: 'old', isArchived: true },
  ]);
  expect(await folders().listLeft(async () => true)).toEqual([]);
});

test('attempts are counted by their folders, whatever else lies there', async () => {
  writeFileSync(join(dir, 'state.json'), STATE);
  for (const name of ['10', '2', '0', '-1', 'x', '99999999']) mkdirSync(join(dir, 'attempts', name));
  symlinkSync('/', join(dir, 'attempts', '3'));
  expect(await read()).toMatchObject({ attempts: [1, 2, 10], state: { ending: 'completed' } });
});

test.each([
  ['a pipe without a writer', (path: string) => void execFileSync('mkfifo', [path])],
  ['a link to a device without an end', (path: string) => symlinkSync('/dev/zero', path)],
  [
    'a link to a file elsewhere',
    (path: string) => {
      writeFileSync(`${root}/x`, STATE);
      symlinkSync(`${root}/x`, path);
    },
  ],
  ['a link to itself', (path: string) => symlinkSync(path, path)],
  ['a folder', (path: string) => void mkdirSync(path)],
  ['of two megabytes', (path: string) => writeFileSync(path, ' '.repeat(2 * 1024 * 1024) + STATE)],
])('a state.json that is %s is not read, and nothing waits for it', async (_, make) => {
  make(join(dir, 'state.json'));
  make(join(dir, 'prompt.md'));
  expect(await read()).toMatchObject({ id: ID, state: null });
});

test('what is no folder, or has no safe name, is no session', async () => {
  rmSync(dir, { recursive: true });
  symlinkSync('/', join(root, 'sessions', 'link'));
  writeFileSync(join(root, 'sessions', 'file'), '');
  mkdirSync(join(root, 'sessions', 'a b'));
  const refs = await folders().listLeft(noRow);
  expect(refs).toHaveLength(3);
  for (const ref of refs) expect(await folders().readLeft(ref)).toBeNull();
});

test('what was drawn is kept before it is drawn again, the first of it for good', async () => {
  writeFileSync(join(dir, 'state.json'), 'before');
  symlinkSync('/etc/hostname', join(dir, 'session.log'));
  const [ref] = await folders().listLeft(noRow);
  if (ref === undefined) throw new Error('the folder is there');
  await folders().ensureDrawingsKept(ref);
  writeFileSync(join(dir, 'state.json'), 'after');
  await folders().ensureDrawingsKept(ref);
  expect(readFileSync(join(dir, 'lost', 'state.json'), 'utf8')).toBe('before');
  expect(existsSync(join(dir, 'lost', 'session.log'))).toBe(false);
});
