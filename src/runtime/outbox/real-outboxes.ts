import type { Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { OUTBOX_MOST_BYTES } from '../../contract/outbox.ts';
import { AgentFiles } from '../agent-files/agent-files.ts';
import type { Stamp } from '../agent-files/file-reader.ts';
import { fileStamp } from '../agent-files/file-stamp.ts';
import { Oddities } from '../agent-files/oddities.ts';
import { attemptFolder, sessionDirOf } from '../attempt/attempt-folder.ts';
import { contentHash } from './content-hash.ts';
import { OutboxLists, type OutboxLocation, STAMP_TRUSTED_AFTER_MS } from './outbox-lists.ts';
import type { Outboxes, OutboxPost } from './outboxes.ts';

const NUMBER = /^[1-9]\d*$/;
/** How many files one look considers, and how many and how much of them, the oldest first, it reads. */
const NAMES_AT_ONCE = 1_000;
const READ_AT_ONCE = 50;
const BYTES_AT_ONCE = 2 * OUTBOX_MOST_BYTES;
// Drafts begin with a dot and are ignored until their author renames them.
const MESSAGE = /^[^.].*(?<!\.problem)\.json$/s;

type Folders = Readonly<{
  sessionsDir: string;
  runsDir: string;
  now: () => number;
  /** Where what is odd is noticed. */
  oddities?: Oddities;
}>;

/**
 * Outboxes as folders. Those of a run are not links into an attempt's: a file renamed onto a link replaces
 * the link, and the next attempt's folder is another one.
 */
export function realOutboxes({ sessionsDir, runsDir, now, oddities = new Oddities() }: Folders): Outboxes {
  const lists = new OutboxLists();
  const made = new Set<string>();
  const messages = new OutboxFiles();
  const ofSessions = new AgentFiles(sessionsDir, oddities);
  const ofRuns = new AgentFiles(runsDir, oddities);
  const filesOf = ({ attempt }: OutboxPost): AgentFiles => (attempt === null ? ofRuns : ofSessions);
  const list = (location: OutboxLocation): readonly OutboxPost[] => [
    ...messages.read(location, now()),
    ...lists.read(location, now()),
  ];
  return {
    listOfSession: async (sessionId) =>
      inOrder(locationsOfSession(ofSessions, sessionId).flatMap((location) => list(location))),
    listOfRun: async (runId, roles) => {
      // Few roles ever have a list: one look at the folder of all outboxes tells which.
      const folder = join(runsDir, runId, 'messages', 'outbox');
      const names = new Set(ofRuns.list(folder));
      const stamps = ofRuns.stamps(folder, roles);
      const posts = roles.flatMap((role) => {
        const location = locationOfRole(ofRuns, runId, role);
        const files = messages.readSeen(location, stamps.get(role) ?? null, now());
        return names.has(`${role}.json`) ? [...files, ...lists.read(location, now())] : files;
      });
      return inOrder(posts);
    },
    observeOfRun: async (runId) => {
      const folder = join(runsDir, runId, 'messages', 'outbox');
      const names = ofRuns.list(folder).map((name) => join(folder, name));
      return [folder, ...names].map((path) => fileStamp(ofRuns, path, now())).join(' ');
    },
    intake: async (post) => intake(filesOf(post), post),
    async finish(post, problem) {
      const files = filesOf(post);
      files.offer(() => answer(files, post, problem));
      if (post.file.is === 'element') lists.finish(post);
      else files.offer(() => putAway(files, post, problem === null ? 'sent' : 'refused'));
    },
    hasOddities: (runId) => oddities.has(join(runsDir, runId)),
    ensureSetAside: async (runId) => oddities.setAside(join(runsDir, runId)),
    async ensureRunFolders(runId, roles) {
      if (made.has(runId)) return;
      for (const role of roles) ofRuns.ensureFolder(locationOfRole(ofRuns, runId, role).folder);
      made.add(runId);
    },
  };
}

function locationsOfSession(files: AgentFiles, sessionId: string): readonly OutboxLocation[] {
  const attempts = join(sessionDirOf(files.base, sessionId), 'attempts');
  return files
    .list(attempts)
    .filter((name) => NUMBER.test(name))
    .map((name) => {
      const attempt = Number(name);
      const { outbox, outboxList } = attemptFolder(files.base, { sessionId, attempt });
      const base = `${sessionId}/${attempt}`;
      return { files, base, folder: outbox, list: outboxList, attempt, role: null };
    });
}

function locationOfRole(files: AgentFiles, runId: string, role: string): OutboxLocation {
  const folder = join(files.base, runId, 'messages', 'outbox', role);
  return { files, base: `run/${runId}/${role}`, folder, list: `${folder}.json`, attempt: null, role };
}

/** Reads outboxes with a file for each message. Most are empty, which one stat shows. */
class OutboxFiles {
  readonly #empty = new Map<string, string>();

  read(location: OutboxLocation, now: number): readonly OutboxPost[] {
    return this.readSeen(location, location.files.stamp(location.folder), now);
  }

  readSeen(location: OutboxLocation, seen: Stamp | null, now: number): readonly OutboxPost[] {
    if (seen === null || this.#empty.get(location.folder) === seen.stamp) return [];
    const posts = listFiles(location);
    const isTrusted = now - seen.changedAt > STAMP_TRUSTED_AFTER_MS;
    if (posts.length === 0 && isTrusted) this.#empty.set(location.folder, seen.stamp);
    return posts;
  }
}

function listFiles(location: OutboxLocation): readonly OutboxPost[] {
  const { files } = location;
  const taken = files.list(join(location.folder, 'taken')).toSorted();
  const isTaken = new Set(taken);
  // A second file of the same name waits until the first is finished.
  const waiting = files
    .list(location.folder, NAMES_AT_ONCE)
    .filter((name) => MESSAGE.test(name) && !isTaken.has(name))
    .map((name) => ({ name, seen: files.observe(join(location.folder, name)) }))
    .toSorted((a, b) => (a.seen?.ctimeMs ?? 0) - (b.seen?.ctimeMs ?? 0));
  return [
    ...taken.flatMap((name) => readPost(location, name, 'taken')),
    ...firstOf(waiting).flatMap(({ name }) => readPost(location, name, 'waiting')),
  ];
}

type Waiting = Readonly<{ name: string; seen: Stats | null }>;

/** As many as one look reads: so many, and so much, but one at least. */
function firstOf(waiting: readonly Waiting[]): readonly Waiting[] {
  let bytes = 0;
  const fits = waiting.slice(0, READ_AT_ONCE).findIndex(({ seen }, index) => {
    bytes += Math.min(seen?.size ?? 0, OUTBOX_MOST_BYTES);
    return index > 0 && bytes > BYTES_AT_ONCE;
  });
  return waiting.slice(0, fits === -1 ? READ_AT_ONCE : fits);
}

function readPost(
  location: Omit<OutboxLocation, 'list'>,
  name: string,
  is: 'waiting' | 'taken',
): OutboxPost[] {
  const { files, folder, attempt, role, base } = location;
  const read = files.read(pathOf(folder, name, is), OUTBOX_MOST_BYTES);
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
function intake(files: AgentFiles, post: OutboxPost): OutboxPost | null {
  const { folder, name, key } = post;
  if (post.file.is === 'element') return post;
  if (post.file.is === 'waiting' && !move(files, join(folder, name), join(folder, 'taken', name)))
    return null;
  const base = key.slice(0, key.lastIndexOf(`/outbox/${name}/`));
  return readPost({ ...post, files, base }, name, 'taken')[0] ?? null;
}

function putAway(files: AgentFiles, { folder, name, key }: OutboxPost, where: 'sent' | 'refused'): void {
  const mark = key.slice(key.lastIndexOf('/') + 1);
  const finished = name.replace(/\.json$/, `.${mark}.json`);
  move(files, join(folder, 'taken', name), join(folder, where, finished));
}

/** False when it is not there. */
function move(files: AgentFiles, from: string, to: string): boolean {
  if (files.move(from, to)) return true;
  if (files.observe(from) === null) return false;
  files.ensureFolder(dirname(to));
  return files.move(from, to);
}

function answer(files: AgentFiles, post: OutboxPost, problem: string | null): void {
  const { folder, name } = post;
  const isElement = post.file.is === 'element';
  const stem = name.replace(/\.json$/, '');
  const path = join(folder, `${isElement ? `list-${safe(stem)}` : stem}.problem.json`);
  if (problem === null) return files.remove(path);
  const mend = isElement ? MEND_ELEMENT : MEND_FILE;
  const [kept, hash] = [isElement ? null : 'refused/', post.key.slice(post.key.lastIndexOf('/') + 1)];
  const kind = isElement ? { element: name } : { file: name };
  const where = kept === null ? {} : { kept: `${kept}${stem}.${hash}.json` };
  files.ensureFolder(folder);
  files.write(path, `${JSON.stringify({ ...kind, ...where, problem, mend }, null, 2)}\n`);
}

const MEND_FILE =
  'Write the corrected message as a new file, under a name of its own, and rename it into place.';
const MEND_ELEMENT = 'Add the corrected message to the list under a new id; keep the elements before it.';

const SAFE_LETTERS = 60;
const safe = (name: string): string => {
  const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, SAFE_LETTERS);
  return plain === name ? plain : `${plain}-${contentHash(name).slice(0, 6)}`;
};
