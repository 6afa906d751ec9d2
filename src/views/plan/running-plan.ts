import { renderPlan } from '../../contract/plan/render-plan.ts';
import { withoutOpened } from '../../domain/run/plan/compare-plans.ts';
import type { PlanSight } from '../../domain/run/plan/plan-sight.ts';

/** The plan that a run goes on with, as plan.yaml would say it. */
export const renderRunningPlan = (sight: PlanSight): string => renderPlan(withoutOpened(sight));
