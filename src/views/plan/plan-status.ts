import { doersOf, type Plan, verifiersOf } from '../../domain/plan/plan.ts';
import { rolesBefore } from './coordination-plan.ts';

/** `shared_status.json` of a plan that nothing was done for yet. */
export function renderFirstStatus(plan: Plan): string {
  const before = rolesBefore(plan);
  const shown = {
    task_id: plan.name,
    status: 'pending',
    session_start: null,
    agents: Object.fromEntries(doersOf(plan).map((role) => [role, agentOf(before.get(role) ?? [])])),
    verification: Object.fromEntries(verifiersOf(plan).map((role) => [role, verifierOf(plan, role)])),
    // No note is unresolved, because none was made.
    overall_completion_drive_gate: 'open',
  };
  return `${JSON.stringify(shown, null, 2)}\n`;
}

const agentOf = (dependencies: readonly string[]) => ({
  status: 'pending',
  completion_drive_notes_count: 0,
  unresolved_notes: 0,
  dependencies,
  last_update: null,
});

const verifierOf = ({ tasks }: Plan, role: string) => ({
  status: 'pending',
  assigned_agents: [...new Set(tasks.filter(({ verifier }) => verifier === role).map((task) => task.role))],
});
