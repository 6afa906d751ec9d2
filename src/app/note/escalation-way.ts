import { ARCHITECT, DESIGN_VERIFIER } from '../../domain/run/plan/escalation/escalation.ts';
import type { PlanState } from '../../domain/run/plan/plan-state.ts';
import { planOfRun, taskOfRoleIn } from '../../domain/run/plan/task-at-work.ts';
import { advanceRun, isRunOver } from '../../domain/run/run.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Store, Write } from '../../store/store.ts';
import { noteOf } from '../draft.ts';

/** Who takes what a session escalates, and what has to be true when one of its notes is written. */
export type NoteWay = Readonly<{ isTakenByRun: boolean; guard: readonly Write[] }>;

/** Said to an agent that writes a note too late. */
export const RUN_OVER = 'the run of the plan is over: no note of it can be settled any more';

const PERSON: NoteWay = { isTakenByRun: false, guard: [] };

type Writer = Readonly<{ at: number; by: string }>;

/**
 * A run of a plan takes what its agents escalate; elsewhere the person is asked. The run counts each note:
 * one that is about to end without having seen it has to look again. `over`: it has ended.
 */
export async function findNoteWay(
  store: Store,
  { runId, role }: Pick<Session, 'runId' | 'role'>,
  who: Writer,
): Promise<NoteWay | 'over'> {
  const memory = runId === null ? undefined : await store.findRunMemory(runId);
  const plan = memory && planOfRun(memory);
  const row = runId === null || !plan ? undefined : await store.findRun(runId);
  if (!plan || !row) return PERSON;
  if (isRunOver(row) || row.state === 'synthesising' || plan.state.ended !== null) return 'over';
  const name = role ?? '';
  const isTakenByRun = taskOfRoleIn(plan, name) !== undefined || !servesRun(plan.state, name);
  const journal = noteOf(who, `${name} has a note`);
  return { isTakenByRun, guard: [{ kind: 'step-run', step: advanceRun(row, {}), memory: null, journal }] };
}

/** The run itself waits for its word, so it waits in its session for the person's. */
const servesRun = ({ escalations, change }: PlanState, role: string): boolean =>
  (role === ARCHITECT && escalations.some(({ round }) => round !== null)) ||
  (role === DESIGN_VERIFIER && change !== null && change.round !== null);
