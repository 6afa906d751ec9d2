import type { Engine } from '../engine.ts';

export async function openPostgresEngine(_url: string): Promise<Engine> {
  throw new Error('Postgres is not built in yet');
}
