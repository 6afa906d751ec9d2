import type { Wakes } from '../app/session/wait-sessions.ts';
import { Fault } from '../domain/fault.ts';
import type { SupervisorClient } from '../runtime/socket/client.ts';
import type { SupervisorLine } from './supervisor-line.ts';

const MAX_TRIES = 5;
const RECONNECT_MS = 5_000;

/** A line to the supervisor that is made anew, with a new supervisor if need be, whenever it breaks. */
export async function openWakes(line: SupervisorLine): Promise<Wakes> {
  let client = await watchingClient(line);
  let isClosed = false;
  return {
    async next(timeoutMs) {
      const news = await client.nextChange(timeoutMs);
      if (news !== 'closed' || isClosed) return news === 'timeout' ? 'timeout' : 'changed';
      client = await watchingClient(line);
      // What happened between the two lines must be looked at.
      return 'changed';
    },
    close() {
      isClosed = true;
      client.close();
    },
  };
}

async function watchingClient(line: SupervisorLine): Promise<SupervisorClient> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const client = await line.connect();
    if (client !== null) {
      await client.watch();
      return client;
    }
    await line.ensureSupervisor();
  }
  throw new Fault('supervisor-unreachable', 'the supervisor starts but does not answer', {
    hint: 'Look at it: swarm supervisor status; swarm supervisor run',
    retry: true,
  });
}

/** The same for an agent, which starts no supervisor: while none runs, one is looked for now and then. */
export function openQuietWakes({ connect }: Pick<SupervisorLine, 'connect'>): Wakes {
  let client: SupervisorClient | null = null;
  let rest = pause(0);
  return {
    async next(timeoutMs) {
      if (client !== null) {
        const news = await client.nextChange(timeoutMs);
        if (news === 'closed') client = null;
        return news === 'timeout' ? 'timeout' : 'changed';
      }
      client = await connect();
      // What happened before the line was there must be looked at.
      if (client !== null) return client.watch().then(() => 'changed');
      rest = pause(Math.min(timeoutMs, RECONNECT_MS));
      await rest.over;
      return 'timeout';
    },
    close() {
      client?.close();
      rest.end();
    },
  };
}

function pause(ms: number): Readonly<{ over: Promise<void>; end: () => void }> {
  let end = (): void => {};
  const over = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref();
    end = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  return { over, end };
}
