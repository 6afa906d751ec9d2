import { hasTryLeft } from '../../retry/retry.ts';
import type { CriteriaFact } from '../program.ts';
import { askAboutTask, workAgain } from './ask-about-task.ts';
import { type PlanMove, progressOfTask, type Submission, withTask } from './plan-state.ts';
import { queueVerification } from './submission.ts';
import { missingText, redText } from './words.ts';

/** Green goes to the verifier, red back to the agent; a command that is not there is no fault of either. */
export function applyCriteria(move: PlanMove, fact: CriteriaFact): PlanMove {
  const task = move.plan.tasks.find(({ id }) => id === fact.task);
  if (task === undefined) return move;
  const { submission, status, reds } = progressOfTask(move.state, task);
  const isAwaited = status === 'ready_for_verification' && submission?.isChecking === true;
  if (!isAwaited || submission.number !== fact.number) return move;
  const seen = withTask(move, task, { submission: seenOf(fact) });
  const missing = fact.results.filter(({ is }) => is === 'missing');
  if (missing.length > 0)
    return askAboutTask(seen, { task, asks: 'missing', text: missingText(task, missing) });
  const red = fact.results.filter(({ is }) => is === 'red');
  if (red.length === 0) return queueVerification(withTask(seen, task, { reds: 0 }), task);
  const feedback = redText(task, red);
  const failed = withTask(seen, task, { reds: reds + 1, feedback });
  if (hasTryLeft('red-criteria', { failures: reds + 1 })) return workAgain(failed, task, feedback);
  const text = `The criteria of ${task.id} were red ${reds + 1} times in a row.\n${feedback}`;
  return askAboutTask(failed, { task, asks: 'red', text });
}

const seenOf = ({ number, commit, results, outputs, notes }: CriteriaFact): Submission => ({
  number,
  isChecking: false,
  commit,
  results,
  outputs,
  notes,
});
