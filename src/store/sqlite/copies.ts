import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { retryWhileBusy } from './busy-retry.ts';

/** Of each kind, and of each store: a new one that took the place of a lost one pushes no copy of it out. */
const KEPT = 3;
const NAME = /^(\d{4}-\d\d-\d\d)-([0-9a-f]+)(-schema-\d+)?\.db$/;

/** A whole copy of the store, made while it was in use. */
export type StoreCopy = Readonly<{ file: string; at: number; bytes: number }>;

const folderOf = (file: string): string => join(dirname(file), 'backups');

/** Newest first. */
export function listCopies(file: string): readonly StoreCopy[] {
  const folder = folderOf(file);
  return listNames(folder)
    .map((name) => {
      const path = join(folder, name);
      const { mtimeMs, size } = statSync(path);
      return { file: path, at: mtimeMs, bytes: size };
    })
    .sort((a, b) => b.at - a.at);
}

/** There is a copy of this day (UTC) afterwards; one that is there is left alone. */
export async function ensureDailyCopy(file: string, at: number): Promise<void> {
  const database = await retryWhileBusy(file, () => new DatabaseSync(file, { readOnly: true }));
  try {
    await retryWhileBusy(file, () => ensureCopy(database, file, `${dayOf(at)}-${storeIdOf(database)}`));
  } finally {
    database.close();
  }
}

/** Before its tables change. Of several processes that would upgrade it, the first makes the copy. */
export const ensureCopyBefore = (database: DatabaseSyncInstance, file: string, version: number): void =>
  ensureCopy(database, file, `${dayOf(Date.now())}-${storeIdOf(database)}-schema-${version}`);

/** Tells a store from another that takes its place: a number of its own, given when it was made. */
const storeIdOf = (database: DatabaseSyncInstance): string =>
  Number(database.prepare('pragma user_version').get()?.user_version).toString(16);

// Under a draft name first: a copy that is there is whole.
function ensureCopy(database: DatabaseSyncInstance, file: string, name: string): void {
  const folder = folderOf(file);
  const target = join(folder, `${name}.db`);
  if (statSync(target, { throwIfNoEntry: false }) !== undefined) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${target}.${process.pid}`;
  rmSync(draft, { force: true });
  try {
    database.prepare('vacuum into ?').run(draft);
    chmodSync(draft, 0o600);
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
  dropOld(folder, `${name}.db`);
}

function dropOld(folder: string, made: string): void {
  const kindOf = (name: string): string => {
    const [, , store, schema] = NAME.exec(name) ?? [];
    return `${store} ${schema === undefined ? 'daily' : 'schema'}`;
  };
  const alike = listNames(folder).filter((name) => kindOf(name) === kindOf(made));
  for (const name of alike.sort().slice(0, -KEPT)) rmSync(join(folder, name), { force: true });
}

function listNames(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(folder).filter((name) => NAME.test(name));
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
