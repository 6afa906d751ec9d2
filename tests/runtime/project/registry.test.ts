import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureProject } from '../../../src/runtime/project/ensure-project.ts';
import { projectPaths } from '../../../src/runtime/project/project-paths.ts';
import { listProjects, noteProject } from '../../../src/runtime/project/registry.ts';

let base: string;
let env: Readonly<Record<string, string>>;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'swarm-registry-')));
  env = { XDG_STATE_HOME: join(base, 'state') };
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function makeProject(name: string): string {
  const root = join(base, name);
  mkdirSync(root);
  ensureProject(projectPaths(root));
  noteProject(root, env);
  return root;
}

const folder = (): string => join(base, 'state', 'swarm', 'projects');

test('projects are listed by path, each once, and only those that have an identity', () => {
  const [two, one] = [makeProject('two'), makeProject('one')];
  noteProject(one, env);
  mkdirSync(join(base, 'none'));
  noteProject(join(base, 'none'), env);
  expect(listProjects(env)).toEqual([one, two]);
  expect(readdirSync(folder())).toHaveLength(2);
});

test('a project that was removed, moved, or replaced by another is forgotten', () => {
  const [gone, moved, replaced] = [makeProject('gone'), makeProject('moved'), makeProject('replaced')];
  const kept = makeProject('kept');
  rmSync(gone, { recursive: true });
  renameSync(moved, join(base, 'elsewhere'));
  symlinkSync(join(base, 'elsewhere'), moved);
  rmSync(join(replaced, '.swarm'), { recursive: true });
  ensureProject(projectPaths(replaced));
  expect(listProjects(env)).toEqual([kept]);
  expect(readdirSync(folder())).toHaveLength(1);
});

test('what is broken, a link, or not named as we name it is passed over and left alone', () => {
  const kept = makeProject('kept');
  const outside = join(base, 'outside.json');
  writeFileSync(outside, JSON.stringify({ id: 'x', root: join(base, 'nowhere') }));
  writeFileSync(join(folder(), 'torn.json'), '{"id":');
  writeFileSync(join(folder(), 'misnamed.json'), JSON.stringify({ id: 'x', root: join(base, 'nowhere') }));
  writeFileSync(join(folder(), 'large.json'), 'x'.repeat(100_000));
  symlinkSync(outside, join(folder(), 'link.json'));
  mkdirSync(join(folder(), 'folder.json'));
  expect(listProjects(env)).toEqual([kept]);
  expect(readdirSync(folder())).toHaveLength(6);
  expect(existsSync(outside)).toBe(true);
});

test('a state folder that cannot be used breaks nothing', () => {
  writeFileSync(join(base, 'state'), 'a file');
  makeProject('one');
  expect(listProjects(env)).toEqual([]);
});
