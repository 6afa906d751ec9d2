import * as z from 'zod/mini';
import { ESCALATION_TARGETS, type Plan, type PlanTask } from '../../domain/plan/plan.ts';
import { SafeId } from '../id.ts';
import { duration } from '../setting-kind.ts';

export const PLAN_MAX_BYTES = 4 * 1024 * 1024;
const TEXT_LETTERS_MOST = 64 * 1024;
const LINE_LETTERS_MOST = 1000;
const RETRIES_MOST = 100;

const taskTime = duration(1000);

const about = (text: string) => z.describe<unknown>(text);
const text = (most: number) => z.string().check(z.regex(/\S/, 'expected a text'), z.maxLength(most));
const Line = text(LINE_LETTERS_MOST);

/** Plans are folders. */
export const PlanName = z
  .string()
  .check(
    z.regex(/^[a-z][a-z0-9_-]{0,63}$/, 'a plan is called by at most 64 small letters, digits, "-", "_"'),
  );

// Roles become parts of branches and panes, and stand beside those that are asked for help.
const RESERVED: ReadonlySet<string> = new Set(['person', 'user', 'workflow_architect', 'workflow_executor']);
const Role = z.string().check(
  z.regex(/^[a-z][a-z0-9_-]{0,31}$/, 'a role is at most 32 small letters, digits, "-" and "_"'),
  z.refine((name) => !RESERVED.has(name), 'is taken by Swarm itself'),
);

const Time = z
  .union([z.string(), z.number()], 'expected a duration')
  .check(z.refine((value) => taskTime.read(value) !== undefined, `expected ${taskTime.expected}`));

const Escalation = z
  .array(z.enum(ESCALATION_TARGETS))
  .check(
    about('Who settles what blocks a task, in this order; begins with workflow_architect, ends with user'),
  );

const FileText = z.strictObject({
  path: Line.check(
    about('agents/<role>/task_output/<file>, or a path of the repository; "/" at its end: all below'),
  ),
  format: z.optional(Line.check(about('What is in it, as "SQL for PostgreSQL 16"'))),
});

const CriterionText = z.strictObject({
  text: Line.check(about('What must be true')),
  command: z.optional(Line.check(about('A shell command that must succeed'))),
  file: z.optional(Line.check(about('An output of the task to look at'))),
});

const TaskText = z.strictObject({
  task_id: Line.check(about('{slug}_{unix_epoch_timestamp}, as create_user_table_1727539200')),
  role: Role.check(about('Who does it: a key of "agents"')),
  instructions: z.string().check(z.maxLength(TEXT_LETTERS_MOST), about('What to do, with what, and where')),
  inputs: z._default(z.array(FileText), []),
  outputs: z._default(z.array(FileText), []),
  success_criteria: z._default(z.array(CriterionText), []),
  dependencies: z._default(z.array(z.string()), []).check(about('Tasks that must be verified before')),
  verifier: Role.check(about('Who verifies it: a key of "agents" that has no tasks')),
  timeout: z.optional(Time.check(about('Of one turn, as 45m'))),
  retries: z.optional(z.int().check(z.minimum(0), z.maximum(RETRIES_MOST))),
  escalation: z.optional(Escalation),
});

const CheckpointText = z.strictObject({
  after: z.string().check(about('The task that hands over')),
  validates: Line.check(about('What is validated at this handoff')),
  failure_modes: z._default(z.array(z.strictObject({ failure: Line, remedy: Line })), []),
});

const AgentText = z.strictObject({ persona: SafeId });
const NewPersonaText = z.strictObject({ name: SafeId, specification: text(TEXT_LETTERS_MOST) });

/** A plan as its file says it. */
export const PlanFile = z.strictObject({
  $schema: z.optional(z.string()),
  name: PlanName,
  goal: text(TEXT_LETTERS_MOST).check(about('What is to be accomplished, in plain language')),
  timeout: z.optional(Time.check(about('Of the whole plan; left out: the setting plan.timeout'))),
  escalation: z.optional(Escalation),
  agents: z.record(Role, AgentText).check(about('The roster: each role with its persona')),
  tasks: z.array(TaskText),
  parallel_groups: z._default(z.array(z.array(z.string())), []).check(about('Tasks that run side by side')),
  checkpoints: z._default(z.array(CheckpointText), []),
  new_personas: z._default(z.array(NewPersonaText), []).check(about('Personas that do not exist yet')),
});
export type PlanFile = z.infer<typeof PlanFile>;

const KEYS: readonly (readonly [pattern: RegExp, keys: readonly string[]])[] = [
  [/^$/, Object.keys(PlanFile.shape)],
  [/^agents\.[^.]+$/, Object.keys(AgentText.shape)],
  [/^tasks\.\d+$/, Object.keys(TaskText.shape)],
  [/^tasks\.\d+\.(inputs|outputs)\.\d+$/, Object.keys(FileText.shape)],
  [/^tasks\.\d+\.success_criteria\.\d+$/, Object.keys(CriterionText.shape)],
  [/^checkpoints\.\d+$/, Object.keys(CheckpointText.shape)],
  [/^checkpoints\.\d+\.failure_modes\.\d+$/, ['failure', 'remedy']],
  [/^new_personas\.\d+$/, Object.keys(NewPersonaText.shape)],
];

/** Every key that may stand at a path. */
export const planKeysAt = (path: readonly string[]): readonly string[] =>
  KEYS.find(([pattern]) => pattern.test(path.join('.')))?.[1] ?? [];

const timeOf = (value: string | number | undefined): number | null =>
  value === undefined ? null : (taskTime.read(value) ?? null);

/** The same as a definition. */
export const toPlan = (file: PlanFile): Plan => ({
  name: file.name,
  goal: file.goal.trim(),
  timeoutMs: timeOf(file.timeout),
  escalation: file.escalation ?? null,
  agents: Object.entries(file.agents).map(([role, { persona }]) => ({ role, persona })),
  tasks: file.tasks.map(toTask),
  parallelGroups: file.parallel_groups,
  checkpoints: file.checkpoints.map(({ after, validates, failure_modes }) => ({
    after,
    validates,
    failureModes: failure_modes,
  })),
  newPersonas: file.new_personas,
});

const toTask = (task: z.infer<typeof TaskText>): PlanTask => ({
  id: task.task_id,
  role: task.role,
  instructions: task.instructions.trim(),
  inputs: task.inputs.map(({ path, format }) => ({ path, format: format ?? null })),
  outputs: task.outputs.map(({ path, format }) => ({ path, format: format ?? null })),
  criteria: task.success_criteria.map(({ text, command, file }) => ({
    text,
    command: command ?? null,
    file: file ?? null,
  })),
  dependencies: task.dependencies,
  verifier: task.verifier,
  timeoutMs: timeOf(task.timeout),
  retries: task.retries ?? null,
  escalation: task.escalation ?? null,
});
