import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OUTBOX_MOST_BYTES } from '../../contract/outbox.ts';
import { attemptFolder, sessionDirOf } from '../attempt/attempt-folder.ts';
import { errnoOf, fileFault, withFileFaults } from '../files/file-fault.ts';
import { fileStamp } from '../files/file-stamp.ts';
import { writeAtomic } from '../files/write-atomic.ts';
import { contentHash } from './content-hash.ts';
import { OutboxLists, type OutboxPlace, STAMP_TRUSTED_AFTER_MS } from './outbox-lists.ts';
import type { Outboxes, OutboxPost } from './outboxes.ts';
import { folderStamp, listNames, readPlain } from './read-plain.ts';

const OWNER_ONLY = 0o700;
const NUMBER = /^[1-9]\d*$/;
// Drafts begin with a dot and are ignored until their author renames them.
const MESSAGE = /^[^.].*(?<!\.problem)\.json$/s;

type Folders = Readonly<{ sessionsDir: string; runsDir: string; now: () => number }>;

/**
 * Outboxes as folders. Those of a run are not links into an attempt's: a file renamed onto a link replaces
 * the link, and the next attempt's folder is another one.
 */
export function realOutboxes({ sessionsDir, runsDir, now }: Folders): Outboxes {
  const lists = new OutboxLists();
  const made = new Set<string>();
  const files = new OutboxFiles();
  const list = (place: OutboxPlace): readonly OutboxPost[] => [
    ...files.read(place, now()),
    ...lists.read(place, now()),
  ];
  return {
    listOfSession: async (sessionId) =>
      inOrder(placesOfSession(sessionsDir, sessionId).flatMap((place) => list(place))),
    listOfRun: async (runId, roles) =>
      inOrder(roles.flatMap((role) => list(placeOfRole(runsDir, runId, role)))),
    observeOfRun: async (runId) => {
      const folder = join(runsDir, runId, 'messages', 'outbox');
      const names = listNames(folder).map((name) => join(folder, name));
      return [folder, ...names].map((path) => fileStamp(path, now())).join(' ');
    },
    intake: async (post) => intake(post),
    async finish(post, problem) {
      await answer(post, problem);
      if (post.file.is === 'element') lists.finish(post);
      else putAway(post, problem === null ? 'sent' : 'refused');
    },
    async ensureRunFolders(runId, roles) {
      if (made.has(runId)) return;
      for (const role of roles) {
        const { folder } = placeOfRole(runsDir, runId, role);
        await withFileFaults(
          folder,
          async () => void mkdirSync(folder, { recursive: true, mode: OWNER_ONLY }),
        );
      }
      made.add(runId);
    },
  };
}

function placesOfSession(sessionsDir: string, sessionId: string): readonly OutboxPlace[] {
  const attempts = join(sessionDirOf(sessionsDir, sessionId), 'attempts');
  return listNames(attempts)
    .filter((name) => NUMBER.test(name))
    .map((name) => {
      const attempt = Number(name);
      const { outbox, outboxList } = attemptFolder(sessionsDir, { sessionId, attempt });
      const base = `${sessionId}/${attempt}`;
      return { base, folder: outbox, list: outboxList, attempt, role: null };
    });
}

function placeOfRole(runsDir: string, runId: string, role: string): OutboxPlace {
  const folder = join(runsDir, runId, 'messages', 'outbox', role);
  return { base: `run/${runId}/${role}`, folder, list: `${folder}.json`, attempt: null, role };
}

/** Reads outboxes with a file for each message. Most are empty, which one stat shows. */
class OutboxFiles {
  readonly #empty = new Map<string, string>();

  read(place: OutboxPlace, now: number): readonly OutboxPost[] {
    const seen = folderStamp(place.folder);
    if (seen === null || this.#empty.get(place.folder) === seen.stamp) return [];
    const posts = listFiles(place);
    const isTrusted = now - seen.changedAt > STAMP_TRUSTED_AFTER_MS;
    if (posts.length === 0 && isTrusted) this.#empty.set(place.folder, seen.stamp);
    return posts;
  }
}

function listFiles(place: OutboxPlace): readonly OutboxPost[] {
  const taken = listNames(join(place.folder, 'taken')).toSorted();
  const isTaken = new Set(taken);
  // A second file of the same name waits until the first is finished.
  const waiting = listNames(place.folder)
    .filter((name) => MESSAGE.test(name) && !isTaken.has(name))
    .toSorted();
  return [
    ...taken.flatMap((name) => readPost(place, name, 'taken')),
    ...waiting.flatMap((name) => readPost(place, name, 'waiting')),
  ];
}

function readPost(place: Omit<OutboxPlace, 'list'>, name: string, is: 'waiting' | 'taken'): OutboxPost[] {
  const { folder, attempt, role, base } = place;
  const read = readPlain(pathOf(folder, name, is), OUTBOX_MOST_BYTES);
  if (read === null) return [];
  const { text, bytes, changedAt } = read;
  const key = `${base}/outbox/${name}/${text === null ? `${bytes}` : contentHash(text)}`;
  return [{ key, onceKey: null, name, attempt, role, text, bytes, changedAt, folder, file: { is } }];
}

const pathOf = (folder: string, name: string, is: 'waiting' | 'taken'): string =>
  is === 'taken' ? join(folder, 'taken', name) : join(folder, name);

// A stable sort: equal times keep the order of names, and that of a list.
const inOrder = (posts: readonly OutboxPost[]): readonly OutboxPost[] =>
  posts.toSorted((a, b) => a.changedAt - b.changedAt);

// Moved first, read second: later writes of the author do not reach the moved file.
function intake(post: OutboxPost): OutboxPost | null {
  const { folder, name, key } = post;
  if (post.file.is === 'element') return post;
  if (post.file.is === 'waiting' && !move(join(folder, name), { folder: join(folder, 'taken'), name }))
    return null;
  const base = key.slice(0, key.lastIndexOf(`/outbox/${name}/`));
  return readPost({ ...post, base }, name, 'taken')[0] ?? null;
}

function putAway({ folder, name, key }: OutboxPost, where: 'sent' | 'refused'): void {
  const mark = key.slice(key.lastIndexOf('/') + 1);
  const finished = name.replace(/\.json$/, `.${mark}.json`);
  move(join(folder, 'taken', name), { folder: join(folder, where), name: finished });
}

/** False when it is not there. */
function move(from: string, to: Readonly<{ folder: string; name: string }>): boolean {
  const target = join(to.folder, to.name);
  try {
    renameSync(from, target);
    return true;
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw fileFault(error, from);
  }
  try {
    mkdirSync(to.folder, { recursive: true, mode: OWNER_ONLY });
    renameSync(from, target);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw fileFault(error, from);
  }
}

async function answer(post: OutboxPost, problem: string | null): Promise<void> {
  const { folder, name } = post;
  const isElement = post.file.is === 'element';
  const stem = name.replace(/\.json$/, '');
  const path = join(folder, `${isElement ? `list-${safe(stem)}` : stem}.problem.json`);
  if (problem === null) {
    await withFileFaults(path, async () => rmSync(path, { force: true }));
    return;
  }
  const mend = isElement ? MEND_ELEMENT : MEND_FILE;
  const [kept, hash] = [isElement ? null : 'refused/', post.key.slice(post.key.lastIndexOf('/') + 1)];
  const kind = isElement ? { element: name } : { file: name };
  const where = kept === null ? {} : { kept: `${kept}${stem}.${hash}.json` };
  await withFileFaults(folder, async () => void mkdirSync(folder, { recursive: true, mode: OWNER_ONLY }));
  await writeAtomic(path, `${JSON.stringify({ ...kind, ...where, problem, mend }, null, 2)}\n`);
}

const MEND_FILE =
  'Write the corrected message as a new file, under a name of its own, and rename it into place.';
const MEND_ELEMENT = 'Add the corrected message to the list under a new id; keep the elements before it.';

const SAFE_LETTERS = 60;
const safe = (name: string): string => {
  const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, SAFE_LETTERS);
  return plain === name ? plain : `${plain}-${contentHash(name).slice(0, 6)}`;
};
