import { findPlanScene } from '../../app/plan/plan-scene.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import { roleFiles } from '../../domain/plan/plan-folder.ts';
import { ARCHITECT } from '../../domain/run/plan/escalation/escalation.ts';
import { listHanded, type PlanSight } from '../../domain/run/plan/plan-sight.ts';
import { renderAgentInstructions } from '../../views/plan/agent-instructions.ts';
import { renderCoordinationPlan } from '../../views/plan/coordination-plan.ts';
import { renderPlanRunStatus } from '../../views/plan/plan-run-status.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import type { SessionScene } from '../session/session-scene.ts';
import { drawTaskNotes } from './draw-task-notes.ts';
import { intakeNotes } from './intake-notes.ts';
import { mergeDependencies } from './merge-dependencies.ts';

/** It follows from the plan alone, and each turn shows it. */
const coordinationPlans = new WeakMap<Plan, string>();

function coordinationPlanOf(plan: Plan): string {
  const text = coordinationPlans.get(plan) ?? renderCoordinationPlan(plan);
  coordinationPlans.set(plan, text);
  return text;
}

/**
 * Makes the folder of a plan's agent ready for the turn that is about to be handed over: what it builds on is
 * merged, and what it has to see is drawn. Null when the turn may go; outside of plans always.
 */
export async function preparePlanFolder(deps: RoundDeps, scene: SessionScene): Promise<NextRound | null> {
  const plan = await findPlanScene(deps.store, scene);
  if (plan === null) return null;
  const told = await mergeDependencies(deps, plan, scene.turns);
  if (told !== null) return told;
  const { location, sight } = plan;
  const run = await deps.store.findRun(location.runId);
  if (run === undefined) return null;
  const sessions = await deps.store.listRunSessions(run.id);
  const notes = await deps.store.listNotes({ runId: run.id });
  await deps.planFolders.ensureDrawn(location, {
    files: [
      ['shared_status.json', renderPlanRunStatus({ run, sight, sessions, notes })],
      ['workflow_coordination_plan.md', coordinationPlanOf(sight.plan)],
      [roleFiles(location.role).instructions, renderAgentInstructions(sight.plan, location.role)],
      ...(location.role === ARCHITECT ? [await planFile(sight)] : []),
    ],
    handed: listHanded(sight, location.role),
  });
  const notesSeen = deps.planFolders.readNotes(location);
  const taken = await intakeNotes(deps, plan, { notes: notesSeen, turns: scene.turns });
  if (taken === 'moved') return 'again';
  if (taken.isWhole) await drawTaskNotes(deps, plan, taken);
  return taken.hasMoved ? 'again' : null;
}

/** What the architect of a run changes: the plan as the run goes on with it, not as it once was. */
async function planFile(sight: PlanSight): Promise<readonly [path: string, text: string]> {
  // Lazy: the YAML library is slow to load, and few runs need it.
  const { renderRunningPlan } = await import('../../views/plan/running-plan.ts');
  return [`agents/${ARCHITECT}/plan.yaml`, renderRunningPlan(sight)];
}
