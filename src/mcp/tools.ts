import * as z from 'zod/mini';
import { AGENT_MAIL } from './agent-mail.ts';
import { type ToolRow, wordsOf } from './tool-row.ts';

/** Few, because a model reads all of them before it begins. */
export const OWN_TOOLS: Readonly<Record<string, ToolRow>> = {
  session_list: {
    verb: 'session.list',
    title: 'List sessions',
    about: 'List the sessions of this project, newest first: who works on what, and in which state.',
  },
  session_show: {
    verb: 'session.show',
    title: 'Show a session',
    about:
      'Show where one session stands, by its id or its role in the only live run: state, questions, cost.',
  },
  session_result: {
    verb: 'session.result',
    title: 'Read a result',
    about: 'Read what another session delivered as its result.',
  },
  run_show: {
    verb: 'run.show',
    title: 'Show a run',
    about: 'Show a run of a workflow or a plan: its stage, its roles, errors and open questions.',
  },
  message_send: {
    verb: 'message.send',
    title: 'Send a message',
    about:
      'Send a message to another session (its id), a role of your run, or "person". It becomes the next ' +
      'turn of an agent. In a run, put what your contract calls a typed message (finding, review, …) ' +
      'into "content" and leave "to" out, except for a question.',
  },
  inbox: {
    verb: 'message.inbox',
    title: 'Read your inbox',
    about: 'Read the messages that were sent to you, oldest first, with how far each has come.',
    isOwn: true,
  },
  ask_person: {
    verb: 'question.ask',
    title: 'Ask a person',
    about:
      'Ask the person something that must be settled before your work goes on, with answers on offer. ' +
      'Waits for the answer; if none comes in time the question stands: end your turn, the answer arrives ' +
      'as your next prompt.',
    waits: true,
  },
  question_list: {
    verb: 'question.list',
    title: 'List questions',
    about: 'List the questions that wait for a person. You cannot answer them.',
  },
  note_add: {
    verb: 'note.add',
    title: 'Write a note',
    about:
      'Write down an assumption or a doubt of yours as soon as you have it. With a "reason" it is ' +
      'escalated at once: you may not decide it alone. You cannot be done while a note of yours is open.',
  },
  note_list: {
    verb: 'note.list',
    title: 'List notes',
    about: 'List notes with how they were settled; inside a session, your own.',
  },
  note_show: {
    verb: 'note.show',
    title: 'Show a note',
    about: 'Show one note in full, with how it was settled.',
  },
  note_resolve: {
    verb: 'note.resolve',
    title: 'Settle a note',
    about: 'Settle a note of yours, with the evidence. What you escalated is not yours to settle.',
    isIdempotent: true,
  },
  note_escalate: {
    verb: 'note.escalate',
    title: 'Escalate a note',
    about: 'Let the person, or the architect of the plan, decide what a note is about. Then end your turn.',
  },
  result_submit: {
    verb: 'session.submit-result',
    title: 'Hand in your result',
    about:
      'Hand in your result as the text of a JSON value, at least {"summary": "…"}. A later one replaces it.',
    isIdempotent: true,
  },
  done: {
    verb: 'session.finish',
    title: 'Say that you are done',
    about: 'Say that your task is finished; refused while a note is not settled. Then end your turn.',
    isIdempotent: true,
  },
  queue_add: {
    verb: 'queue.add',
    title: 'Add work to the queue',
    about: 'Add work to the queue of the project to be done later, with what it needs to be done before.',
    takesPart: true,
  },
  queue_show: {
    verb: 'queue.show',
    title: 'Show work',
    about: 'Show one work item of the queue with its history.',
  },
  queue_progress: {
    verb: 'queue.progress',
    title: 'Report progress',
    about: 'Report how far you are with your work item, and renew its lease.',
    takesPart: true,
  },
  queue_done: {
    verb: 'queue.done',
    title: 'Finish work',
    about: 'Mark your work item as done; what waits for it becomes ready.',
    takesPart: true,
    isIdempotent: true,
  },
  queue_fail: {
    verb: 'queue.fail',
    title: 'Give up work',
    about: 'Say that your work item failed, and why; it is tried again while retries are left.',
    takesPart: true,
  },
  plan_status: {
    verb: 'plan.status',
    title: 'Where a plan stands',
    about: 'Show where the newest run of a plan is: each task, who waits for whom, notes and questions.',
  },
  plan_show: {
    verb: 'plan.show',
    title: 'Show a plan',
    about: 'Show a plan: its tasks, what each waits for, what is handed over, and what it may cost.',
  },
  plan_submit: {
    verb: 'plan.submit',
    title: 'Hand in a plan',
    about:
      'Only for the architect of a design: hand in a version of the plan, the whole text of plan.yaml. ' +
      'What is wrong with it is the answer.',
  },
  plan_change: {
    verb: 'plan.change',
    title: 'Change a plan that runs',
    about:
      'Only for the architect of a run: hand in the whole text of plan.yaml that the run is to go on with. ' +
      'What is wrong with it is the answer; what comes of it reaches you as a turn.',
  },
  escalation_answer: {
    verb: 'escalation.answer',
    title: 'Answer an escalated note',
    about:
      'Only for the architect of a run: settle a note that an agent escalated. "affects" names the other ' +
      'tasks that the answer touches, with commas between, or "none".',
  },
  escalation_route: {
    verb: 'escalation.route',
    title: 'Hand an escalated note on',
    about:
      'Only for the architect of a run: have the person ("user") or the solution architect ("technical") ' +
      'decide what an escalated note asks. Their answer reaches you as a turn.',
  },
  participant_list: {
    verb: 'participant.list',
    title: 'List participants',
    about: 'List who is at work in this project, with what each has claimed and reserved.',
  },
  whoami: {
    verb: 'participant.whoami',
    title: 'Who you are here',
    about: 'Tell under which name others know you here, and what you have claimed and reserved.',
    isOwn: true,
    takesPart: true,
  },
  reserve: {
    verb: 'reservation.add',
    title: 'Reserve files',
    about:
      'Reserve files by globs from the root of the repository before you change them, so that others keep ' +
      'away. If another has reserved what meets them, you are told who, and nothing is reserved.',
    takesPart: true,
    isIdempotent: true,
  },
  release: {
    verb: 'reservation.release',
    title: 'Release files',
    about: 'Release files that you have reserved, by their globs or all of them.',
    takesPart: true,
  },
  reservation_list: {
    verb: 'reservation.list',
    title: 'List reservations',
    about: 'List which files are reserved, by whom and until when; with paths, only what applies to those.',
  },
  mail_send: {
    verb: 'mail.send',
    title: 'Send mail',
    about:
      'Send a mail to other participants: names, roles, "track:<name>" or "all". Use it to tell them what ' +
      'they must know; a session gets it as a turn, others find it in their inbox.',
    takesPart: true,
  },
  mail_inbox: {
    verb: 'mail.inbox',
    title: 'Read your mail',
    about: 'List the mail that came for you, oldest first. Marks nothing as read.',
    isOwn: true,
    takesPart: true,
  },
  mail_read: {
    verb: 'mail.read',
    title: 'Read one mail',
    about: 'Read a mail in full; of your own mail, how far it has come with each recipient.',
    isOwn: true,
    takesPart: true,
    isIdempotent: true,
  },
  mail_reply: {
    verb: 'mail.reply',
    title: 'Answer mail',
    about: 'Answer a mail, in its thread; only if the answer helps.',
    takesPart: true,
  },
  mail_ack: {
    verb: 'mail.ack',
    title: 'Acknowledge mail',
    about: 'Tell the sender of a mail that you took note of it, where that is wanted.',
    takesPart: true,
    isIdempotent: true,
  },
  mail_search: {
    verb: 'mail.search',
    title: 'Search mail',
    about: 'Find mail that you sent or received by its words, newest first.',
    isOwn: true,
    takesPart: true,
  },
  mail_thread: {
    verb: 'mail.thread',
    title: 'Read a thread',
    about: 'Read a whole thread of mail that you take part in, by any mail of it.',
    isOwn: true,
    takesPart: true,
  },
  queue_claim: {
    verb: 'queue.claim',
    title: 'Claim work',
    about: 'Claim a work item of the queue for yourself, or the next that is ready, for a while.',
    takesPart: true,
    words: wordsOf({
      input: z.object({ work_id: z.optional(z.string()), lease_ms: z.optional(z.int()) }),
      toInput: (given) => given,
    }),
  },
};

/** Every tool by its name. */
export const TOOLS: Readonly<Record<string, ToolRow>> = { ...OWN_TOOLS, ...AGENT_MAIL };
