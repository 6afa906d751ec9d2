import { lstatSync, opendirSync, readSync, type Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { FolderAccess } from './folder-access.ts';
import { kindOf } from './odd-file.ts';
import { type PlainFile, plainFile, readBytes, stampOf } from './read-plain.ts';

const CHUNK_BYTES = 256 * 1024;
/** An agent can make millions in a minute, and a look must not last that long. */
const NAMES_MOST = 50_000;
const NAMES_AT_ONCE = 1_000;

export type Stamp = Readonly<{ stamp: string; changedAt: number }>;

/** What is no plain file counts as absent, and is noticed. */
export class FileReader extends FolderAccess {
  /** Null when there is none. */
  read(path: string, mostBytes: number): PlainFile | null {
    return this.open(path, (opened) => plainFile(opened, mostBytes));
  }

  /** So many bytes, fewer where it ends before; null when there is none. */
  readPart(path: string, part: Readonly<{ from: number; bytes: number }>): Buffer | null {
    return this.open(path, (opened) => readBytes(opened, part));
  }

  /** Chunk after chunk from a position on, while the reader wants more. Null when there is none. */
  feed(path: string, from: number, push: (chunk: Uint8Array) => boolean): 'end' | 'enough' | null {
    return this.open(path, ({ fd }) => {
      const chunk = new Uint8Array(CHUNK_BYTES);
      for (let at = from; ; ) {
        const bytes = readSync(fd, chunk, 0, CHUNK_BYTES, at);
        if (bytes === 0) return 'end';
        if (!push(chunk.subarray(0, bytes))) return 'enough';
        at += bytes;
      }
    });
  }

  /** The names in a folder, sorted; none when it is not there. Of more than so many, some. */
  list(path: string, most = NAMES_MOST): readonly string[] {
    return this.within(path, [], ({ here }) => namesIn(here, most));
  }

  /** Size, times and kind of what lies there, without a look into it; null when nothing does. */
  observe(path: string): Stats | null {
    return this.within(
      dirname(path),
      null,
      ({ at }) => lstatSync(at(basename(path)), { throwIfNoEntry: false }) ?? null,
    );
  }

  /** The same for many of one folder, which is opened once. */
  observeAll(folder: string, names: readonly string[]): ReadonlyMap<string, Stats> {
    return this.within(folder, new Map<string, Stats>(), ({ at }) => {
      const seen = names.map((name) => [name, lstatSync(at(name), { throwIfNoEntry: false })] as const);
      return new Map(seen.flatMap(([name, one]) => (one ? [[name, one] as const] : [])));
    });
  }

  /** Changes whenever a file or an entry of a folder does; null when nothing is there. */
  stamp(path: string): Stamp | null {
    return this.stamps(dirname(path), [basename(path)]).get(basename(path)) ?? null;
  }

  /** The same for many of one folder, which is opened once. */
  stamps(folder: string, names: readonly string[]): ReadonlyMap<string, Stamp> {
    return this.within(folder, new Map<string, Stamp>(), ({ at }) => {
      const seen = names.map((name) => lstatSync(at(name), { bigint: true, throwIfNoEntry: false }));
      return new Map(
        names.flatMap((name, index): [string, Stamp][] => {
          const one = seen[index];
          return one ? [[name, { stamp: stampOf(one), changedAt: Number(one.ctimeMs) }]] : [];
        }),
      );
    });
  }

  /** True for a plain file; anything else that lies there is noticed. */
  hasFile(path: string): boolean {
    const seen = this.observe(path);
    if (seen && !seen.isFile()) this.notice(path, `is ${kindOf(seen)} and should be a file`);
    return seen?.isFile() ?? false;
  }
}

function namesIn(folder: string, most: number): readonly string[] {
  const opened = opendirSync(folder, { bufferSize: NAMES_AT_ONCE });
  try {
    const names: string[] = [];
    for (let entry = opened.readSync(); entry && names.length < most; entry = opened.readSync())
      names.push(entry.name);
    return names.sort();
  } finally {
    opened.closeSync();
  }
}
