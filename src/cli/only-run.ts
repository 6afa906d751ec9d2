import { UsageError } from '../contract/usage-error.ts';
import type { Host } from './host.ts';

/** The only live run, for a command that was given no name; it must be just one. */
export async function onlyLiveRun(host: Host, command: string): Promise<string> {
  const listed = await host.ask('run.list', { isLive: true, limit: SHOWN });
  const runs = listed.ok ? listed.value.runs : [];
  const [only, ...others] = runs;
  if (only && others.length === 0) return only.id;
  if (!only) throw new UsageError(`No run is live: swarm ${command} <id>`, { hint: 'List runs: swarm runs' });
  throw new UsageError(`Say which of the live runs: swarm ${command} <run>`, {
    hint: `Live: ${runs.map(({ id }) => id).join(', ')}`,
  });
}

const SHOWN = 10;
