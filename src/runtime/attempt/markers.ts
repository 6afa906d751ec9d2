import { join } from 'node:path';
import type { InterruptMarker, InterruptSelf } from '../../contract/session.ts';
import type { AgentFiles } from '../agent-files/agent-files.ts';
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
export function intakeMarkers(files: AgentFiles, { dir, taken, exit }: AttemptFolder): void {
  const names = files.list(dir).filter(isMarker);
  if (names.length === 0) return;
  files.offer((mine) => mine.ensureFolder(taken));
  const isTaken = new Set(files.list(taken));
  for (const name of names.filter((each) => !isTaken.has(each))) {
    const from = join(dir, name);
    const seen = files.hasFile(from) ? files.observe(from) : null;
    const isFilled =
      seen && (seen.size > 0 || Date.now() - seen.mtimeMs > EMPTY_MS || files.observe(exit) !== null);
    if (isFilled) files.move(from, join(taken, name));
  }
}
