import { Fault } from '../../domain/fault.ts';

type KnownFault = Readonly<{ code: string; what: string; hint: string; retry: boolean }>;

const unreachable: KnownFault = {
  code: 'store-unreachable',
  what: 'does not answer',
  hint: 'Check that the server runs and can be reached from here. What was committed is kept.',
  retry: true,
};
const refused: KnownFault = {
  code: 'store-refused',
  what: 'does not let us in',
  hint: 'Check the user and the password in the store URL.',
  retry: false,
};
const unwritable: KnownFault = {
  code: 'store-unwritable',
  what: 'may not be written',
  hint: 'Nothing was changed. Give the user of the store URL the right to create and write tables.',
  retry: false,
};
const busy: KnownFault = {
  code: 'store-busy',
  what: 'was locked by others for too long',
  hint: 'Nothing was changed. Try again; if it stays, look for a transaction that hangs.',
  retry: true,
};

// By SQLSTATE, or its class of two characters.
const KNOWN: Readonly<Record<string, KnownFault>> = {
  '08': unreachable,
  '57': unreachable,
  '28': refused,
  '3D000': {
    code: 'store-missing',
    what: 'does not exist',
    hint: 'Create the database first, with "createdb", or correct the store URL.',
    retry: false,
  },
  '25006': unwritable,
  '42501': unwritable,
  '53100': {
    code: 'disk-full',
    what: 'cannot grow: its disk is full',
    hint: 'The last change was taken back, all earlier ones are kept. Free some space and try again.',
    retry: true,
  },
  '53': busy,
  '55P03': busy,
  '40': busy,
};

function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

/** Another transaction stood in the way and ours was taken back: playing it again may well succeed. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '');

/** The fault that a person can act on. What the server calls our own mistake stays as it is. */
export function toFault(error: unknown, address: string): unknown {
  const state = sqlState(error);
  // Whatever the server did not say itself is about the way to it.
  const known = state === undefined ? unreachable : (KNOWN[state] ?? KNOWN[state.slice(0, 2)]);
  if (!known) return error;
  return new Fault(known.code, `${address} ${known.what}`, {
    hint: known.hint,
    retry: known.retry,
    cause: error,
  });
}
