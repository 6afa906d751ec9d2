import * as z from 'zod/mini';
import { AnswerEscalation, RouteEscalation } from '../../contract/escalation.ts';
import { TIMEOUT_FLAG } from '../ask-swarm.ts';
import { command } from '../command.ts';
import { asText } from '../flag.ts';
import { askFromAttempt } from '../reply.ts';

const Waiting = { timeoutMs: z.optional(z.int()) };
const NOTE = { name: 'note', key: 'noteId', about: 'Id of the note, as the escalation names it' } as const;

export const escalationAnswer = command({
  name: 'escalation answer',
  summary: 'Answer a note that an agent of the plan escalated (inside the architect of a plan)',
  examples: [
    'swarm escalation answer 1763222400000-api_agent.note_001 "REST, as in the summary" --affects none',
    'swarm escalation answer note_001 "The column is called email" --affects sign_up_form_1727539300',
  ],
  words: [NOTE, { name: 'answer', key: 'answer', about: 'What holds from now on', gather: asText }],
  flags: [
    {
      name: 'affects',
      key: 'affects',
      value: 'tasks',
      about: 'Other tasks that it touches, with commas between; "none" once you have looked',
    },
    TIMEOUT_FLAG,
  ],
  input: z.extend(AnswerEscalation, Waiting),
  run: (host, { timeoutMs, ...input }) =>
    askFromAttempt(host, 'escalation answer', 'escalation.answer', input, { timeoutMs }),
  show: { 'escalation.answer': ({ note_id }) => `${note_id} is answered\n` },
});

export const escalationRoute = command({
  name: 'escalation route',
  summary: 'Hand a note on to the person or to the solution architect (inside the architect of a plan)',
  examples: [
    'swarm escalation route note_001 technical "Which hash for passwords?"',
    'swarm escalation route note_002 user "Must e-mail addresses be unique?"',
  ],
  words: [
    NOTE,
    { name: 'class', key: 'to', about: 'user: requirements; technical: technology, architecture, security' },
    { name: 'text', key: 'text', about: 'The question, or what is to be decided', gather: asText },
  ],
  flags: [TIMEOUT_FLAG],
  input: z.extend(RouteEscalation, Waiting),
  run: (host, { timeoutMs, ...input }) =>
    askFromAttempt(host, 'escalation route', 'escalation.route', input, { timeoutMs }),
  show: { 'escalation.route': ({ note_id, to }) => `${note_id} goes to ${to}\n` },
});
