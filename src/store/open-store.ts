import type { Engine } from './engine.ts';
import { sqlStore } from './sql-store.ts';
import type { Store } from './store.ts';

export type StoreLocation = Readonly<{ sqliteFile: string }> | Readonly<{ postgresUrl: string }>;

/** Opens the store, made and migrated if need be. Only the engine that is named is loaded. */
export async function openStore(location: StoreLocation): Promise<Store> {
  return sqlStore(await openEngine(location));
}

async function openEngine(location: StoreLocation): Promise<Engine> {
  if ('sqliteFile' in location) {
    const { openSqliteEngine } = await import('./sqlite/sqlite-engine.ts');
    return openSqliteEngine(location.sqliteFile);
  }
  const { openPostgresEngine } = await import('./postgres/postgres-engine.ts');
  return openPostgresEngine(location.postgresUrl);
}
