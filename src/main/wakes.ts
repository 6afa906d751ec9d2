import type { Wakes } from '../app/session/wait-sessions.ts';
import { Fault } from '../domain/fault.ts';
import type { SupervisorClient } from '../runtime/socket/client.ts';
import type { SupervisorLine } from './supervisor-line.ts';

const MAX_TRIES = 5;

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
