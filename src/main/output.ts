import { fstatSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { errnoOf } from '../runtime/files/file-fault.ts';
import { type TerminalFilter, terminalFilter } from '../views/terminal-text.ts';

export const STDOUT = 1;
const STDERR = 2;
let isStreaming = false;
let filter: TerminalFilter | null = null;

/** From now on, what is written passes through this. */
export function filterOutput(wanted: TerminalFilter): void {
  filter = wanted;
}

/**
 * Writes to stdout, straight to the descriptor: to load Node's stream takes as long as the work of a short
 * command. Where the descriptor will not wait for a slow reader, the stream takes over.
 */
export function writeOutput(text: string): Promise<void> {
  const bytes = Buffer.from(filter?.pass(text) ?? text);
  const rest = isStreaming ? bytes : writeNow(bytes);
  if (rest.length === 0) return Promise.resolve();
  return new Promise((resolve) => process.stdout.write(rest, () => resolve()));
}

const COLUMNS = 80;
const ROWS = 24;

/** How large the terminal is; some do not know it. */
export const screenSize = (): Readonly<{ columns: number; rows: number }> => ({
  columns: process.stdout.columns || COLUMNS,
  rows: process.stdout.rows || ROWS,
});

/** Calls back whenever the terminal has another size; what it gives back ends that. */
export function watchScreenSize(resized: () => void): () => void {
  process.stdout.on('resize', resized);
  return () => process.stdout.off('resize', resized);
}

/** Writes a sequence of ours that moves the cursor, which the filter would not let pass. */
export function writeControl(sequence: string): void {
  const bytes = Buffer.from(sequence);
  const rest = isStreaming ? bytes : writeNow(bytes);
  if (rest.length > 0) process.stdout.write(rest);
}

/**
 * Writes lines at their numbers, all in one piece: each passes the filter, the sequences between them do not.
 * A line is erased first and then written, because its text may reach to the last column.
 */
export function writeLines(lines: ReadonlyMap<number, string>): void {
  const placed = [...lines].map(([number, line]) => {
    const safe = filter === null ? line : `${filter.pass(line)}${filter.end()}`;
    return `\u001b[${number};1H\u001b[2K${safe}`;
  });
  writeControl(placed.join(''));
}

type Errors = Readonly<{ hasColours?: boolean; isRaw?: boolean }>;

/** Writes to stderr. */
export function writeError(text: string, { hasColours = false, isRaw = false }: Errors = {}): void {
  process.stderr.write(isRaw ? text : shownOnStderr(text, hasColours));
}

/** A message may quote what an agent wrote, which must not reach a terminal as it is. */
export function shownOnStderr(text: string, hasColours = false): string {
  if (!isScreen(STDERR)) return text;
  const filter = terminalFilter({ hasColours, isJson: false });
  return filter.pass(text) + filter.end();
}

/** Node would load half of its streams to say so. A device that is not the one for nothing is a terminal. */
export function isScreen(descriptor: number): boolean {
  const seen = fstatSync(descriptor);
  return seen.isCharacterDevice() && seen.rdev !== statSync(devNull, { throwIfNoEntry: false })?.rdev;
}

/** Ends the program when everything has left, so that a slow reader of a pipe loses nothing. */
export function endOutput(code: number): void {
  const last = Buffer.from(filter?.end() ?? '');
  if (last.length > 0 && !isStreaming) writeNow(last);
  if (isStreaming) process.stdout.write(last, () => process.exit(code));
  else process.exit(code);
}

/** What could not be written without waiting. */
function writeNow(bytes: Buffer): Buffer {
  let rest = bytes;
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(STDOUT, rest));
  } catch (error) {
    if (errnoOf(error) !== 'EAGAIN') leave(error);
    isStreaming = true;
    process.stdout.on('error', leave);
  }
  return rest;
}

// The reader of a pipe may leave before the end, as "head" does. There is no one left to tell.
function leave(error: unknown): never {
  process.exit(errnoOf(error) === 'EPIPE' ? 0 : 2);
}
