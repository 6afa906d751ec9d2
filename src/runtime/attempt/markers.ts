import { existsSync, lstatSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { InterruptMarker, InterruptSelf } from '../../contract/session.ts';
import { unlessMissing } from '../files/file-fault.ts';
import type { AttemptFolder } from './attempt-folder.ts';

/** Files of the attempt's folder by which an agent calls a person; the content is the reason. */
const MARKERS: Readonly<Record<string, InterruptMarker>> = {
  'interrupt-request.txt': 'interrupt',
  error: 'error',
  'quality-gate-failed': 'quality-gate',
};

const MOST_LETTERS = 4_000;
/** A shell creates the file before it fills it; one that stays empty, or outlives the agent, is meant so. */
const EMPTY_MS = 1_000;

export const isMarker = (name: string): boolean => Object.hasOwn(MARKERS, name);

/** A marker in the form of all other requests. */
export function markerRequest(name: string, text: string): string {
  const marker = MARKERS[name] ?? 'interrupt';
  const input: InterruptSelf = { marker, text: text.slice(0, MOST_LETTERS) };
  return JSON.stringify({ verb: 'session.interrupt-self', ...input });
}

/** Moved as requests are. A second one of the same name stays where it is: its attempt is over soon. */
export async function intakeMarkers(
  { dir, taken, exit }: AttemptFolder,
  names: readonly string[],
  isTaken: ReadonlySet<string>,
): Promise<void> {
  const isFilled = (size: number, mtimeMs: number): boolean =>
    size > 0 || Date.now() - mtimeMs > EMPTY_MS || existsSync(exit);
  for (const name of names.filter((each) => isMarker(each) && !isTaken.has(each))) {
    const from = join(dir, name);
    await unlessMissing(from, undefined, async () => {
      const { size, mtimeMs, isFile } = look(from);
      if (isFile && isFilled(size, mtimeMs)) await rename(from, join(taken, name));
    });
  }
}

function look(path: string): Readonly<{ size: number; mtimeMs: number; isFile: boolean }> {
  const found = lstatSync(path);
  return { size: found.size, mtimeMs: found.mtimeMs, isFile: found.isFile() };
}
