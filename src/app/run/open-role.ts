import { RoleRef } from '../../contract/run.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { isRunOver } from '../../domain/run/run.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { applyOrder, NO_ROWS } from './apply-orders.ts';
import { findStarts } from './apply-run-fact.ts';
import { findRole } from './find-role.ts';
import { findRun } from './find-run.ts';
import { openRunDraft, touchedSessions, writesOf } from './run-draft.ts';

type OpenDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'poke' | 'config' | 'by'>;

/** Gives a role whose session is over another one, in the same workspace. It rests until it has work. */
export const openRole = (deps: OpenDeps, { runId, role }: RoleRef): Promise<Outcome<Session>> =>
  whileStale<Session>(`run ${runId}`, async () => {
    const found = await findRun(deps.store, runId);
    if (!found.ok) return found;
    const { state } = found.value;
    if (isRunOver(found.value)) return refuse({ code: 'run-over', runId, state });
    const last = await findRole(deps, found.value, role);
    if (!last.ok) return last;
    if (!isOver(last.value)) {
      return refuse({ code: 'role-at-work', runId, role, sessionId: last.value.id });
    }
    const opened = await reopen(deps, runId, role);
    return opened ? accept(opened) : 'stale';
  });

async function reopen(deps: OpenDeps, runId: string, role: string): Promise<Session | null> {
  const draft = await openRunDraft(deps.store, runId, { at: deps.clock.now(), by: deps.by });
  if (!draft) return null;
  const starts = await findStarts(deps, draft, new Set([role]));
  const rows = { ...NO_ROWS, ids: deps.ids, starts, retries: deps.config.retries };
  applyOrder(draft, { is: 'open-session', role }, rows);
  const session = draft.roles.get(role)?.session;
  const result = await deps.store.commit(writesOf(draft));
  if (!session || isOver(session) || !result.saved) return null;
  for (const id of touchedSessions(draft)) await deps.poke(id);
  return session;
}

export const openRoleVerb = verb({
  name: 'run.open-role',
  summary: 'Start another session for a role of a run',
  asks: 'person',
  reads: false,
  input: RoleRef,
  answer: async () => (await import('../../contract/answer/run.ts')).OpenedRoleAnswer,
  run: openRole,
  json: ({ id, runId, role, state }) => ({ run_id: runId, role, session_id: id, state }),
});
