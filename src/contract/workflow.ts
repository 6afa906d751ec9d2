import * as z from 'zod/mini';
import type { FailureStrategy, Move, Stage, Trigger, Workflow } from '../domain/workflow/workflow.ts';
import { TRIGGERS } from '../domain/workflow/workflow.ts';
import { SafeId } from './id.ts';
import { duration } from './setting-kind.ts';

export const WORKFLOW_MAX_BYTES = 256 * 1024;
const TEXT_LETTERS_MOST = 64 * 1024;
const NAMES_MOST = 100;
const ITERATIONS_MOST = 1000;

// Roles become parts of branches and panes, and stand beside "person" where messages are addressed.
const Name = z.string().check(
  z.regex(/^[a-z][a-z0-9_-]{0,31}$/, 'a name is at most 32 small letters, digits, "-" and "_"'),
  z.refine((name) => name !== 'person', '"person" is the one at the keyboard'),
);

const Text = z.string().check(z.regex(/\S/, 'expected a text'), z.maxLength(TEXT_LETTERS_MOST));
const TriggerKey = z
  .string()
  .check(z.refine((word) => (TRIGGERS as readonly string[]).includes(word), 'moves nothing'));

const runTime = duration(1000);
const Timeout = z
  .union([z.string(), z.number()], 'expected a duration')
  .check(z.refine((value) => runTime.read(value) !== undefined, `expected ${runTime.expected}`));

const MoveText = z
  .strictObject({
    go: z.optional(Name),
    finish: z.optional(z.literal(true)),
    ask: z.optional(Text),
  })
  .check(
    z.refine(
      ({ go, finish, ask }) =>
        finish === true ? go === undefined && ask === undefined : (go ?? ask) !== undefined,
      'expected one of "go: <stage>", "finish: true", "ask: <question>", or "ask" with "go"',
    ),
  );

const RoleText = z.strictObject({
  persona: SafeId,
  workspace: z._default(z.boolean(), false),
  optional: z._default(z.boolean(), false),
});

const StageText = z.strictObject({
  role: Name,
  task: Text,
  on: z.record(TriggerKey, MoveText),
});

const atMost = (count: number) =>
  z.refine<object>((record) => Object.keys(record).length <= count, `at most ${count} of them`);

/** A workflow as its file says it. */
export const WorkflowFile = z.strictObject({
  name: z.optional(SafeId),
  description: z._default(z.string().check(z.maxLength(TEXT_LETTERS_MOST)), ''),
  entry: Name,
  iterations: z.optional(z.int().check(z.minimum(1), z.maximum(ITERATIONS_MOST))),
  timeout: z.optional(Timeout),
  failure: z._default(z.enum(['fail', 'ask']), 'fail'),
  roles: z.record(Name, RoleText).check(atMost(NAMES_MOST)),
  stages: z.record(Name, StageText).check(atMost(NAMES_MOST)),
});
export type WorkflowFile = z.infer<typeof WorkflowFile>;

/** Every key that may stand somewhere, by the depth and path where it may. */
export function keysAt(path: readonly string[]): readonly string[] {
  const [first] = path;
  if (path.length === 0) return Object.keys(WorkflowFile.shape);
  if (first === 'roles' && path.length === 2) return Object.keys(RoleText.shape);
  if (first === 'stages' && path.length === 2) return Object.keys(StageText.shape);
  if (first === 'stages' && path.length === 3) return TRIGGERS;
  return first === 'stages' && path.length === 4 ? ['go', 'finish', 'ask'] : [];
}

/** The same as a definition; `name` is that of the file. */
export const toWorkflow = (file: WorkflowFile, name: string): Workflow => ({
  name,
  description: file.description.trim(),
  entry: file.entry,
  iterations: file.iterations ?? null,
  timeoutMs: file.timeout === undefined ? null : (runTime.read(file.timeout) ?? null),
  failure: file.failure satisfies FailureStrategy,
  roles: Object.entries(file.roles).map(([role, { persona, workspace, optional }]) => ({
    name: role,
    persona,
    hasWorkspace: workspace,
    isOptional: optional,
  })),
  stages: Object.entries(file.stages).map(toStage),
});

const toStage = ([name, { role, task, on }]: [string, z.infer<typeof StageText>]): Stage => ({
  name,
  role,
  task,
  on: Object.entries(on).map(([trigger, move]) => ({ on: trigger as Trigger, move: toMove(move) })),
});

function toMove({ go, finish, ask }: z.infer<typeof MoveText>): Move {
  if (finish === true) return { is: 'finish' };
  if (ask !== undefined) return { is: 'ask', text: ask.trim(), stage: go ?? null };
  return { is: 'go', stage: go ?? '' };
}

export const WorkflowRef = z.object({ name: z.string().check(z.minLength(1)) });
export type WorkflowRef = z.infer<typeof WorkflowRef>;

/** Left out: all of them. */
export const CheckWorkflow = z.object({ workflow: z.optional(z.string().check(z.minLength(1))) });
export type CheckWorkflow = z.infer<typeof CheckWorkflow>;
