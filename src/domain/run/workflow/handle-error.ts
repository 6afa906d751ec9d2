import { roleNamed } from '../../workflow/workflow.ts';
import {
  decideRecovery,
  type ErrorRecord,
  type Recovery,
  type RunError,
  recordOf,
} from '../error-handling.ts';
import { finish } from './ending.ts';
import { stay, type WorkflowAdvance, type WorkflowContext, withOrders } from './state.ts';

/** What the run is to do about an error, and what is kept of it. */
export type Handled = Readonly<{ recovery: Recovery; error: ErrorRecord }>;

type Passing = Readonly<{ isPassing?: boolean }>;

/** Asks the error module, with what the workflow and the state of the run say. */
export function handleError(
  { workflow, state }: WorkflowContext,
  error: RunError,
  { isPassing = false }: Passing = {},
): Handled {
  const recovery = decideRecovery(error.cause, {
    strategy: workflow.failure,
    isOptional: error.role !== null && (roleNamed(workflow, error.role)?.isOptional ?? false),
    nudges: state.nudges,
    isPassing,
  });
  return { recovery, error: recordOf(error, recovery) };
}

/** Records an error that ends the run, or leaves it where it is. */
export function failUnlessRecovered(
  scene: WorkflowContext,
  error: RunError,
  passing?: Passing,
): WorkflowAdvance {
  const handled = handleError(scene, error, passing);
  const isFailed = handled.recovery === 'fail';
  const next = isFailed ? finish(scene.state, { success: false, why: error.message }) : stay(scene.state);
  return withRecord(handled, next);
}

/** The same advance, with the error in the record of the run before everything else. */
export const withRecord = ({ error }: Handled, next: WorkflowAdvance): WorkflowAdvance =>
  withOrders([{ is: 'record-error', ...error }], next);
