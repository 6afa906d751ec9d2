import type { Outcome } from '../domain/outcome.ts';
import { refusalText } from '../views/refusal-text.ts';
import { SwarmError, WorkflowError } from './error.ts';

/** The answer, or the refusal as an error. */
export function granted<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  const { refusal } = outcome;
  if (refusal.code === 'workflow-unsound') throw new WorkflowError(refusal.name, refusal.problems);
  const { message, hint } = refusalText(refusal);
  throw new SwarmError(refusal.code, hint === '' ? message : `${message}. ${hint}`, hint);
}
