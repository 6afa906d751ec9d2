import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isSafeId } from '../../contract/id.ts';
import { parseLeftState } from '../../contract/left-state.ts';
import type { LeftFolder } from '../../domain/session/rebuild-session.ts';
import { sessionDirOf } from '../attempt/attempt-folder.ts';
import { errnoOf, fileFault } from '../files/file-fault.ts';
import { readPlain } from './read-plain.ts';

const STATE_BYTES = 1024 * 1024;
const PROMPT_BYTES = 8 * 1024 * 1024;
const MOST_ATTEMPTS = 1_000;
/** Drawn again from the new row, which knows less than the old one did. */
const REDRAWN = ['state.json', 'session.log', 'prompt.md', 'summary.md', 'context.json'];

/** Reads what is left of a session. Nothing there is trusted: every read is bounded and goes by a schema. */
export async function readLeftFolder(
  sessionsDir: string,
  { id, isArchived }: Readonly<{ id: string; isArchived: boolean }>,
): Promise<LeftFolder | null> {
  if (!isSafeId(id)) return null;
  const dir = sessionDirOf(sessionsDir, id);
  const seen = await lstat(dir).catch(() => null);
  if (!seen?.isDirectory()) return null;
  const state = readPlain(join(dir, 'state.json'), STATE_BYTES)?.text ?? null;
  return {
    id,
    isArchived,
    state: state === null ? null : parseLeftState(state, id),
    prompt: (readPlain(join(dir, 'prompt.md'), PROMPT_BYTES)?.text ?? '').replaceAll('\0', ''),
    attempts: await listAttempts(join(dir, 'attempts')),
    changedAt: Math.floor(seen.mtimeMs),
  };
}

async function listAttempts(folder: string): Promise<readonly number[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && /^[1-9]\d{0,5}$/.test(entry.name))
    .map(({ name }) => Number(name))
    .sort((a, b) => a - b)
    .slice(-MOST_ATTEMPTS);
}

/** Copies what would be drawn over into `lost/` of the folder. What is there already is left alone. */
export async function keepDrawings(sessionsDir: string, id: string): Promise<void> {
  const dir = sessionDirOf(sessionsDir, id);
  const kept = join(dir, 'lost');
  for (const name of REDRAWN) {
    const from = join(dir, name);
    if (!(await lstat(from).catch(() => null))?.isFile()) continue;
    try {
      await mkdir(kept, { recursive: true, mode: 0o700 });
      await copyFile(from, join(kept, name), constants.COPYFILE_EXCL);
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw fileFault(error, from);
    }
  }
}
