import type { Workflow } from '../../workflow/workflow.ts';
import { roleNamed } from '../../workflow/workflow.ts';
import { decideRecovery, type Recovery, type RunError } from '../error-handling.ts';

// When a run hears of an error, the session's own retries are used up; when a role says nothing that its
// stage needs, it is reminded, told once more, and then given up.
const REMINDED_AGAIN = 1;
const BACKOFF = { firstMs: 0, capMs: 0 };

/** What a run does about an error of a role, or of itself. `silences`: how often the role was reminded. */
export function recoveryOf(workflow: Workflow, error: RunError, silences = 0): Recovery {
  return decideRecovery(error, {
    failures: error.category === 'timeout' ? silences : 1,
    retries: error.category === 'timeout' ? REMINDED_AGAIN : 0,
    nudges: silences,
    isOptional: error.role !== null && (roleNamed(workflow, error.role)?.isOptional ?? false),
    isPassing: false,
    backoff: BACKOFF,
  });
}
