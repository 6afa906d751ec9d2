import { RetryTask } from '../../contract/plan/plan.ts';
import { nearest } from '../../domain/config/nearest.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { PlanTask } from '../../domain/plan/plan.ts';
import { slugOfId } from '../../domain/plan/task-id.ts';
import type { Question } from '../../domain/question/question.ts';
import { progressOfTask, type TaskStatus } from '../../domain/run/plan/plan-state.ts';
import { mayRetry } from '../../domain/run/plan/retry-task.ts';
import { isRunOver } from '../../domain/run/run.ts';
import { questionIdOf } from '../question/draft-question.ts';
import { runQuestionKey } from '../run/apply-orders.ts';
import { applyRunFact, type FactDeps } from '../run/apply-run-fact.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { findPlanRun, type PlanRun } from './find-plan-run.ts';
import type { PlanDeps } from './plan-deps.ts';

export type RetriedTask = Readonly<{ runId: string; task: PlanTask; was: TaskStatus }>;

/** Gives a task that is blocked, or was verified, to its agent again. */
export function retryTask(deps: FactDeps & PlanDeps, input: RetryTask): Promise<Outcome<RetriedTask>> {
  return whileStale<RetriedTask>(`the run of ${input.plan}`, async () => {
    const found = await findPlanRun(deps, input.plan);
    if (!found.ok) return found;
    const named = findTask(found.value, input.task);
    if (!named.ok) return named;
    const { run, state } = found.value;
    const task = named.value;
    const { status: was } = progressOfTask(state, task);
    if (isRunOver(run) || state.ended !== null) return refuse(overOf(found.value));
    if (!mayRetry(state, task)) return refuse({ code: 'task-not-retried', task: task.id, status: was });
    const applied = await applyRunFact(deps, {
      runId: run.id,
      fact: { is: 'task-retried', task: task.id, why: input.why },
      note: `${task.id} is wanted again: ${input.why}`,
      withdrawn: await findAsked(deps, found.value, task),
    });
    if (applied === 'over') return refuse(overOf(found.value));
    return applied === 'taken' ? accept({ runId: run.id, task, was }) : 'stale';
  });
}

const overOf = ({ run: { id: runId, state } }: PlanRun) => ({ code: 'run-over', runId, state }) as const;

/** By its id, or by its slug where only one task has it. */
function findTask({ definition: { plan } }: PlanRun, word: string): Outcome<PlanTask> {
  const exact = plan.tasks.find(({ id }) => id === word);
  const [only, ...others] = plan.tasks.filter(({ id }) => slugOfId(id) === word);
  const task = exact ?? (others.length === 0 ? only : undefined);
  if (task) return accept(task);
  const names = plan.tasks.map(({ id }) => (others.length === 0 ? slugOfId(id) : id));
  return refuse({ code: 'task-not-found', task: word, plan: plan.name, near: nearest(word, names) });
}

/** The question that is open about the task. */
async function findAsked(
  { store, ids }: FactDeps,
  { run, state: { pending } }: PlanRun,
  task: PlanTask,
): Promise<readonly Question[]> {
  if (pending?.about !== 'task' || pending.task !== task.id) return [];
  const asked = await store.findQuestion(questionIdOf(runQuestionKey(run.id, pending.question), ids.hash));
  return asked ? [asked] : [];
}

export const retryTaskVerb = verb({
  name: 'plan.retry',
  summary: 'Give a task that is blocked, or was verified, to its agent again',
  asks: 'person',
  reads: false,
  input: RetryTask,
  answer: async () => (await import('../../contract/answer/plan-run.ts')).RetriedTaskAnswer,
  run: retryTask,
  json: ({ runId, task, was }) => ({ run_id: runId, task_id: task.id, role: task.role, was }),
});
