import { isAbsolute, relative } from 'node:path';
import type { Participant } from '../../domain/participant/participant.ts';
import type { TakeoverEvidence } from '../../domain/participant/takeover.ts';
import type { WorkFolders } from '../../runtime/workspace/work-folders.ts';
import type { ParticipantDeps } from './participant-deps.ts';
import { listWorkFolders, type WorkFolderDeps } from './work-folders-of.ts';

export type EvidenceDeps = Pick<ParticipantDeps, 'callers'> &
  WorkFolderDeps &
  Readonly<{ workFolders: WorkFolders }>;

const NO_ACTIVITY = { fileAt: null, gitAt: null, isPartial: false } as const;

/** Looks at all that would speak for a participant. Of another host only its last word is known. */
export async function gatherEvidence(deps: EvidenceDeps, one: Participant): Promise<TakeoverEvidence> {
  const isHere = one.hostId === deps.hostId;
  const isTold = isHere && !(await isShared(deps, one));
  return {
    wordAt: one.seenAt,
    // To send mail is an act, and so a word.
    mailAt: null,
    ...(isTold ? await deps.workFolders.observeActivity(one.workDir) : NO_ACTIVITY),
    process: isHere ? await observeProcess(deps, one) : 'out-of-reach',
    session: null,
  };
}

async function observeProcess({ callers }: EvidenceDeps, { anchor }: Participant) {
  if (anchor === null) return 'out-of-reach';
  return (await callers.isAlive(anchor)) ? 'alive' : 'gone';
}

/** Where others work in the same folder, a change there says nothing about this one. */
async function isShared(deps: EvidenceDeps, { id, workDir }: Participant): Promise<boolean> {
  const others = (await listWorkFolders(deps)).filter(({ participantId }) => participantId !== id);
  return others.some(({ path }) => holds(path, workDir) || holds(workDir, path));
}

function holds(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
}
