import { Header, type HeaderData, Pax } from 'tar';
import { Fault } from '../../domain/fault.ts';

/** One thing in a packed folder. What is not read of it is skipped. */
export type Entry = Readonly<{
  path: string;
  type: 'File' | 'Directory' | 'SymbolicLink';
  mode: number;
  size: number;
  linkpath: string;
  mtime: Date;
  read: () => AsyncGenerator<Buffer>;
}>;

const BLOCK = 512;
/** A name is at most 4,096 bytes long, and a link as much again. */
const MOST_PAX_BYTES = 64 * 1024;
const TYPES: ReadonlySet<string> = new Set(['File', 'Directory', 'SymbolicLink']);

/** Reads what `packFolder` wrote. Anything else, and anything broken, is a fault. */
export async function* readTar(source: AsyncIterable<Buffer>, pack: string): AsyncGenerator<Entry> {
  const bytes = byteReader(source, pack);
  let pax: HeaderData | undefined;
  for (;;) {
    const header = new Header(await bytes.take(BLOCK), 0, pax);
    if (header.nullBlock) return;
    if (!header.cksumValid) throw broken(pack, 'a header is damaged');
    const size = header.size ?? 0;
    if (header.type === 'ExtendedHeader') {
      if (size > MOST_PAX_BYTES) throw broken(pack, 'a name is too long');
      pax = Pax.parse((await bytes.take(size)).toString('utf8'));
      await bytes.skip(padding(size));
      continue;
    }
    const entry = entryOf({ header, pax }, pack);
    let left = entry.size;
    const read = async function* (): AsyncGenerator<Buffer> {
      while (left > 0) {
        const chunk = await bytes.some(left);
        left -= chunk.length;
        yield chunk;
      }
    };
    yield { ...entry, read };
    await bytes.skip(left + padding(entry.size));
    pax = undefined;
  }
}

type Head = Readonly<{ header: Header; pax: HeaderData | undefined }>;

function entryOf({ header, pax }: Head, pack: string): Omit<Entry, 'read'> {
  const { type, mode = 0, size = 0, linkpath = '', mtime = new Date(0) } = header;
  // The header puts what it has of a long name before the whole one.
  const path = pax?.path ?? header.path ?? '';
  if (!TYPES.has(type) || path === '') throw broken(pack, `it holds ${path || 'a nameless thing'} (${type})`);
  // A folder may come with a slash at its end.
  return { path: path.replace(/\/$/, ''), type: type as Entry['type'], mode, size, linkpath, mtime };
}

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** Gives bytes by number instead of by chunk. */
function byteReader(source: AsyncIterable<Buffer>, pack: string) {
  const chunks = source[Symbol.asyncIterator]();
  let chunk: Buffer = Buffer.alloc(0);
  const some = async (most: number): Promise<Buffer> => {
    while (chunk.length === 0) {
      const next = await chunks.next();
      if (next.done) throw broken(pack, 'it ends too early');
      chunk = next.value;
    }
    const taken = chunk.subarray(0, most);
    chunk = chunk.subarray(taken.length);
    return taken;
  };
  const take = async (count: number): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for (let left = count; left > 0; ) {
      const part = await some(left);
      parts.push(part);
      left -= part.length;
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  };
  const skip = async (count: number): Promise<void> => {
    for (let left = count; left > 0; ) left -= (await some(left)).length;
  };
  return { some, take, skip };
}

export const broken = (pack: string, why: string): Fault =>
  new Fault('archive-broken', `${pack} cannot be read: ${why}`, {
    hint: 'Nothing was changed. Put a good copy of the file in its place.',
  });
