import { dirname } from 'node:path';
import { waitInFolder } from '../files/watch.ts';
import { connect } from '../socket/client.ts';

/** The pid of the supervisor that answers at this socket; null when none does. */
export async function observeSupervisor(socketFile: string): Promise<number | null> {
  const client = await connect(socketFile);
  client?.close();
  return client?.greeting.pid ?? null;
}

/** The same, but waits for one that is about to listen. */
export async function waitForSupervisor(socketFile: string, limitMs: number): Promise<number | null> {
  let pid: number | null = null;
  await waitInFolder(dirname(socketFile), { withinMs: limitMs }, async () => {
    pid = await observeSupervisor(socketFile);
    return pid !== null;
  });
  return pid;
}
