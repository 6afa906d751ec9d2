/** Who settles what blocks a task, in this order. */
export const ESCALATION_TARGETS = ['workflow_architect', 'solution_architect', 'user'] as const;
export type EscalationTarget = (typeof ESCALATION_TARGETS)[number];

/**
 * A file that one task writes and others read. A path below `agents/<role>/task_output/` lies in the folder
 * of the plan; every other one lies in the repository. One that ends with "/" stands for all below it.
 */
export type FileContract = Readonly<{ path: string; format: string | null }>;

/** How a task proves that it is complete: by a command that succeeds, or by a file to look at. */
export type Criterion = Readonly<{ text: string; command: string | null; file: string | null }>;

export type PlanTask = Readonly<{
  id: string;
  role: string;
  instructions: string;
  inputs: readonly FileContract[];
  outputs: readonly FileContract[];
  criteria: readonly Criterion[];
  /** Tasks that must be verified before. */
  dependencies: readonly string[];
  /** The role that verifies it. */
  verifier: string;
  /** Null for the project's own. */
  timeoutMs: number | null;
  retries: number | null;
  /** Null for the plan's own. */
  escalation: readonly EscalationTarget[] | null;
}>;

/** One line of the roster: a role, and who plays it. */
export type PlanAgent = Readonly<{ role: string; persona: string }>;

export type FailureMode = Readonly<{ failure: string; remedy: string }>;

/** What is validated when a task hands over to those that depend on it. */
export type Checkpoint = Readonly<{ after: string; validates: string; failureModes: readonly FailureMode[] }>;

/** A persona that the plan calls for and that does not exist yet. */
export type NewPersona = Readonly<{ name: string; specification: string }>;

/** Everything is in the order of the file. */
export type Plan = Readonly<{
  name: string;
  goal: string;
  /** Of the whole run; null for the project's own. */
  timeoutMs: number | null;
  escalation: readonly EscalationTarget[] | null;
  agents: readonly PlanAgent[];
  tasks: readonly PlanTask[];
  parallelGroups: readonly (readonly string[])[];
  checkpoints: readonly Checkpoint[];
  newPersonas: readonly NewPersona[];
}>;

export const escalationOf = (plan: Plan, task: PlanTask): readonly EscalationTarget[] =>
  task.escalation ?? plan.escalation ?? [];

/** Roles that do the work, in the order of their first task. */
export const doersOf = ({ tasks }: Plan): readonly string[] => [...new Set(tasks.map(({ role }) => role))];

/** Roles that verify, in the order of their first task. */
export const verifiersOf = ({ tasks }: Plan): readonly string[] => [
  ...new Set(tasks.map(({ verifier }) => verifier)),
];

/** The tasks of each role that does some, or that verifies some, in their order. */
export function tasksBy(key: 'role' | 'verifier', { tasks }: Plan): ReadonlyMap<string, readonly PlanTask[]> {
  const found = new Map<string, PlanTask[]>();
  for (const task of tasks) {
    const own = found.get(task[key]);
    if (own === undefined) found.set(task[key], [task]);
    else own.push(task);
  }
  return found;
}

export const personaOf = ({ agents }: Plan, role: string): string | undefined =>
  agents.find((agent) => agent.role === role)?.persona;
