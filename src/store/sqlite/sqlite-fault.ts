import { Fault } from '../../domain/fault.ts';

const BUSY = 5;
const LOCKED = 6;

type KnownFault = Readonly<{ code: string; what: string; hint: string; retry: boolean }>;

const unwritable: KnownFault = {
  code: 'store-unwritable',
  what: 'cannot be written',
  hint: 'Nothing was changed. Check that the folder exists and that you own it.',
  retry: false,
};
const corrupt: KnownFault = {
  code: 'store-corrupt',
  what: 'is not a readable database',
  hint: [
    'Nothing was changed, and "swarm doctor" names the newest copy. To save what is there: end the',
    'supervisor (swarm supervisor stop), move the file with its -wal and -shm to another name and keep them,',
    'then put a copy of .swarm/backups/ in its place, or none. "swarm doctor --repair" rebuilds the sessions',
    'that the copy does not know from their folders.',
  ].join(' '),
  retry: false,
};

// By SQLite's primary result codes.
const KNOWN: Readonly<Record<number, KnownFault>> = {
  3: unwritable, // PERM
  8: unwritable, // READONLY
  14: unwritable, // CANTOPEN
  11: corrupt, // CORRUPT
  26: corrupt, // NOTADB
  13: {
    code: 'disk-full',
    what: 'cannot grow: the disk is full',
    hint: 'The last change was taken back, all earlier ones are kept. Free some space and try again.',
    retry: true,
  },
  10: {
    code: 'store-io',
    what: 'cannot be read or written: the disk reported an error',
    hint: 'The last change was taken back. Check the disk and the file system.',
    retry: true,
  },
};

/** The primary result code; undefined for what did not come from SQLite. */
function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  return error.errcode & 0xff;
}

export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === BUSY || code === LOCKED;
}

/** The fault that a person can act on; what SQLite calls our own mistake stays as it is. */
export function toFault(error: unknown, file: string): unknown {
  const known = KNOWN[primaryCode(error) ?? -1];
  if (!known) return error;
  return new Fault(known.code, `${file} ${known.what}`, {
    hint: known.hint,
    retry: known.retry,
    cause: error,
  });
}
