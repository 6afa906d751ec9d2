import type { FailWork, ReleaseWork, ReportWork } from '../../contract/queue.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { stepFailure } from '../../domain/queue/failure.ts';
import { checkLease } from '../../domain/queue/lease.ts';
import { stepWork, type WorkItem, type WorkStep, withoutLapsedLease } from '../../domain/queue/work-item.ts';
import { changeWork, NOTHING_TAKEN, type Taken } from './change-work.ts';
import type { QueueDeps } from './queue-deps.ts';
import type { ChangedWork } from './queue-verbs.ts';

export const NOTHING_LEFT: Outcome<WorkStep | null> = accept(null);

/** Lets go of work, so that somebody else may have it. Work that failed is opened again. */
export function releaseWork(deps: QueueDeps, input: ReleaseWork): Promise<Outcome<ChangedWork>> {
  const { workId, fence, reason, force } = input;
  return changeWork(deps, { workId, note: reason, isTold: true }, (work, at) => {
    const checked = force ? accept(work) : checkLease(work, { by: deps.by, at, fence });
    if (!checked.ok) return checked;
    const { state } = withoutLapsedLease(work, at);
    if (state === 'failed') return stepWork(work, 'reopen', { at });
    if (state === 'queued') return work.state === 'queued' ? NOTHING_LEFT : stepWork(work, 'lapse', { at });
    return stepWork(work, 'release', { at });
  });
}

/** Says that it failed. It is tried again later while retries are left. */
export function failWork(
  deps: QueueDeps,
  input: FailWork,
  taken: Taken = NOTHING_TAKEN,
): Promise<Outcome<ChangedWork>> {
  const { workId, fence, reason, final } = input;
  return changeWork(deps, { workId, note: reason, isTold: true, taken }, (work, at) => {
    if (isSettled(work, 'failed', fence)) return NOTHING_LEFT;
    const checked = checkLease(work, { by: deps.by, at, fence });
    if (!checked.ok) return checked;
    return stepFailure(work, { at, reason, isFinal: final, capMs: deps.config.failures.backoffCapMs });
  });
}

/** The claim that settled it may say so again; an older one comes too late all the same. */
export const isSettled = (work: WorkItem, state: 'done' | 'failed', fence: number | undefined): boolean =>
  work.state === state && (fence === undefined || fence === work.fence);

/** Tells how far it has come, and holds on to it for another lease. */
export function reportWork(
  deps: QueueDeps,
  input: ReportWork,
  taken: Taken = NOTHING_TAKEN,
): Promise<Outcome<ChangedWork>> {
  const { workId, fence, completed, total, step, leaseMs } = input;
  return changeWork(deps, { workId, note: step ?? '', isTold: false, taken }, (work, at) => {
    const checked = checkLease(work, { by: deps.by, at, fence });
    if (!checked.ok) return checked;
    if (work.holder === null) {
      return refuse({ code: 'illegal-work-step', workId, state: work.state, event: 'report' });
    }
    const { stepsCompleted, stepsTotal, currentStep } = work.progress;
    const progress = {
      stepsCompleted: completed ?? stepsCompleted,
      stepsTotal: total ?? stepsTotal,
      currentStep: step ?? currentStep,
    };
    const leaseUntil = Math.max(work.leaseUntil ?? at, at + (leaseMs ?? deps.config.queue.leaseMs));
    return stepWork(work, 'report', { at, patch: { progress, leaseUntil } });
  });
}
