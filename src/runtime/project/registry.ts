import { lstatSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '../../contract/json.ts';
import { withPlain } from '../agent-files/open-plain.ts';
import { listNames, plainFile } from '../agent-files/read-plain.ts';
import { errnoOf } from '../files/file-fault.ts';
import { draftOf } from '../files/write-atomic.ts';
import { readIdentity } from './identity.ts';
import { shortHash } from './project-paths.ts';
import { stateFolder } from './trust.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** One small file for each project, named by the hash of its root. */
const Entry = z.object({ id: z.string(), root: z.string() });
type Entry = z.infer<typeof Entry>;

const MOST_BYTES = 16 * 1024;
const MOST_PROJECTS = 1000;

const folderOf = (env: Env): string => join(stateFolder(env), 'projects');
const nameOf = (root: string): string => `${shortHash(root)}.json`;

/** Notes that this person has a project here. A home that cannot be written costs its line in the list. */
export function noteProject(root: string, env: Env): void {
  try {
    const identity = readIdentity(join(root, '.swarm'));
    if (identity === null) return;
    const file = join(folderOf(env), nameOf(root));
    const known = readEntry(file);
    if (known?.id === identity.id && known.root === root) return;
    mkdirSync(folderOf(env), { recursive: true, mode: 0o700 });
    const draft = draftOf(file);
    writeFileSync(draft, `${JSON.stringify({ id: identity.id, root })}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(draft, file);
  } catch {}
}

/** Swarm was taken out of it. */
export const forgetProject = (root: string, env: Env): void => forget(join(folderOf(env), nameOf(root)));

/** The roots of this person's projects, in order of their paths. What is gone is forgotten. */
export function listProjects(env: Env): readonly string[] {
  const folder = folderOf(env);
  const roots: string[] = [];
  for (const name of namesIn(folder).slice(0, MOST_PROJECTS)) {
    const entry = readEntry(join(folder, name));
    // What is not as we write it is left alone.
    if (entry === null || nameOf(entry.root) !== name) continue;
    if (isThere(entry)) roots.push(entry.root);
    else forget(join(folder, name));
  }
  return roots.toSorted();
}

function namesIn(folder: string): readonly string[] {
  try {
    return listNames(folder);
  } catch {
    return [];
  }
}

/** Null for whatever is no plain file of ours, or says nothing that can be used. */
function readEntry(file: string): Entry | null {
  try {
    const text = withPlain(file, { owners: [] }, (opened) => plainFile(opened, MOST_BYTES).text);
    const parsed = parseJson(text ?? '');
    return parsed.ok ? (Entry.safeParse(parsed.value).data ?? null) : null;
  } catch {
    return null;
  }
}

const GONE: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/** One that is there and cannot be looked at is there: why it cannot is for its line in the list. */
function isThere({ id, root }: Entry): boolean {
  try {
    if (realpathSync(root) !== root) return false;
    const seen = lstatSync(join(root, '.swarm'));
    if (!seen.isDirectory() || seen.uid !== process.geteuid?.()) return false;
    return readIdentity(join(root, '.swarm'))?.id === id;
  } catch (error) {
    return !GONE.has(errnoOf(error));
  }
}

function forget(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {}
}
