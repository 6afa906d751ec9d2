import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packFolder } from '../../../src/runtime/archive/pack-folder.ts';
import { unpackFolder } from '../../../src/runtime/archive/unpack-folder.ts';

let base: string;
let folder: string;
let pack: string;
const back = () => join(base, 'back');
const none = () => false;
const free = async () => {};

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'swarm-pack-'));
  folder = join(base, 'session');
  pack = join(base, 'session.tar.gz');
  mkdirSync(join(folder, 'attempts', '1'), { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** All that a folder holds: names, kinds, rights, contents. */
function listAll(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { mode } = lstatSync(path);
      const content = entry.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
      const link = entry.isSymbolicLink() ? readlinkSync(path) : '';
      return [path.slice(root.length), (mode & 0o777).toString(8), content, link].join(' ');
    })
    .sort();
}

test('a folder comes back as it was: bytes, rights, links, long names and letters of any kind', async () => {
  writeFileSync(join(folder, 'prompt.md'), 'please\n');
  writeFileSync(join(folder, 'empty'), '');
  writeFileSync(join(folder, 'attempts', '1', 'exit'), '0', { mode: 0o755 });
  writeFileSync(join(folder, 'big'), Buffer.alloc(1_234_567, 'swarm'));
  writeFileSync(join(folder, `${'long-'.repeat(40)}name 😀 ü`), 'long');
  symlinkSync('../../../etc/passwd', join(folder, 'link'));
  symlinkSync('/dev/zero', join(folder, 'attempts', 'zero'));
  mkdirSync(join(folder, 'closed'), { mode: 0o700 });
  writeFileSync(join(folder, 'closed', 'inside'), 'in');
  chmodSync(join(folder, 'closed'), 0o500);
  const before = listAll(folder);
  const packing = await packFolder(folder, pack, none);
  expect(packing.files).toBe(6);
  expect(packing.packedBytes).toBeLessThan(packing.bytes);
  await unpackFolder(pack, back(), free);
  expect(listAll(back())).toEqual(before);
  for (const one of [folder, back()]) chmodSync(join(one, 'closed'), 0o700);
  // Other programs can read it too.
  expect(execFileSync('tar', ['tzf', pack], { encoding: 'utf8' }).split('\n')).toContain('attempts/1/exit');
});

test('whatever its files hold, each comes back with the same bytes', async () => {
  const contents = fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(contents, async (files) => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      for (const [at, bytes] of files.entries()) writeFileSync(join(folder, `f${at}`), bytes);
      await packFolder(folder, pack, none);
      await unpackFolder(pack, back(), free);
      expect(listAll(back())).toEqual(listAll(folder));
      rmSync(back(), { recursive: true });
    }),
    { numRuns: 25 },
  );
});

test('pipes are passed over without a wait, no link is followed, what is left out is missing', async () => {
  execFileSync('mkfifo', [join(folder, 'attempts', '1', 'stdin.fifo')]);
  mkdirSync(join(base, 'secrets'));
  writeFileSync(join(base, 'secrets', 'key'), 'TOP-SECRET');
  symlinkSync(join(base, 'secrets'), join(folder, 'outside'));
  writeFileSync(join(folder, 'attempts', '1', 'env.sh'), "export KEY='TOP-SECRET'");
  writeFileSync(join(folder, 'kept'), 'kept');
  await packFolder(folder, pack, (path) => path.endsWith('/env.sh'));
  const names = execFileSync('tar', ['tzf', pack], { encoding: 'utf8' });
  expect(names.trim().split('\n').sort()).toEqual(['attempts/', 'attempts/1/', 'kept', 'outside']);
  expect(gunzipSync(readFileSync(pack)).includes('TOP-SECRET')).toBe(false);
});

test('a pack that names a place outside, or is damaged, is a fault and leaves nothing behind', async () => {
  writeFileSync(join(folder, 'aaaaaaaaaaaa'), 'x');
  await packFolder(folder, pack, none);
  const tar = gunzipSync(readFileSync(pack));
  const damaged = Buffer.from(tar);
  damaged.write('../escaped!!', damaged.indexOf('aaaaaaaaaaaa'));
  writeFileSync(pack, gzipSync(damaged));
  await expect(unpackFolder(pack, back(), free)).rejects.toThrow(/cannot be read/);
  writeFileSync(pack, readFileSync(pack).subarray(0, 100));
  await expect(unpackFolder(pack, back(), free)).rejects.toThrow();
  symlinkSync('/etc', join(base, 'etc'));
  execFileSync('tar', ['czf', pack, '-P', '-C', base, '--transform', 's,^etc,../etc,', 'etc']);
  await expect(unpackFolder(pack, back(), free)).rejects.toThrow(/names a place outside/);
  expect(readdirSync(base).sort()).toEqual(['etc', 'session', 'session.tar.gz']);
});

test('a folder that cannot be packed is left as it is, with no half of a pack', async () => {
  const name = Buffer.concat([Buffer.from(join(folder, 'bad-')), Buffer.from([0xff, 0xfe])]);
  writeFileSync(name, 'x');
  await expect(packFolder(folder, pack, none)).rejects.toMatchObject({ code: 'not-packable' });
  expect(existsSync(pack)).toBe(false);
  expect(readdirSync(base)).toEqual(['session']);
});
