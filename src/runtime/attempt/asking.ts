import { join } from 'node:path';
import { parseJson } from '../../contract/json.ts';
import { Fault } from '../../domain/fault.ts';
import type { AgentFiles } from '../agent-files/agent-files.ts';
import { type AttemptFolder, attemptFolder, sessionDirOf } from './attempt-folder.ts';
import type { AskingFile } from './attempts.ts';
import { intakeMarkers, isMarker, markerRequest } from './markers.ts';
import { isTokenOf } from './token.ts';
import type { AttemptWorld } from './world.ts';

const ASKING_MOST_BYTES = 8 * 1024 * 1024;
/** The others are moved by the next look. */
const MOVED_AT_ONCE = 500;
/** How often an author that waits for an answer touches its file, and after how long it counts as gone. */
export const WAITING_TOUCH_MS = 3_000;
const WAITING_STALE_MS = 15_000;
// Drafts begin with a dot and are ignored until their author renames them.
const REQUEST = /^[A-Za-z0-9_-]{1,100}\.json$/;
const NUMBER = /^[1-9]\d*$/;

const isRequest = (name: string): boolean => REQUEST.test(name) || isMarker(name);

/**
 * Requests of all attempts that have no answer yet, oldest attempt first. Each is read when it is its turn:
 * there may be more of them than memory holds.
 */
export function* listAsking(world: AttemptWorld, sessionId: string): Generator<AskingFile> {
  const attempts = join(sessionDirOf(world.sessionsDir, sessionId), 'attempts');
  const numbers = world.files.list(attempts).filter((name) => NUMBER.test(name));
  for (const attempt of numbers.map(Number).sort((a, b) => a - b))
    yield* listOfAttempt(world, { sessionId, attempt });
}

function* listOfAttempt(
  { sessionsDir, files, key }: AttemptWorld,
  ref: Readonly<{ sessionId: string; attempt: number }>,
): Generator<AskingFile> {
  const folder = attemptFolder(sessionsDir, ref);
  intakeRequests(files, folder);
  intakeMarkers(files, folder);
  const isAnswered = new Set(files.list(folder.answer));
  const taken = files.list(folder.taken).filter((name) => isRequest(name) && !isAnswered.has(name));
  for (const name of taken.toSorted()) {
    const written = files.read(join(folder.taken, name), ASKING_MOST_BYTES);
    if (written === null) continue;
    const text = written.text ?? tooLarge(written.bytes);
    // A marker is there for agents without the command, so it needs no token.
    const asked = isMarker(name)
      ? { text: markerRequest(name, text) }
      : { text, isForged: !isTokenOf(key(), ref, tokenIn(text)) };
    yield { key: `${ref.sessionId}/${ref.attempt}/${name}`, name, attempt: ref.attempt, ...asked };
  }
}

function tokenIn(text: string): unknown {
  const json = parseJson(text);
  return json.ok ? (Object(json.value) as Readonly<Record<string, unknown>>).token : null;
}

// Refused as any other text that is no request; the file stays where it was taken to.
const tooLarge = (bytes: number): string =>
  `the request has ${bytes} bytes; more than ${ASKING_MOST_BYTES} are not read`;

// Moved first, read second: later writes of the author do not reach the moved file.
function intakeRequests(files: AgentFiles, folder: AttemptFolder): void {
  const names = files.list(folder.ask, MOVED_AT_ONCE).filter((each) => REQUEST.test(each));
  if (names.length > 0) files.offer((mine) => mine.ensureFolder(folder.taken));
  for (const name of names) files.move(join(folder.ask, name), join(folder.taken, name));
}

export function answerAsking({ sessionsDir, files }: AttemptWorld, key: string, answer: string): void {
  const { folder, name } = fileOf(sessionsDir, key);
  // Without the folder no reader is left.
  if (files.observe(folder.dir) === null) return;
  files.offer((mine) => {
    mine.ensureFolder(folder.answer);
    mine.write(join(folder.answer, name), answer);
  });
}

/** An author that waits touches a file named after its request; a missing or stale one means that it left. */
export function hasAskerLeft({ sessionsDir, files }: AttemptWorld, key: string): boolean {
  const { folder, name } = fileOf(sessionsDir, key);
  const touchedAt = files.observe(join(folder.waiting, name))?.mtimeMs ?? 0;
  return Date.now() - touchedAt > WAITING_STALE_MS;
}

/** An author leaves a file named after its request once it has read the answer. */
export function wasAnswerHeard({ sessionsDir, files }: AttemptWorld, key: string): boolean {
  const { folder, name } = fileOf(sessionsDir, key);
  return files.hasFile(join(folder.heard, name));
}

function fileOf(sessionsDir: string, key: string): Readonly<{ folder: AttemptFolder; name: string }> {
  const [sessionId, attempt, name, ...more] = key.split('/');
  if (!sessionId || !attempt || !NUMBER.test(attempt) || !name || !isRequest(name) || more.length > 0) {
    throw new Fault('name-unsafe', `Not the key of a request: ${JSON.stringify(key)}`);
  }
  return { folder: attemptFolder(sessionsDir, { sessionId, attempt: Number(attempt) }), name };
}
