import type { Plan } from '../../plan/plan.ts';
import { ordering, type PlanMove } from './plan-state.ts';

/** The run goes on with another version of its plan. */
export const replacePlan = (move: PlanMove, plan: Plan): PlanMove =>
  ordering(
    { ...move, plan, state: { ...move.state, stageCount: plan.tasks.length } },
    { is: 'replace-plan', plan },
  );
