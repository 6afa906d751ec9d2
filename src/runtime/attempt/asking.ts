import { readdirSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { unlessMissing } from '../files/file-fault.ts';
import { writeAtomic } from '../files/write-atomic.ts';
import { type AttemptFolder, attemptFolder, sessionDirOf } from './attempt-folder.ts';
import type { AskingFile } from './attempts.ts';
import { intakeMarkers, isMarker, markerRequest } from './markers.ts';
import { readWritten } from './reading.ts';

/** How often an author that waits for an answer touches its file, and after how long it counts as gone. */
export const WAITING_TOUCH_MS = 3_000;
const WAITING_STALE_MS = 15_000;
// Drafts begin with a dot and are ignored until their author renames them.
const REQUEST = /^[A-Za-z0-9_-]{1,100}\.json$/;
const NUMBER = /^[1-9]\d*$/;

const isRequest = (name: string): boolean => REQUEST.test(name) || isMarker(name);

/** Requests of all attempts that have no answer yet, oldest attempt first. */
export async function listAsking(sessionsDir: string, sessionId: string): Promise<readonly AskingFile[]> {
  const attempts = join(sessionDirOf(sessionsDir, sessionId), 'attempts');
  const numbers = (await listNames(attempts)).filter((name) => NUMBER.test(name)).map(Number);
  const found: AskingFile[] = [];
  for (const attempt of numbers.sort((a, b) => a - b)) {
    found.push(...(await listOfAttempt(sessionsDir, { sessionId, attempt })));
  }
  return found;
}

async function listOfAttempt(
  sessionsDir: string,
  ref: Readonly<{ sessionId: string; attempt: number }>,
): Promise<readonly AskingFile[]> {
  const folder = attemptFolder(sessionsDir, ref);
  await intakeRequests(folder);
  await intakeMarkers(folder, await listNames(folder.dir), new Set(await listNames(folder.taken)));
  const [taken, answers] = await Promise.all([listNames(folder.taken), listNames(folder.answer)]);
  const isAnswered = new Set(answers);
  const found: AskingFile[] = [];
  for (const name of taken.filter((each) => isRequest(each) && !isAnswered.has(each)).sort()) {
    const written = await readWritten(join(folder.taken, name));
    if (written !== null) {
      const text = isMarker(name) ? markerRequest(name, written) : written;
      found.push({ key: `${ref.sessionId}/${ref.attempt}/${name}`, name, text, attempt: ref.attempt });
    }
  }
  return found;
}

// Moved first, read second: later writes of the author do not reach the moved file.
async function intakeRequests(folder: AttemptFolder): Promise<void> {
  for (const name of (await listNames(folder.ask)).filter((each) => REQUEST.test(each))) {
    const from = join(folder.ask, name);
    await unlessMissing(from, undefined, () => rename(from, join(folder.taken, name)));
  }
}

export async function answerAsking(sessionsDir: string, key: string, answer: string): Promise<void> {
  const { folder, name } = placeOf(sessionsDir, key);
  // Without the folder no reader is left.
  const isThere = await unlessMissing(folder.answer, false, async () =>
    (await stat(folder.answer)).isDirectory(),
  );
  if (isThere) await writeAtomic(join(folder.answer, name), answer);
}

/** An author that waits touches a file named after its request; a missing or stale one means that it left. */
export async function hasAskerLeft(sessionsDir: string, key: string): Promise<boolean> {
  const { folder, name } = placeOf(sessionsDir, key);
  const path = join(folder.waiting, name);
  const touchedAt = await unlessMissing(path, 0, async () => (await stat(path)).mtimeMs);
  return Date.now() - touchedAt > WAITING_STALE_MS;
}

/** An author leaves a file named after its request once it has read the answer. */
export async function wasAnswerHeard(sessionsDir: string, key: string): Promise<boolean> {
  const { folder, name } = placeOf(sessionsDir, key);
  const path = join(folder.heard, name);
  return unlessMissing(path, false, async () => (await stat(path)).isFile());
}

function placeOf(sessionsDir: string, key: string): Readonly<{ folder: AttemptFolder; name: string }> {
  const [sessionId, attempt, name, ...more] = key.split('/');
  if (!sessionId || !attempt || !NUMBER.test(attempt) || !name || !isRequest(name) || more.length > 0) {
    throw new Fault('name-unsafe', `Not the key of a request: ${JSON.stringify(key)}`);
  }
  return { folder: attemptFolder(sessionsDir, { sessionId, attempt: Number(attempt) }), name };
}

// Nearly always empty, and read in every round: the sync call is faster than the thread pool.
const listNames = (path: string): Promise<readonly string[]> =>
  unlessMissing<readonly string[]>(path, [], async () => readdirSync(path));
