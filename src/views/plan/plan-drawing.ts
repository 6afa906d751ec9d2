import { doersOf, type Plan } from '../../domain/plan/plan.ts';
import { renderAgentInstructions } from './agent-instructions.ts';
import { renderCoordinationPlan } from './coordination-plan.ts';
import { renderFirstStatus } from './plan-status.ts';

/** What follows from a plan: files by their path in its folder, and folders that agents find there. */
export type PlanDrawing = Readonly<{
  files: readonly (readonly [path: string, text: string])[];
  folders: readonly string[];
}>;

export function drawPlan(plan: Plan): PlanDrawing {
  const roles = plan.agents.map(({ role }) => role);
  return {
    files: [
      ['workflow_coordination_plan.md', renderCoordinationPlan(plan)],
      ['shared_status.json', renderFirstStatus(plan)],
      ...roles.map(
        (role) => [`agents/${role}/agent_instructions.md`, renderAgentInstructions(plan, role)] as const,
      ),
    ],
    folders: [
      ...roles.map((role) => `agents/${role}/completion_drive`),
      ...doersOf(plan).map((role) => `agents/${role}/task_output`),
    ],
  };
}
