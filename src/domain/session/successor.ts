import { LOOP_METADATA } from '../loop/names.ts';
import { INITIAL_SESSION } from './initial-session.ts';
import type { Session } from './session.ts';

type SuccessorSeed = Readonly<{ id: string; at: number; conversationId: string; retries: number }>;

/** The same agent at the same work, outside of the run or the loop that began it. */
function heirOf(from: Session, { id, at, conversationId, retries }: SuccessorSeed): Session {
  const mode = from.takenOver ? 'headless' : from.mode;
  const { [LOOP_METADATA]: _, iteration: __, ...metadata } = from.metadata;
  return {
    ...from,
    ...INITIAL_SESSION,
    id,
    runId: null,
    role: null,
    mode,
    ends: mode === 'interactive' ? 'when-told' : 'after-turn',
    retry: from.retry,
    retriesLeft: from.retry?.tries ?? retries,
    conversationId,
    parentId: null,
    metadata,
    key: null,
    createdAt: at,
    stateSince: at,
  };
}

/** Goes on with the work of a session that has ended: its conversation, its workspace, its title. */
export const successorOf = (from: Session, born: SuccessorSeed): Session => ({
  ...heirOf(from, born),
  continues: from.id,
});

/** Begins from the conversation of another, with a workspace of its own. */
export const forkOf = (from: Session, born: SuccessorSeed): Session => ({
  ...heirOf(from, born),
  forkedFrom: from.id,
  hasWorkspace: true,
  workDir: null,
});
