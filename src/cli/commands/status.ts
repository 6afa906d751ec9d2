import { SessionRef } from '../../contract/id.ts';
import { renderSessionStatus, sessionStatusJson } from '../../views/session-status.ts';
import { command } from '../command.ts';

export const status = command({
  name: 'status',
  summary: 'Show how a session is doing',
  examples: ['swarm status 20251118-153042-reviewer', 'swarm status 20251118-153042-reviewer --json'],
  words: [{ name: 'session', key: 'sessionId', about: 'Id of the session', offers: 'session' }],
  input: SessionRef,
  run: async (host, input) => (await host.app()).showSession(input),
  show: renderSessionStatus,
  json: sessionStatusJson,
});
