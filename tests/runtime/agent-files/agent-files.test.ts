import {
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
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
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AgentFiles } from '../../../src/runtime/agent-files/agent-files.ts';
import { compressFile } from '../../../src/runtime/agent-files/compress-file.ts';
import { Oddities } from '../../../src/runtime/agent-files/oddities.ts';
import { readOwn, readPlain } from '../../../src/runtime/agent-files/read-plain.ts';
import { ODD_FILES, ODD_THINGS } from './odd-things.ts';

const LIMIT = 1_000;

let base = '';
let outside = '';
let path = '';
let oddities = new Oddities();
let files = new AgentFiles('/', oddities);

beforeEach(() => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'swarm agent files-')));
  base = join(root, 'sessions');
  outside = join(root, 'secret');
  path = join(base, 'one', 'file');
  mkdirSync(join(base, 'one'), { recursive: true });
  writeFileSync(outside, 'secret\n');
  oddities = new Oddities();
  files = new AgentFiles(base, oddities);
});
afterEach(() => rmSync(join(base, '..'), { recursive: true, force: true }));

const isOutsideUntouched = (): boolean => readFileSync(outside, 'utf8') === 'secret\n';

describe.each(Object.entries(ODD_THINGS))('%s in the place of a file', (_name, make) => {
  test('is never read, and is set aside and told once', async () => {
    await make(path, outside);
    expect(files.read(path, LIMIT)).toBe(null);
    expect(files.readPart(path, { from: 0, bytes: 10 })).toBe(null);
    expect(files.feed(path, 0, () => true)).toBe(null);
    expect(files.hasFile(path)).toBe(false);
    const [odd, ...more] = oddities.setAside(join(base, 'one'));
    expect(more).toEqual([]);
    expect(odd).toMatchObject({ path, movedTo: join(base, 'one', '.aside-1-file') });
    expect(odd?.problem).toMatch(/^is a (named pipe|link|folder|socket) and should be a file$/);
    expect(existsSync(path)).toBe(false);
    expect(files.read(path, LIMIT)).toBe(null);
    expect(oddities.has(base)).toBe(false);
    expect(isOutsideUntouched()).toBe(true);
  });

  test.each([
    ['written whole', () => files.write(path, 'new\n')],
    ['written at a position', () => files.writeAt(path, 0, 'new\n')],
    ['appended to', () => files.append(path, 'new\n')],
  ])('gives way when it is %s, and nothing outside changes', async (_how, write) => {
    await make(path, outside);
    write();
    expect(lstatSync(path).isFile()).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('new\n');
    expect(isOutsideUntouched()).toBe(true);
  });

  test('on the way to a file hides the file, and gives way to a folder', async () => {
    rmSync(join(base, 'one'), { recursive: true });
    await make(join(base, 'one'), outside);
    expect(files.read(path, LIMIT)).toBe(null);
    expect(files.list(join(base, 'one')).filter((name) => name !== 'inside')).toEqual([]);
    expect(files.move(path, join(base, 'two'))).toBe(false);
    files.remove(path);
    files.ensureFolder(join(base, 'one'));
    files.write(path, 'new\n');
    expect(readFileSync(path, 'utf8')).toBe('new\n');
    expect(isOutsideUntouched()).toBe(true);
  });

  test('is not read as a file of the person', async () => {
    await make(path, outside);
    const read = readOwn(path, LIMIT);
    // A person may link their own files.
    const isLinked = read !== null && 'text' in read;
    expect(isLinked ? read.text : 'secret\n').toBe('secret\n');
    expect(readPlain(path, LIMIT)).toBe(null);
  });
});

test('a folder that is a link leads no write and no move elsewhere', () => {
  const elsewhere = join(base, '..', 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'file'), 'theirs\n');
  rmSync(join(base, 'one'), { recursive: true });
  symlinkSync(elsewhere, join(base, 'one'));
  expect(files.read(path, LIMIT)).toBe(null);
  expect(files.list(join(base, 'one'))).toEqual([]);
  expect(files.observe(path)).toBe(null);
  expect(files.move(path, join(base, 'mine'))).toBe(false);
  files.remove(path);
  files.write(path.replace('/file', '/../one-else'), 'x');
  expect(readFileSync(join(elsewhere, 'file'), 'utf8')).toBe('theirs\n');
  expect(readdirSync(elsewhere)).toEqual(['file']);
  expect(oddities.setAside(base)).toMatchObject([{ problem: 'is a link and should be a folder' }]);
});

test('a path outside of the base is a fault', () => {
  expect(() => files.read(join(base, '..', 'secret'), LIMIT)).toThrow('does not lie in');
});

test('a base that the person made a link is followed', () => {
  const link = join(base, '..', 'linked');
  symlinkSync(base, link);
  writeFileSync(path, 'text\n');
  expect(new AgentFiles(link, oddities).read(join(link, 'one', 'file'), LIMIT)?.text).toBe('text\n');
});

test('a file with a second name is not written into', () => {
  renameSync(outside, join(base, 'one', 'other'));
  files.append(join(base, 'one', 'other'), 'fine\n');
  writeFileSync(outside, 'secret\n');
  rmSync(path, { force: true });
  linkSync(outside, path);
  files.append(path, 'new\n');
  expect(readFileSync(path, 'utf8')).toBe('new\n');
  expect(isOutsideUntouched()).toBe(true);
});

test('a file that is larger than the limit is kept, and its size is told', () => {
  ODD_FILES['a file of 10 GB with a hole']?.(path);
  expect(files.read(path, LIMIT)).toMatchObject({ text: null, bytes: 10 * 1024 ** 3 });
  expect(lstatSync(path).size).toBe(10 * 1024 ** 3);
});

test('output with a hole of 10 GB is not compressed', async () => {
  ODD_FILES['a file of 10 GB with a hole']?.(path);
  await compressFile(files, path);
  expect(lstatSync(path).size).toBe(10 * 1024 ** 3);
});

test.skipIf(process.getuid?.() === 0)('a file that may not be read is set aside and told', () => {
  ODD_FILES['a file that may not be read']?.(path);
  expect(files.read(path, LIMIT)).toBe(null);
  expect(oddities.setAside(base)).toMatchObject([{ problem: 'may not be read' }]);
});

test.skipIf(process.getuid?.() !== 0)('a file of another user is set aside and told', () => {
  writeFileSync(path, 'theirs\n');
  chownSync(path, 12_345, 12_345);
  expect(files.read(path, LIMIT)).toBe(null);
  expect(oddities.setAside(base)).toMatchObject([{ problem: 'belongs to another user (12345)' }]);
  // Whose folder it is, may write there.
  writeFileSync(path, 'mine\n');
  chownSync(path, 12_345, 12_345);
  chownSync(join(base, 'one'), 12_345, 12_345);
  expect(files.read(path, LIMIT)?.text).toBe('mine\n');
});

test('what becomes a plain file before it is set aside is left where it is', () => {
  symlinkSync(outside, path);
  expect(files.read(path, LIMIT)).toBe(null);
  rmSync(path);
  writeFileSync(path, 'exit\n');
  expect(oddities.setAside(base)).toMatchObject([{ movedTo: null }]);
  expect(files.read(path, LIMIT)?.text).toBe('exit\n');
});

test('an agent that makes odd things without end is told of twenty times', () => {
  for (let round = 0; round < 25; round += 1) {
    symlinkSync(outside, path);
    files.read(path, LIMIT);
    expect(oddities.setAside(base)).toHaveLength(round < 20 ? 1 : 0);
    expect(existsSync(path)).toBe(false);
  }
});

test('what vanishes between the list and the look is missing, and nothing else', () => {
  writeFileSync(path, 'x');
  expect(files.list(join(base, 'one'))).toEqual(['file']);
  rmSync(join(base, 'one'), { recursive: true });
  expect(files.read(path, LIMIT)).toBe(null);
  expect(files.observe(path)).toBe(null);
  expect(files.move(path, join(base, 'two'))).toBe(false);
  expect(oddities.has(base)).toBe(false);
});
