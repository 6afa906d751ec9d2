import { ReportWork } from '../../contract/queue.ts';
import { type Outcome, refuse } from '../../domain/outcome.ts';
import { checkLease } from '../../domain/queue/lease.ts';
import { stepWork } from '../../domain/queue/work-item.ts';
import { workJson } from '../../views/work-view.ts';
import { verb } from '../verb.ts';
import { asSelf } from './as-self.ts';
import { changeWork, NOTHING_TAKEN, type WritesOfWork } from './change-work.ts';
import { intakeOwnWork } from './intake-own-work.ts';
import type { QueueDeps } from './queue-deps.ts';
import type { ChangedWork } from './view-work.ts';

/** Says how far it has come, and renews the lease. */
export function reportWork(
  deps: QueueDeps,
  input: ReportWork,
  taken: WritesOfWork = NOTHING_TAKEN,
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

export const reportWorkVerb = verb({
  name: 'queue.progress',
  summary: 'Report progress on work and renew its lease',
  asks: 'anyone',
  reads: false,
  input: ReportWork,
  answer: async () => (await import('../../contract/answer/queue.ts')).WorkAnswer,
  run: asSelf((deps, input: ReportWork) => reportWork(deps, input)),
  intake: intakeOwnWork({ change: reportWork, tell: ({ work }) => `noted; ${work.id} is still yours` }),
  json: workJson,
});
