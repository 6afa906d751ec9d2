import { draftTouch, draftTurn, openDraft } from '../../app/draft.ts';
import type { PlanScene } from '../../app/plan/plan-scene.ts';
import type { PlanTask } from '../../domain/plan/plan.ts';
import { type Conflict, conflictText } from '../../domain/run/plan/conflict-words.ts';
import { listMerged } from '../../domain/run/plan/plan-sight.ts';
import { progressOfTask } from '../../domain/run/plan/plan-state.ts';
import { branchName } from '../../domain/session/names.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import type { NextRound, RoundDeps } from '../deps.ts';

/**
 * What a task builds on is on its branch before its agent gets it: the commits that were verified. Where git
 * cannot merge, the agent is told of the files, and does it.
 */
export async function mergeDependencies(
  deps: RoundDeps,
  plan: PlanScene,
  turns: readonly Turn[],
): Promise<NextRound | null> {
  const { sight, inHand, location, workspace } = plan;
  if (!inHand?.isDoer || progressOfTask(sight.state, inHand.task).status !== 'working') return null;
  // The branch goes on from here: what was verified before is remembered first.
  for (const task of sight.plan.tasks) if (isOwnVerified(plan, task)) await pin(deps, plan, task);
  for (const task of listMerged(sight, inHand.task)) {
    const commit = await pin(deps, plan, task);
    if (commit === null) continue;
    const message = `Merge what ${task.role} made for ${task.id} (run ${location.runId})`;
    const merged = await deps.planBranches.ensureMerged(workspace, commit, message);
    if (merged.is !== 'conflict') continue;
    const told = await tellOnce(deps, plan, { conflict: { ...merged, task, commit }, turns });
    if (told) return 'again';
  }
  return null;
}

const isOwnVerified = ({ sight, location }: PlanScene, task: PlanTask): boolean =>
  task.role === location.role && progressOfTask(sight.state, task).status === 'verified';

function pin({ planBranches, ids }: RoundDeps, plan: PlanScene, task: PlanTask): Promise<string | null> {
  const { runId } = plan.location;
  const { result } = progressOfTask(plan.sight.state, task);
  const branch = branchName({ id: '', persona: task.role, runId, role: task.role });
  const key = ids.hash(result?.id ?? '').slice(0, KEY_LETTERS);
  return planBranches.ensurePinned({ runId, taskId: task.id, key, branch });
}

const KEY_LETTERS = 12;

type Telling = Readonly<{ conflict: Conflict; turns: readonly Turn[] }>;

/** False when its agent knows already. */
async function tellOnce(deps: RoundDeps, plan: PlanScene, { conflict, turns }: Telling): Promise<boolean> {
  const key = `merge/${plan.session.id}/${conflict.task.id}/${conflict.commit}`;
  if ((await deps.store.findIntake(key)) !== undefined) return false;
  const at = deps.clock.now();
  const draft = openDraft(plan.session, turns, { at, by: deps.by });
  draftTurn(draft, { id: deps.ids.uuid(), kind: 'steer', body: conflictText(conflict) });
  draftTouch(draft);
  await deps.store.commit([...draft.writes, { kind: 'add-intake', key, at, answer: '' }]);
  return true;
}
