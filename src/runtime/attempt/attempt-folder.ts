import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import type { AttemptRef } from './attempts.ts';

/** Every path of one attempt. Derived from its name alone, so that every process finds the same paths. */
export type AttemptFolder = Readonly<{
  sessionDir: string;
  dir: string;
  launcher: string;
  /** The processes that the launcher started, one a line: name, number, start time. */
  processes: string;
  stdin: string;
  fifo: string;
  /** Between the file that the pane shows and the filter before it. */
  viewFifo: string;
  events: string;
  stderr: string;
  exit: string;
  result: string;
  start: string;
  env: string;
  /** Written before we end the attempt, so that its end is attributed to us. */
  ending: string;
  ask: string;
  answer: string;
  taken: string;
  /** One file per request whose author waits; the author keeps touching it. */
  waiting: string;
  /** One file per request whose author has read the answer. */
  heard: string;
  /** Messages as files, one each. */
  outbox: string;
  /** The same as one list that grows. */
  outboxList: string;
  /** Shared by all attempts of the session. */
  output: string;
}>;

// One part of a path: no separator, and not `.` or `..`.
const SAFE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

export function sessionDirOf(sessionsDir: string, sessionId: string): string {
  if (!SAFE.test(sessionId)) {
    throw new Fault('name-unsafe', `Not a session id: ${JSON.stringify(sessionId)}`);
  }
  return join(sessionsDir, sessionId);
}

export function attemptFolder(
  sessionsDir: string,
  { sessionId, attempt }: Pick<AttemptRef, 'sessionId' | 'attempt'>,
): AttemptFolder {
  if (!Number.isSafeInteger(attempt) || attempt < 1) {
    throw new Fault('name-unsafe', `Not the number of an attempt: ${attempt}`);
  }
  const sessionDir = sessionDirOf(sessionsDir, sessionId);
  const dir = join(sessionDir, 'attempts', String(attempt));
  return {
    sessionDir,
    dir,
    launcher: join(dir, 'launcher.json'),
    processes: join(dir, 'processes'),
    stdin: join(dir, 'stdin.jsonl'),
    fifo: join(dir, 'stdin.fifo'),
    viewFifo: join(dir, 'view.fifo'),
    events: join(dir, 'events.jsonl'),
    stderr: join(dir, 'stderr.log'),
    exit: join(dir, 'exit'),
    result: join(dir, 'result.json'),
    start: join(dir, 'start.sh'),
    env: join(dir, 'env.sh'),
    ending: join(dir, 'ending'),
    ask: join(dir, 'ask'),
    answer: join(dir, 'answer'),
    taken: join(dir, 'taken'),
    waiting: join(dir, 'waiting'),
    heard: join(dir, 'heard'),
    outbox: join(dir, 'outbox'),
    outboxList: join(dir, 'outbox.json'),
    output: join(sessionDir, 'output.log'),
  };
}

/** Marks the attempt's pane. */
export const paneMarkOf = ({ sessionId, attempt }: Pick<AttemptRef, 'sessionId' | 'attempt'>): string =>
  `${sessionId}/${attempt}`;
