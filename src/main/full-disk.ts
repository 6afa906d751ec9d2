import fs, { type PathLike } from 'node:fs';
import fsp, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { Fault } from '../domain/fault.ts';
import type { Store } from '../store/store.ts';
import type { Env } from './project.ts';

/** Called before a write, with what is written where; throws ENOSPC where it fails. */
type WriteProbe = (what: string) => void;

/**
 * For the tests of a full disk. `SWARM_SUPERVISOR_DISK_FULL` names a file: while it is there, every write of
 * this process fails as on a full disk. Where the file says "each", every kind of write fails when it is
 * first tried, and `<file>.log` gets a line for each. Null when the variable is not set.
 */
export function readFullDisk(env: Env): WriteProbe | null {
  const file = env.SWARM_SUPERVISOR_DISK_FULL;
  if (!file) return null;
  // Node's own "append" would ask us too.
  const { closeSync, existsSync, openSync, readFileSync, writeSync } = fs;
  const note = (line: string): void => {
    const log = openSync(`${file}.log`, 'a');
    writeSync(log, line);
    closeSync(log);
  };
  const tried = new Set<string>();
  const fails = (kind: string): boolean => {
    if (!existsSync(file)) return false;
    if (readFileSync(file, 'utf8') !== 'each') return true;
    if (tried.has(kind)) return false;
    tried.add(kind);
    note(`${kind}\n`);
    return true;
  };
  return (what) => {
    // Numbers and ids differ from one session to the next; the kind of file does not.
    const kind = what.replace(/[0-9a-f]{8,}|\d+/g, '#');
    if (fails(kind)) throw Object.assign(new Error(`ENOSPC: no space left, ${what}`), { code: 'ENOSPC' });
  };
}

/** The same store, whose commits need room too. */
export function withFullDisk(store: Store, probe: WriteProbe | null): Store {
  if (probe === null) return store;
  return {
    ...store,
    async commit(writes) {
      try {
        probe(`commit ${writes.map(({ kind }) => kind).join('+')}`);
      } catch (cause) {
        throw new Fault('disk-full', 'the store cannot grow: the disk is full', { retry: true, cause });
      }
      return store.commit(writes);
    },
  };
}

type Method = (...args: unknown[]) => unknown;
type Methods = Record<string, Method>;

/** Every write through Node asks first. A file that is opened for writing is made, and stays empty. */
export async function fillDisk(probe: WriteProbe | null): Promise<void> {
  if (probe === null) return;
  const paths = new WeakMap<object, string>();
  guard(fs as unknown as Methods, ['writeFileSync', 'appendFileSync', 'mkdirSync', 'copyFileSync'], probe);
  guard(fsp as unknown as Methods, ['appendFile', 'mkdir', 'copyFile', 'writeFile'], probe);
  const { writeSync, fstatSync, existsSync, readlinkSync } = fs;
  const pathOf = (fd: number): string =>
    existsSync(`/proc/self/fd/${fd}`) ? readlinkSync(`/proc/self/fd/${fd}`) : String(fd);
  (fs as unknown as Methods).writeSync = (...args) => {
    if (fstatSync(args[0] as number).isFile()) probe(`writeSync ${pathOf(args[0] as number)}`);
    return (writeSync as Method)(...args);
  };
  const { open } = fsp;
  (fsp as unknown as Methods).open = async (...args) => {
    const handle = await open(...(args as Parameters<typeof open>));
    paths.set(handle, String(args[0]));
    return handle;
  };
  const sample = await open(process.execPath, 'r');
  const methods = Object.getPrototypeOf(sample) as Methods;
  await sample.close();
  for (const name of ['write', 'writeFile', 'appendFile']) {
    const plain = methods[name];
    if (plain === undefined) continue;
    methods[name] = function (this: FileHandle, ...args) {
      probe(`${name} ${paths.get(this) ?? ''}`);
      return plain.apply(this, args);
    };
  }
  syncBuiltinESMExports();
}

function guard(module: Methods, names: readonly string[], probe: WriteProbe): void {
  for (const name of names) {
    const plain = module[name];
    if (plain === undefined) continue;
    const isSync = name.endsWith('Sync');
    module[name] = (...args) => {
      const what = `${name} ${String(args[0] as PathLike)}`;
      if (isSync) probe(what);
      else return new Promise((resolve) => resolve(probe(what))).then(() => plain(...args));
      return plain(...args);
    };
  }
}
