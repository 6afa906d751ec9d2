import { HandBack } from '../../contract/session.ts';
import { statusWord } from '../../views/session-view.ts';
import { localCommand } from '../command.ts';
import { asText } from '../flag.ts';

export const handBack = localCommand({
  asks: 'anyone',
  name: 'hand-back',
  summary: 'Let a session that you took over go on by itself',
  about: [
    'Closes its screen; the agent goes on in the same conversation, without one.',
    'A turn that is at work there is interrupted and continued. Ends nothing, loses nothing.',
  ].join('\n'),
  examples: [
    'swarm hand-back 20251118-153042-reviewer',
    'swarm hand-back 20251118-153042-reviewer "the login works now; finish the tests"',
  ],
  words: [
    { name: 'session', key: 'sessionId', about: 'Id of the session', offers: 'session' },
    { name: 'text', key: 'body', isOptional: true, about: 'What to go on with', gather: asText },
  ],
  input: HandBack,
  run: async (host, input) => (await host.app()).handBack(input),
  show: ({ id }) => `✅ Session handed back: ${id}\n`,
  json: (session) => ({ session_id: session.id, status: statusWord(session), state: session.state }),
});
