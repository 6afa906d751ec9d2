import { RoleRef } from '../../contract/run.ts';
import { type Outcome, refuse } from '../../domain/outcome.ts';
import { sessionEndKey } from '../../domain/run/names.ts';
import { isRunOver } from '../../domain/run/run.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { applyRunFact, type FactDeps, type Happening } from './apply-run-fact.ts';
import { findRole } from './find-role.ts';
import { findRun } from './find-run.ts';

/** Gives a role whose session is over another one, in the same workspace, and its task if it has one. */
export const openRole = (deps: FactDeps, { runId, role }: RoleRef): Promise<Outcome<Session>> =>
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
    const applied = await applyRunFact(deps, await wantedAgain(deps, { runId, role, last: last.value }));
    if (applied === 'over') return refuse({ code: 'run-over', runId, state });
    const opened = await findRole(deps, found.value, role);
    return opened.ok && !isOver(opened.value) ? opened : 'stale';
  });

type RoleReopening = Readonly<{ runId: string; role: string; last: Session }>;

/** The end of its last session is settled by this, and so is what a person is asked about it. */
async function wantedAgain(
  { store, clock }: FactDeps,
  { runId, role, last }: RoleReopening,
): Promise<Happening> {
  const memory = await store.findRunMemory(runId);
  const pending = memory?.state.pending;
  const isAsked = pending?.about === 'role' && pending.role === role;
  const key = sessionEndKey(last.id);
  const isTold = (await store.findIntake(key)) !== undefined;
  return {
    runId,
    fact: { is: 'role-wanted', role },
    note: `${role} is wanted again`,
    withdrawn: isAsked ? await store.listQuestions({ runId, state: 'open' }) : [],
    more: isTold ? [] : [{ kind: 'add-intake', key, at: clock.now(), answer: '' }],
  };
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
