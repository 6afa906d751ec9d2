import type { AskingAnswer } from '../../contract/asking.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { ARCHITECT } from '../../domain/run/plan/escalation/escalation.ts';
import type { PlanMove } from '../../domain/run/plan/plan-state.ts';
import { planOfRun } from '../../domain/run/plan/task-at-work.ts';
import type { RunFact } from '../../domain/run/program.ts';
import type { Session } from '../../domain/session/session.ts';
import {
  type AskingOutcome,
  commitIntake,
  denied,
  intakeWrites,
  type RequestFile,
} from '../asking/request.ts';
import { applyRunFact, type FactDeps } from '../run/apply-run-fact.ts';

export type ArchitectDeps = Omit<FactDeps, 'by'> & Readonly<{ wordRefusal: (refusal: Refusal) => string }>;

/** A fact that the architect's request brings into its run, and what the architect is told. */
export type DraftedFact = Readonly<{ fact: RunFact; note: string; answer: AskingAnswer }>;

type ArchitectRequest = Readonly<{ session: Session; file: RequestFile; verb: string }>;
type Decide = (run: Pick<PlanMove, 'plan' | 'state'>) => Outcome<DraftedFact>;

/** Takes a request of a plan's architect into its run, exactly once. */
export async function intakeArchitectFact(
  deps: ArchitectDeps,
  { session, file, verb }: ArchitectRequest,
  decide: Decide,
): Promise<AskingOutcome> {
  const refused = (text: string): Promise<AskingOutcome> =>
    commitIntake(deps, { file, answer: denied(text) });
  const memory = session.runId === null ? undefined : await deps.store.findRunMemory(session.runId);
  const run = memory && planOfRun(memory);
  if (!run || session.role !== ARCHITECT)
    return refused(`${verb} is for the ${ARCHITECT} of a plan that runs`);
  const decided = decide(run);
  if (!decided.ok) return refused(deps.wordRefusal(decided.refusal));
  const { fact, note, answer } = decided.value;
  const taken = await applyRunFact(
    { ...deps, by: `session:${session.id}` },
    { runId: session.runId ?? '', fact, note, more: intakeWrites(deps, file, answer) },
  );
  if (taken === 'taken') return answer;
  return taken === 'over' ? refused('the run is over') : 'moved';
}
