import * as z from 'zod/mini';
import { AddNote, EscalateNote, ListNotes, NoteRef, ResolveNote } from '../../contract/note.ts';
import { renderNote, renderNotes } from '../../views/note-list.ts';
import { TIMEOUT_FLAG } from '../ask-swarm.ts';
import { command } from '../command.ts';
import { asText } from '../flag.ts';
import { askFromAttempt, asks } from '../reply.ts';

const Waiting = { timeoutMs: z.optional(z.int()) };
const NOTE = {
  name: 'note',
  key: 'noteId',
  about: 'Id of the note; inside its session note_001 is enough',
} as const;

export const noteAdd = command({
  name: 'note add',
  summary: 'Write down an assumption or a doubt',
  about: 'Inside a session it is a note of that session, which cannot be done before it is settled.',
  examples: [
    'swarm note add "Assuming that e-mail addresses are unique" --context "creating the table users"',
    'swarm note add "Which hash for passwords?" --escalate "a matter of security"',
  ],
  words: [{ name: 'description', key: 'description', about: 'What is assumed or doubted', gather: asText }],
  flags: [
    { name: 'context', key: 'context', value: 'text', about: 'What you were doing when it came up' },
    { name: 'escalate', key: 'reason', value: 'why', about: 'Let the person decide it, for this reason' },
    {
      name: 'session',
      key: 'name',
      value: 'session',
      about: 'Outside of a session: whose note it is',
      offers: 'session',
    },
    TIMEOUT_FLAG,
  ],
  input: z.extend(AddNote, Waiting),
  run: asks('note.add'),
  show: { 'note.add': renderNote },
});

export const noteList = command({
  name: 'note list',
  summary: 'List notes: what agents assumed or doubted',
  examples: ['swarm note list --open', 'swarm note list user-management --open'],
  words: [
    {
      name: 'session|run|role|plan',
      key: 'name',
      isOptional: true,
      about: 'Only those of this session or run, or of the newest run of this plan',
      offers: 'target',
    },
  ],
  flags: [
    { name: 'open', key: 'open', about: 'Only those that are not settled' },
    { name: 'task', key: 'task', value: 'id', about: 'Only those of this task of a plan' },
    TIMEOUT_FLAG,
  ],
  input: z.extend(ListNotes, Waiting),
  run: asks('note.list'),
  show: { 'note.list': renderNotes },
});

export const noteShow = command({
  name: 'note show',
  summary: 'Show a note with its context and its resolution',
  examples: ['swarm note show 20251118-153042-developer.note_001'],
  words: [NOTE],
  flags: [TIMEOUT_FLAG],
  input: z.extend(NoteRef, Waiting),
  run: asks('note.show'),
  show: { 'note.show': renderNote },
});

export const noteResolve = command({
  name: 'note resolve',
  summary: 'Settle a note',
  about: 'An agent settles its own; what it escalated only you can settle, and it hears what you say.',
  examples: ['swarm note resolve 20251118-153042-developer.note_001 "yes, they are unique"'],
  words: [NOTE, { name: 'resolution', key: 'resolution', about: 'How it is settled', gather: asText }],
  flags: [TIMEOUT_FLAG],
  input: z.extend(ResolveNote, Waiting),
  run: asks('note.resolve'),
  show: { 'note.resolve': renderNote },
});

export const noteEscalate = command({
  name: 'note escalate',
  summary: 'Let the person decide what a note is about (inside a session)',
  examples: ['swarm note escalate note_001 "a matter of requirements"'],
  words: [NOTE, { name: 'reason', key: 'reason', about: 'Why it is not yours to decide', gather: asText }],
  flags: [TIMEOUT_FLAG],
  input: z.extend(EscalateNote, Waiting),
  run: (host, { timeoutMs, ...input }) =>
    askFromAttempt(host, 'note escalate', 'note.escalate', input, { timeoutMs }),
  show: { 'note.escalate': ({ id, status }) => `${id} is ${status}\n` },
});
