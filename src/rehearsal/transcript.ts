import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Entry, type Memory, remember } from './memory.ts';

export type Transcript = Readonly<{
  memory: Memory;
  /** Lands in the file before it returns: what was done is known after any crash. */
  append(entry: Entry): void;
  close(): void;
}>;

/** Begins a conversation; undefined when its id is taken. */
export function beginTranscript(file: string): Transcript | undefined {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    return writer(openSync(file, 'ax', 0o600), null);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
}

/** Goes on with a conversation; undefined when there is none. */
export function resumeTranscript(file: string): Transcript | undefined {
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  const fd = openSync(file, 'a', 0o600);
  // A line that was torn by a crash must not swallow the next one.
  if (text !== '' && !text.endsWith('\n')) writeFileSync(fd, '\n');
  return writer(fd, recall(text));
}

function writer(fd: number, memory: Memory): Transcript {
  return {
    memory,
    append: (entry) => {
      writeFileSync(fd, `${JSON.stringify({ ...entry, at: new Date().toISOString() })}\n`);
    },
    close: () => closeSync(fd),
  };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const recall = (text: string): Memory =>
  text.split('\n').reduce<Memory>((memory, line) => {
    const entry = parseEntry(line);
    return entry ? remember(memory, entry) : memory;
  }, null);

function parseEntry(line: string): Entry | undefined {
  if (line === '') return undefined;
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}
