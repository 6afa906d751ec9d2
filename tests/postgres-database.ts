import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { skipFor } from './skip-for.ts';

export type TestDatabase = Readonly<{ url: string; drop: () => Promise<void> }>;

/** An empty database of its own for one suite, on the server of this test run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  if (serverUrl === 'none') skipFor('Postgres', 'no server is installed');
  const name = `swarm_${randomUUID().replaceAll('-', '')}`;
  await run(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
