import type { InputOf } from '../app/verbs.ts';
import { troubleOfError } from '../views/error-text.ts';
import type { McpHost } from './host.ts';
import type { Identity } from './identity.ts';
import { changedBy, whomOf } from './resources.ts';

const LOOK_AGAIN_MS = 60_000;
const LINES_MOST = 1_000;

/**
 * Tells which resources changed. The supervisor's word that something did is the wake-up, and the journal
 * says what: to read an inbox anew would itself be a request, and so a change, without end.
 */
export async function watchResources(
  host: McpHost,
  identity: Identity,
  { tell, signal }: Readonly<{ tell: (uri: string) => void; signal: AbortSignal }>,
): Promise<void> {
  try {
    const wakes = await host.wakes();
    signal.addEventListener('abort', () => wakes.close());
    let after = await lastLine(host);
    while (!signal.aborted) {
      await wakes.next(LOOK_AGAIN_MS);
      if (signal.aborted) return;
      after = await tellSince(host, identity, { after, tell });
    }
  } catch (error) {
    // Without the rows, in a sandbox say, resources are read and never announced.
    host.log(`Changes are not announced: ${troubleOfError(error).message}`);
  }
}

async function lastLine(host: McpHost): Promise<number> {
  const events = await host.ask('event.list', { after: 0, limit: 1, newest: true });
  return events.ok ? (events.value.entries.at(-1)?.seq ?? 0) : 0;
}

async function tellSince(
  host: McpHost,
  identity: Identity,
  { after, tell }: Readonly<{ after: number; tell: (uri: string) => void }>,
): Promise<number> {
  const whom = whomOf(host, identity);
  const input: InputOf<'event.list'> = {
    ...(whom.runId !== null
      ? { runId: whom.runId }
      : whom.sessionId !== null
        ? { sessionId: whom.sessionId }
        : {}),
    after,
    limit: LINES_MOST,
  };
  const events = await host.ask('event.list', input);
  if (!events.ok) return after;
  for (const uri of changedBy(whom, events.value.entries)) tell(uri);
  return events.value.entries.at(-1)?.seq ?? after;
}
