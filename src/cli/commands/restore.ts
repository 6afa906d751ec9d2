import { SessionRef } from '../../contract/id.ts';
import { statusWord } from '../../views/session-view.ts';
import { localCommand } from '../command.ts';

export const restore = localCommand({
  asks: 'anyone',
  name: 'restore',
  summary: 'Bring a session back from the archive',
  examples: ['swarm restore 20251118-153042-reviewer'],
  words: [
    {
      name: 'session',
      key: 'sessionId',
      about: 'Id of the session (swarm list --archived)',
      offers: 'session',
    },
  ],
  input: SessionRef,
  run: async (host, input) => (await host.app()).restoreSession(input),
  show: ({ id }) => `✅ Restored: ${id}\n`,
  json: (session) => ({ session_id: session.id, status: statusWord(session) }),
});
