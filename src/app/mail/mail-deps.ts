import type { Blobs } from '../../runtime/files/blobs.ts';
import type { VerbDeps } from '../deps.ts';
import type { ParticipantDeps } from '../participant/participant-deps.ts';

/** What verbs of mail need. */
export type MailDeps = ParticipantDeps &
  Pick<VerbDeps, 'config' | 'poke'> &
  Readonly<{
    blobs: Blobs;
    /** The text of a blob; null where it is gone. */
    readBlob: (sha256: string) => Promise<string | null>;
  }>;
