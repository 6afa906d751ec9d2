import { command } from '../command.ts';

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
  show: { 'session.restore': ({ id }) => `✅ Restored: ${id}\n` },
});
