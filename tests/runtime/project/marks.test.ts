import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../../../src/runtime/files/make-folder.ts';
import { realSessionFolders } from '../../../src/runtime/files/real-session-folders.ts';
import { ensureProject } from '../../../src/runtime/project/ensure-project.ts';
import {
  type Explain,
  MARK_FILE,
  type OwnFolder,
  realFolderMarks,
} from '../../../src/runtime/project/folder-marks.ts';
import { openHome } from '../../../src/runtime/project/home.ts';
import { assertAtHome, observeLocation, readIdentity } from '../../../src/runtime/project/identity.ts';
import { ownFolders } from '../../../src/runtime/project/own-folders.ts';
import { projectPaths } from '../../../src/runtime/project/project-paths.ts';

let base: string;
let root: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'swarm-marks-')));
  root = join(base, 'project');
  mkdirSync(join(root, '.swarm'), { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const nothing: Explain = async (_, names) => names;
const marks = (explain = nothing, id = 'p1') => realFolderMarks({ id, root, explain });
const sessions = (path = join(root, '.swarm/sessions')): OwnFolder => ({ kind: 'sessions', path });
const markOf = ({ path }: OwnFolder): string | undefined =>
  readFileSync(join(path, MARK_FILE), 'utf8').split('\n')[0];

function documents(): OwnFolder {
  const path = join(base, 'Documents');
  mkdirSync(path);
  for (const name of ['thesis.txt', 'photos']) writeFileSync(join(path, name), 'dear');
  return sessions(path);
}

test('a folder is made with its mark, and an empty one gets it', async () => {
  await marks().ensure(sessions());
  expect(markOf(sessions())).toBe('p1 sessions');
  mkdirSync(join(base, 'empty'));
  await marks().ensure(sessions(join(base, 'empty')));
  expect(await marks().findObstacle(sessions(join(base, 'empty')))).toBeNull();
});

test('a folder with other things in it gets no mark, and they are told', async () => {
  const folder = documents();
  await marks().ensure(folder);
  expect(await marks().findObstacle(folder)).toEqual({
    is: 'unexplained',
    names: ['photos', 'thesis.txt'],
  });
  expect(readdirSync(folder.path)).toEqual(['photos', 'thesis.txt']);
});

test('a folder of an earlier version gets its mark when rows explain all of it', async () => {
  mkdirSync(join(sessions().path, 's1'), { recursive: true });
  const explain: Explain = async (_, names) => names.filter((name) => name !== 's1');
  expect(await marks(explain).findObstacle(sessions())).toBeNull();
  expect(markOf(sessions())).toBe('p1 sessions');
});

test('the mark of another project, or of another kind, is never taken for ours', async () => {
  await marks(nothing, 'p2').ensure(sessions());
  expect(await marks().findObstacle(sessions())).toEqual({ is: 'foreign', of: 'another project (p2)' });
  await expect(marks().ensure(sessions())).rejects.toMatchObject({ code: 'folder-not-ours' });
  const asTrash: OwnFolder = { kind: 'trash', path: sessions().path };
  expect(await marks(nothing, 'p2').findObstacle(asTrash)).toMatchObject({
    of: 'the sessions of this project',
  });
});

test('a pipe or a link in the place of a mark is no mark, and holds nothing up', async () => {
  mkdirSync(sessions().path);
  execFileSync('mkfifo', [join(sessions().path, MARK_FILE)]);
  await expect(marks().findObstacle(sessions())).rejects.toMatchObject({ code: 'mark-odd' });
  rmSync(join(sessions().path, MARK_FILE));
  symlinkSync('/dev/zero', join(sessions().path, MARK_FILE));
  await expect(marks().findObstacle(sessions())).rejects.toMatchObject({ code: 'mark-odd' });
});

test('no session folder leaves a folder without the mark, whatever rows say', async () => {
  const own = { ...ownFolders(projectPaths(root)), sessions: documents() };
  const folders = realSessionFolders({ ...own, marks: marks(), now: () => 1 });
  expect(await folders.listLeft(async () => false)).toEqual([]);
  const refused = { code: 'folder-not-ours', message: expect.stringContaining('photos, thesis.txt') };
  await expect(folders.ensureArchived('photos')).rejects.toMatchObject(refused);
  expect(await folders.listObstacles()).toMatchObject([{ path: own.sessions.path }]);
  expect(readdirSync(own.sessions.path)).toEqual(['photos', 'thesis.txt']);
});

test('a project knows where it was made, and asks when it is elsewhere', () => {
  const identity = ensureProject(projectPaths(root));
  expect(observeLocation({ root }, identity)).toEqual({ is: 'home' });

  const copy = join(base, 'copy');
  cpSync(root, copy, { recursive: true });
  expect(observeLocation({ root: copy }, identity)).toEqual({
    is: 'elsewhere',
    was: root,
    hasOriginal: true,
  });
  const both = expect.stringMatching(/swarm project copied.*swarm project moved/);
  const refused = expect.objectContaining({ code: 'project-elsewhere', hint: both });
  expect(() => assertAtHome({ root: copy }, identity)).toThrow(refused);

  rmSync(copy, { recursive: true });
  const moved = join(base, 'moved');
  renameSync(root, moved);
  const place = { is: 'elsewhere', was: root, hasOriginal: false };
  expect(observeLocation({ root: moved }, identity)).toEqual(place);
  // A link at the old place leads here, and still the names of its sockets are those of another path.
  symlinkSync(moved, root);
  expect(observeLocation({ root: moved }, identity)).toEqual(place);
});

test('a project whose identity was lost finds its id in the marks of its folders', async () => {
  const paths = projectPaths(root);
  const { id } = ensureProject(paths);
  await marks(nothing, id).ensure(ownFolders(paths).trash);
  rmSync(join(paths.swarmDir, 'project.json'));
  expect(ensureProject(paths)).toEqual({ id, root });
  expect(readIdentity(paths.swarmDir)).toEqual({ id, root });
});

test('an identity that cannot be read is a fault that names the file', () => {
  writeFileSync(join(root, '.swarm/project.json'), '{ "id": 7 }');
  expect(() => ensureProject(projectPaths(root))).toThrow(
    expect.objectContaining({
      code: 'project-identity-bad',
      message: expect.stringContaining('.swarm/project.json'),
    }),
  );
});

test('making a folder never makes a project again that was moved', () => {
  makeFolder(join(root, '.swarm/logs/deep'));
  expect(existsSync(join(root, '.swarm/logs/deep'))).toBe(true);
  renameSync(root, join(base, 'moved'));
  const gone = expect.objectContaining({ code: 'project-gone' });
  expect(() => makeFolder(join(root, '.swarm/sessions/s1/attempts/1'))).toThrow(gone);
  expect(() => makeFolder(join(root, 'outputs/17'), { never: root })).toThrow(gone);
  expect(existsSync(root)).toBe(false);
});

test('a home that was moved is gone and not deleted, and one that was deleted is both', () => {
  const home = openHome(join(root, '.swarm'));
  expect([home.isThere(), home.isDeleted()]).toEqual([true, false]);
  renameSync(root, join(base, 'moved'));
  expect([home.isThere(), home.isDeleted()]).toEqual([false, false]);
  // Another folder in its place is another folder, and so is a link to it.
  mkdirSync(join(root, '.swarm'), { recursive: true });
  expect(home.isThere()).toBe(false);
  rmSync(root, { recursive: true });
  symlinkSync(join(base, 'moved'), root);
  expect(home.isThere()).toBe(false);
  rmSync(join(base, 'moved'), { recursive: true });
  expect([home.isThere(), home.isDeleted()]).toEqual([false, true]);
  home.close();
});
