import * as z from 'zod/mini';
import { NOTHING_DRAWN } from '../../domain/attempt/attempt.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { type LeftFolder, rebuildSession } from '../../domain/session/rebuild-session.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { LeftRef } from '../../runtime/files/session-folders.ts';
import type { Write } from '../../store/store.ts';
import { type RebuiltSession, type RepairedProject, repairJson } from '../../views/repair-text.ts';
import type { VerbDeps } from '../deps.ts';
import { initialAttempt } from '../session/launch.ts';
import { verb } from '../verb.ts';
import { type LeftDeps, listLeft } from './list-left.ts';

export type RepairDeps = Pick<VerbDeps, 'clock' | 'by' | 'hostId' | 'attempts' | 'workspaces'> &
  LeftDeps &
  Readonly<{
    workspacePath: (sessionId: string) => string;
    roleWorkspacePath: (runId: string, role: string) => string;
  }>;

const NOT_OURS = 'it is no folder of a session';
const PACKED =
  'it is packed: unpack it into a folder of its name among those of sessions, and run this again';
const AT_WORK = 'an agent is still at work there: run this again when it has ended';

/**
 * Gives folders whose rows were lost a row again, as ended sessions. The only place where drawn files are
 * read back: there is nothing else left to go by. Names and paths follow from the folder's name alone.
 */
export async function repairProject(deps: RepairDeps): Promise<Outcome<RepairedProject>> {
  const rebuilt: RebuiltSession[] = [];
  const kept: { path: string; reason: string }[] = [];
  for (const ref of await listLeft(deps)) {
    const left = await deps.folders.readLeft(ref);
    const reason = ref.isPacked
      ? PACKED
      : left === null
        ? NOT_OURS
        : (await isAtWork(deps, left))
          ? AT_WORK
          : null;
    if (left === null || reason !== null) kept.push({ path: ref.path, reason: reason ?? NOT_OURS });
    else rebuilt.push(await rebuild(deps, ref, left));
  }
  return accept({ rebuilt, kept });
}

async function isAtWork({ attempts }: RepairDeps, { id, attempts: numbers }: LeftFolder): Promise<boolean> {
  const last = numbers.at(-1);
  if (last === undefined) return false;
  const seen = await attempts.observe({ sessionId: id, attempt: last, runId: null, role: null });
  return seen.is === 'alive';
}

async function rebuild(deps: RepairDeps, ref: LeftRef, left: LeftFolder): Promise<RebuiltSession> {
  const at = deps.clock.now();
  const { workspace, rescues } = await observeWork(deps, left.id, at);
  const { session, spec } = rebuildSession(left, at);
  const journal = { at, by: deps.by, note: 'rebuilt from its folder: its row was lost' };
  const writes: Write[] = [
    { kind: 'add-session', session: { ...session, hasWorkspace: workspace !== null }, spec, journal },
    ...left.attempts.map(
      (number): Write => ({ kind: 'add-attempt', attempt: lostAttempt(deps, left, number), journal }),
    ),
    ...(workspace === null ? [] : [{ kind: 'add-workspace', workspace, journal } as const]),
  ];
  await deps.folders.ensureDrawingsKept(ref);
  // Another repair at the same time has rebuilt the same: twice is once.
  await deps.store.commit(writes);
  const { length: attempts } = left.attempts;
  const worktree = workspace?.path ?? null;
  return { sessionId: left.id, state: session.ending ?? 'failed', attempts, worktree, rescues };
}

const lostAttempt = ({ hostId }: RepairDeps, { id, changedAt }: LeftFolder, number: number) => ({
  ...initialAttempt({
    ...NOTHING_DRAWN,
    sessionId: id,
    number,
    hostId,
    conversationId: null,
    resumed: false,
    openedAt: changedAt,
    transcript: {},
    capMicroUsd: null,
    reservedMicroUsd: 0,
    reservedTokens: 0,
    reservedDay: null,
  }),
  endedAt: changedAt,
});

type Work = Readonly<{ workspace: Workspace | null; rescues: number }>;

/** What git has of a session of this name, in the one place where its worktree would be. */
async function observeWork(deps: RepairDeps, sessionId: string, at: number): Promise<Work> {
  const [, runId, role] = /^(\d{13})-(.+)$/.exec(sessionId) ?? [];
  const path =
    runId === undefined || role === undefined
      ? deps.workspacePath(sessionId)
      : deps.roleWorkspacePath(runId, role);
  const { worktree, rescues } = await deps.workspaces.observeLeft({ sessionId, path });
  const workspace = worktree && {
    ...{ sessionId, path, ...worktree },
    ...({ state: 'ready', version: 1, changedAt: at } as const),
  };
  return { workspace, rescues };
}

export const repairProjectVerb = verb({
  name: 'project.repair',
  summary: 'Rebuild the rows of sessions from their folders after the store was lost',
  asks: 'person',
  reads: false,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/project.ts')).RepairedProjectAnswer,
  run: repairProject,
  json: repairJson,
});
