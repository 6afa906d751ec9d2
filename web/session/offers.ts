import type { MergedRunAnswer } from '../../src/contract/answer/merge.ts';
import { ask, type Reply } from '../api/ask.ts';
import type { Action } from './permitted.ts';

/** What the person is told when it is done, and where that can be seen. */
export type Done = Readonly<{ words: string; isProblem?: boolean; sessionId?: string }>;

export type Offer = Readonly<{
  label: string;
  /** What the person is told before; left out: it is done at once. */
  consequence?: string;
  /** What the person says along. */
  words?: Readonly<{ label: string; isOptional?: boolean }>;
  run: (sessionId: string, words: string) => Promise<Reply<Done>>;
}>;

export const MERGED: Readonly<Record<MergedRunAnswer['is'], Done>> = {
  merged: { words: 'Merged' },
  'nothing-new': { words: 'The target has all of it already' },
  conflict: { words: 'It conflicts: nothing was merged, and a question names the files', isProblem: true },
  'check-failed': { words: 'The check failed: nothing was merged', isProblem: true },
};

/** What is done, of a verb that only succeeds or is refused. */
async function doneBy<T>(reply: Promise<Reply<T>>, done: (answer: T) => Done): Promise<Reply<Done>> {
  const given = await reply;
  return given.ok ? { ok: true, value: done(given.value) } : given;
}

const says = (words: string) => (): Done => ({ words });

export const OFFERS: Readonly<Record<Action, Offer>> = {
  interrupt: {
    label: 'Interrupt',
    consequence: 'Its process ends, and it waits with a question until you answer.',
    words: { label: 'Reason' },
    run: (session_id, reason) =>
      doneBy(ask('session.interrupt', { session_id, reason }), says('Interrupted')),
  },
  wake: {
    label: 'Try again now',
    run: (session_id) => doneBy(ask('session.resume', { session_id }), says('It tries again')),
  },
  'take-over': {
    label: 'Take over',
    consequence: 'Its process ends, and the same conversation opens on a screen for you.',
    run: (session_id) =>
      doneBy(ask('session.take-over', { session_id }), says('It is on a screen now: see its terminal')),
  },
  'hand-back': {
    label: 'Hand back',
    run: (session_id) => doneBy(ask('session.hand-back', { session_id }), says('It works by itself again')),
  },
  stop: {
    label: 'Stop',
    consequence: 'The session ends for good. Its branch and its files are kept.',
    run: (session_id) =>
      doneBy(ask('session.kill', { session_id, reason: 'asked on the dashboard' }), says('Stopped')),
  },
  accept: {
    label: 'Accept',
    consequence: "Its branch is merged into the one you have checked out, if the project's check passes.",
    run: (session_id) => doneBy(ask('session.merge', { names: [session_id] }), ({ is }) => MERGED[is]),
  },
  'send-back': {
    label: 'Send back',
    consequence: 'It goes on in a successor: the same conversation, workspace and branch.',
    words: { label: 'What is missing' },
    run: (session_id, body) =>
      doneBy(ask('message.send', { to: session_id, body }), ({ to }) => ({
        words: 'It goes on',
        ...(to === null ? {} : { sessionId: to }),
      })),
  },
  retry: {
    label: 'Retry',
    consequence: 'A successor tries again, from the same conversation where it can be resumed.',
    words: { label: 'What it should know', isOptional: true },
    run: (session_id, words) =>
      doneBy(ask('session.retry', { session_ids: [session_id], words }), ({ retried: [first] }) => ({
        words: 'It tries again',
        ...(first?.session_id ? { sessionId: first.session_id } : {}),
      })),
  },
  drop: {
    label: 'Drop',
    consequence: 'Its branch and its workspace go. All of it is kept as a rescue (swarm rescue list).',
    run: (session_id) =>
      doneBy(ask('session.drop', { session_id }), ({ rescues }) => ({
        words:
          rescues.length === 0 ? 'Put away: there was nothing to keep' : 'Put away, and kept as a rescue',
      })),
  },
};
