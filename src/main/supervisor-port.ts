import type { SupervisorPort } from '../app/supervisor/supervisor-deps.ts';
import type { SupervisorLine } from './supervisor-line.ts';

/** What verbs ask of the supervisor of one project. */
export const supervisorPort = ({ connect, ensureSupervisor }: SupervisorLine): SupervisorPort => ({
  async observe() {
    const client = await connect();
    client?.close();
    return client?.greeting ?? null;
  },
  ensureRunning: ensureSupervisor,
  async ensureStopped(timeoutMs) {
    const client = await connect();
    return client === null ? null : client.stop(timeoutMs);
  },
});
