import { command } from '../command.ts';
import { asText } from '../flag.ts';

export const handBack = command({
  name: 'hand-back',
  summary: 'Hand a session that you took over back to Swarm',
  about: [
    'Closes its screen; the agent goes on in the same conversation, headless.',
    'A turn at work on it is interrupted and continued. Nothing is lost.',
  ].join('\n'),
  examples: [
    'swarm hand-back 20251118-153042-reviewer',
    'swarm hand-back 20251118-153042-reviewer "the login works now; finish the tests"',
  ],
  words: [
    {
      name: 'session|role',
      key: 'sessionId',
      about: 'Id of the session, or a role of the only live run',
      offers: 'session',
    },
    { name: 'text', key: 'body', isOptional: true, about: 'What to go on with', gather: asText },
  ],
  show: { 'session.hand-back': ({ id }) => `✅ Session handed back: ${id}\n` },
});
