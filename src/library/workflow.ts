import { checkDefinition } from '../contract/check-definition.ts';
import { isSafeId } from '../contract/id.ts';
import { renderProblem } from '../contract/schema-problems.ts';
import { WorkflowError } from './error.ts';

export interface RoleDefinition {
  persona: string;
  /** Works in a git worktree of its own. */
  workspace?: boolean;
  /** The session goes on without it when it is lost. */
  optional?: boolean;
}

/** A type of message, or a review with one verdict, that leads on. */
export type Trigger =
  | 'task'
  | 'finding'
  | 'review'
  | 'artifact'
  | 'result'
  | 'error'
  | 'review.approved'
  | 'review.changes'
  | 'review.blocked';

/** Where a trigger leads: to a stage, to the end, or to a person, whose answer goes to a stage. */
export type MoveDefinition<S extends string> =
  | { readonly go: S }
  | { readonly finish: true }
  | { readonly ask: string; readonly go?: S };

export interface StageDefinition<R extends string, S extends string> {
  role: R;
  /** `{goal}`, `{input}` and `{feedback}` stand for what is known by then. */
  task: string;
  on: { readonly [T in Trigger]?: MoveDefinition<S> };
}

export interface WorkflowDefinition<R extends string = string, S extends string = string> {
  name: string;
  description?: string;
  entry: S;
  /** How often one stage may be entered in one session. Needed where something goes round. */
  iterations?: number;
  /** Of the whole session: "30m", or milliseconds. */
  timeout?: string | number;
  /** When a role is lost or a limit is reached: fail, or ask a person. */
  failure?: 'fail' | 'ask';
  roles: Readonly<Record<R, RoleDefinition>>;
  stages: Readonly<Record<S, StageDefinition<R, S>>>;
}

/** A workflow that was checked, for `startWorkflow`. */
export interface DefinedWorkflow {
  readonly name: string;
  readonly definition: WorkflowDefinition;
}

type Checked<R extends string, S extends string> = Omit<WorkflowDefinition, 'entry' | 'roles' | 'stages'> & {
  entry: NoInfer<S>;
  roles: Readonly<Record<R, RoleDefinition>>;
  stages: Readonly<Record<S, StageDefinition<NoInfer<R>, NoInfer<S>>>>;
};

/**
 * Checks a workflow: names by their types while you write, and the rest (loops without a limit, stages that
 * nothing leads to, …) when it runs. Throws a `WorkflowError` that lists all that is wrong.
 */
export function defineWorkflow<const R extends string, const S extends string>(
  definition: Checked<R, S>,
): DefinedWorkflow {
  const name: unknown = definition.name;
  if (typeof name !== 'string' || !isSafeId(name))
    throw new WorkflowError(String(name), ['name: expected letters, digits, "-" and "_"']);
  const { problems } = checkDefinition(definition, name);
  if (problems.length > 0) throw new WorkflowError(name, problems.map(renderProblem));
  return Object.freeze({ name, definition: structuredClone(definition) as WorkflowDefinition });
}
