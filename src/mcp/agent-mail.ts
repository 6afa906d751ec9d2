import * as z from 'zod/mini';
import { type ToolRow, wordsOf } from './tool-row.ts';

const SECOND_MS = 1_000;
const TRACK_LETTERS = 200;

const Project = z.optional(z.string());
const Name = z.string();
const Names = z.array(z.string());

const self = (key: 'agent_name' | 'sender_name') => ({ self: key, project: 'project_key' });
const SELF = { project_key: Project, agent_name: z.optional(Name) };
const MESSAGE = { ...SELF, message_id: z.string() };

const ofOneMail = () =>
  wordsOf({
    input: z.object(MESSAGE),
    toInput: ({ message_id: mailId }) => ({ mail_id: mailId }),
    ...self('agent_name'),
  });

const NO_HIDDEN = 'mail has no hidden recipients; name them in to or cc, where all see them';
const TEXT_ALONE = 'mail carries text alone; commit the file, or put its path into body_md';
const BY_SENDER = 'an answer goes to the sender of the mail; write to others with send_message and thread_id';

const firstLine = (text: string): string =>
  [...(text.trim().split('\n')[0] ?? '')].slice(0, TRACK_LETTERS).join('');

/**
 * Tools of Agent Mail by their own names and words, over verbs of Swarm, so that prompts which were written
 * for it work here. Answers are those of the verbs.
 */
export const AGENT_MAIL: Readonly<Record<string, ToolRow>> = {
  ensure_project: {
    verb: 'participant.whoami',
    title: 'Ensure the project (Agent Mail)',
    about: 'There is one project here. Tells who you are in it.',
    isOwn: true,
    takesPart: true,
    words: wordsOf({
      input: z.object({ human_key: z.optional(z.string()) }),
      toInput: () => ({}),
      project: 'human_key',
    }),
  },
  register_agent: {
    verb: 'participant.whoami',
    title: 'Register (Agent Mail)',
    about: 'Take part in the project, under a name of your choice or one that is picked. Tells who you are.',
    isOwn: true,
    takesPart: true,
    isIdempotent: true,
    words: wordsOf({
      input: z.object({
        project_key: Project,
        program: z.optional(z.string()),
        model: z.optional(z.string()),
        name: z.optional(Name),
        task_description: z.optional(z.string()),
      }),
      toInput: () => ({}),
      toJoin: ({ name, task_description: task = '' }) => ({
        ...(name === undefined ? {} : { name }),
        ...(task.trim() === '' ? {} : { track: firstLine(task) }),
      }),
      project: 'project_key',
    }),
  },
  whois: {
    verb: 'participant.list',
    title: 'Who is it (Agent Mail)',
    about: 'Tell who a participant is: its track, what it has claimed and reserved, when it was last seen.',
    words: wordsOf({
      input: z.object({ project_key: Project, agent_name: Name }),
      toInput: ({ agent_name: name }) => ({ all: true, name }),
      project: 'project_key',
    }),
  },
  send_message: {
    verb: 'mail.send',
    title: 'Send mail (Agent Mail)',
    about: 'Send a mail to participants by name, "track:<name>" or "all". The same as mail_send.',
    takesPart: true,
    words: wordsOf({
      input: z.object({
        project_key: Project,
        sender_name: z.optional(Name),
        to: Names,
        cc: z.optional(Names),
        subject: z.optional(z.string()),
        body_md: z.string(),
        importance: z.optional(z.string()),
        ack_required: z.optional(z.boolean()),
        thread_id: z.optional(z.string()),
      }),
      toInput: ({ to, cc = [], body_md: body, ack_required: ack, ...more }) => ({
        ...pick(more, ['subject', 'importance', 'thread_id']),
        to: [...to, ...cc],
        body,
        ...(ack === undefined ? {} : { ack }),
      }),
      lacks: { bcc: NO_HIDDEN, attachment_paths: TEXT_ALONE, convert_images: TEXT_ALONE },
      ...self('sender_name'),
    }),
  },
  reply_message: {
    verb: 'mail.reply',
    title: 'Answer mail (Agent Mail)',
    about: 'Answer a mail, in its thread. The same as mail_reply.',
    takesPart: true,
    words: wordsOf({
      input: z.object({
        project_key: Project,
        message_id: z.string(),
        sender_name: z.optional(Name),
        body_md: z.string(),
      }),
      toInput: ({ message_id: mailId, body_md: body }) => ({ mail_id: mailId, body }),
      lacks: { to: BY_SENDER, cc: BY_SENDER, bcc: NO_HIDDEN },
      ...self('sender_name'),
    }),
  },
  fetch_inbox: {
    verb: 'mail.inbox',
    title: 'Fetch your inbox (Agent Mail)',
    about: 'List the mail that came for you, oldest first. Marks nothing as read. The same as mail_inbox.',
    isOwn: true,
    takesPart: true,
    words: wordsOf({
      input: z.object({
        ...SELF,
        limit: z.optional(z.int()),
        urgent_only: z.optional(z.boolean()),
        include_bodies: z.optional(z.boolean()),
        since_ts: z.optional(z.string()),
      }),
      toInput: ({
        limit = 20,
        urgent_only: urgent = false,
        include_bodies: bodies = false,
        since_ts: since,
      }) => ({
        limit,
        urgent,
        bodies,
        ...(since === undefined ? {} : { since }),
      }),
      ...self('agent_name'),
    }),
  },
  mark_message_read: {
    verb: 'mail.read',
    title: 'Mark mail as read (Agent Mail)',
    about: 'Read a mail in full. The same as mail_read.',
    isOwn: true,
    takesPart: true,
    isIdempotent: true,
    words: ofOneMail(),
  },
  acknowledge_message: {
    verb: 'mail.ack',
    title: 'Acknowledge mail (Agent Mail)',
    about: 'Tell the sender that you took note of a mail. The same as mail_ack.',
    takesPart: true,
    isIdempotent: true,
    words: ofOneMail(),
  },
  search_messages: {
    verb: 'mail.search',
    title: 'Search mail (Agent Mail)',
    about: 'Find mail that you sent or received by its words. The same as mail_search.',
    isOwn: true,
    takesPart: true,
    words: wordsOf({
      input: z.object({ project_key: Project, query: z.string(), limit: z.optional(z.int()) }),
      toInput: ({ query, limit = 20 }) => ({ query, limit }),
      project: 'project_key',
    }),
  },
  file_reservation_paths: {
    verb: 'reservation.add',
    title: 'Reserve files (Agent Mail)',
    about: 'Reserve paths or globs for an hour or ttl_seconds, all or none. The same as reserve.',
    takesPart: true,
    isIdempotent: true,
    words: wordsOf({
      input: z.object({
        ...SELF,
        paths: Names,
        ttl_seconds: z.optional(z.int().check(z.minimum(1))),
        exclusive: z.optional(z.boolean()),
        reason: z.optional(z.string()),
      }),
      toInput: ({ paths, ttl_seconds: ttl = 3_600, exclusive = true, reason }) => ({
        globs: paths,
        for_ms: ttl * SECOND_MS,
        shared: !exclusive,
        ...(reason === undefined ? {} : { reason }),
      }),
      ...self('agent_name'),
    }),
  },
  release_file_reservations: {
    verb: 'reservation.release',
    title: 'Release files (Agent Mail)',
    about: 'Release files that you have reserved; without paths, all of them. The same as release.',
    takesPart: true,
    words: wordsOf({
      input: z.object({ ...SELF, paths: z.optional(Names) }),
      toInput: ({ paths }) => (paths === undefined ? { all: true } : { globs: paths }),
      ...self('agent_name'),
    }),
  },
};

const pick = (from: Readonly<Record<string, unknown>>, keys: readonly string[]) =>
  Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));
