import * as z from 'zod/mini';
import { InterruptSession } from '../../contract/session.ts';
import { statusWord } from '../../views/session-view.ts';
import { command } from '../command.ts';
import { asText } from '../flag.ts';
import { sessionOf } from '../session-of.ts';

const Input = z.extend(InterruptSession, { sessionId: z.string() });

export const interrupt = command({
  name: 'interrupt',
  summary: 'Stop a session in the middle until you have answered',
  about: [
    'Its process ends, its place is free, and its clocks stand still. It waits with a question; the answer',
    '(swarm answer) is the next thing that the same conversation hears. Ends nothing, loses nothing.',
  ].join('\n'),
  examples: [
    'swarm interrupt 20251118-153042-reviewer "main is red, wait"',
    'swarm answer q-1a2b3c4d "main is green again, go on"',
  ],
  words: [
    {
      name: 'session',
      key: 'sessionId',
      about: 'Id of the session, or a role of the only live run',
      offers: 'target',
    },
    { name: 'reason', key: 'reason', about: 'Why, for the agent and for the record', gather: asText },
  ],
  input: Input,
  run: async (host, { sessionId: name, reason }) => {
    const app = await host.app();
    const found = await sessionOf(app, name, 'interrupt');
    return found.ok ? app.interruptSession({ sessionId: found.value, reason }) : found;
  },
  show: ({ session, question }) =>
    `✅ Session interrupted: ${session.id}\nLet it go on: swarm answer ${question.id} "…"\n`,
  json: ({ session, question }) => ({
    session_id: session.id,
    status: statusWord(session),
    state: session.state,
    question_id: question.id,
  }),
});
