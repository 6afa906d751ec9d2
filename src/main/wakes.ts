import type { Wakes } from '../cli/host.ts';
import { Fault } from '../domain/fault.ts';
import type { SupervisorClient } from '../runtime/socket/client.ts';
import type { OpenedApp } from './wire.ts';

const MAX_TRIES = 5;

/** A line to the supervisor that is made anew, with a new supervisor if need be, whenever it breaks. */
export async function openWakes(opened: Pick<OpenedApp, 'connect' | 'ensureSupervisor'>): Promise<Wakes> {
  let client = await watchingClient(opened);
  let isClosed = false;
  return {
    async next(timeoutMs) {
      const news = await client.nextChange(timeoutMs);
      if (news !== 'closed' || isClosed) return news === 'timeout' ? 'timeout' : 'changed';
      client = await watchingClient(opened);
      // Whatever happened between the two lines must be looked at.
      return 'changed';
    },
    close() {
      isClosed = true;
      client.close();
    },
  };
}

async function watchingClient(
  opened: Pick<OpenedApp, 'connect' | 'ensureSupervisor'>,
): Promise<SupervisorClient> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const client = await opened.connect();
    if (client !== null) {
      await client.watch();
      return client;
    }
    await opened.ensureSupervisor();
  }
  throw new Fault('supervisor-unreachable', 'the supervisor starts but does not answer', {
    hint: 'Look at it: swarm supervisor status; swarm supervisor run',
    retry: true,
  });
}
