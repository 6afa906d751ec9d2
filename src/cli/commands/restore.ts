import { SessionRef } from '../../contract/id.ts';
import { command } from '../command.ts';
import { asks } from '../reply.ts';

export const restore = command({
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
  run: asks('session.restore'),
  show: { 'session.restore': ({ id }) => `✅ Restored: ${id}\n` },
});
