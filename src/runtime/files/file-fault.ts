import { Fault } from '../../domain/fault.ts';

type Meaning = Readonly<{ code: string; says: string; hint: string; retry: boolean }>;

const FULL: Meaning = {
  code: 'disk-full',
  says: 'The disk is full',
  hint: 'Free some space; the work goes on by itself.',
  retry: true,
};
const DENIED: Meaning = {
  code: 'not-writable',
  says: 'Not allowed to write',
  hint: 'Check who owns the folder and its permissions.',
  retry: false,
};
const CROWDED: Meaning = {
  code: 'too-many-files',
  says: 'Too many files are open',
  hint: 'Raise the limit of open files (ulimit -n).',
  retry: true,
};

/** What lies there is of another kind: why it cannot be used, by the system's name of the error. */
const OBSTACLE: Readonly<Record<string, string>> = {
  ENOTDIR: 'what lies there, or on the way to it, should be a folder',
  EISDIR: 'it is a folder and should be a file',
  ELOOP: 'a link there leads to itself',
  ENOENT: 'it, or a folder on the way to it, is not there',
  ENXIO: 'it is a named pipe or a socket and should be a file',
  ENAMETOOLONG: 'its name is too long',
};

const MEANING: Readonly<Record<string, Meaning>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: DENIED,
  EMFILE: CROWDED,
  ENFILE: CROWDED,
};

/** The system's name of an error, such as ENOENT; undefined for anything else that was thrown. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** What went wrong with a file, as a fault that a person can act on. */
export function fileFault(error: unknown, path: string): Fault {
  if (error instanceof Fault) return error;
  const errno = errnoOf(error) ?? '';
  const meaning = MEANING[errno];
  if (!meaning) return unknownFault(error, `Could not use ${path}: ${OBSTACLE[errno] ?? (errno || error)}`);
  const { code, says, hint, retry } = meaning;
  return new Fault(code, `${says}: ${path}`, { retry, hint, cause: error });
}

function unknownFault(error: unknown, message: string): Fault {
  return new Fault('file-failed', message, { retry: true, cause: error });
}

/** Runs a piece of work on a file; whatever the system throws comes out as a fault. */
export async function withFileFaults<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileFault(error, path);
  }
}

/** Gives `otherwise` when the file or its folder is not there; every other failure is a fault. */
export async function unlessMissing<T>(path: string, otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return otherwise;
    throw fileFault(error, path);
  }
}
