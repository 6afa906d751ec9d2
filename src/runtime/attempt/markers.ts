import { existsSync, lstatSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { InterruptMarker, InterruptSelf } from '../../contract/session.ts';
import { unlessMissing } from '../files/file-fault.ts';
import type { AttemptFolder } from './attempt-folder.ts';

/** Files in the attempt's folder by which an agent calls a person; the words inside are the reason. */
const MARKERS: Readonly<Record<string, InterruptMarker>> = {
  'interrupt-request.txt': 'interrupt',
  error: 'error',
  'quality-gate-failed': 'quality-gate',
};

const MOST_LETTERS = 4_000;
/** A shell makes the file first and fills it then; what is empty longer, or after the end, was meant so. */
const EMPTY_MS = 1_000;

export const isMarker = (name: string): boolean => Object.hasOwn(MARKERS, name);

/** The request that a marker stands for, in the form of all other requests. */
export function markerRequest(name: string, text: string): string {
  const marker = MARKERS[name] ?? 'interrupt';
  const input: InterruptSelf = { marker, text: text.slice(0, MOST_LETTERS) };
  return JSON.stringify({ verb: 'session.interrupt-self', ...input });
}

/** Moved as requests are. A second one of the same name stays where it is: its attempt is over soon. */
export async function takeMarkers(
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
