import { ReleaseWork } from '../../contract/queue.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { checkLease } from '../../domain/queue/lease.ts';
import { stepWork, withoutLapsedLease } from '../../domain/queue/work-item.ts';
import { workJson } from '../../views/work-view.ts';
import { verb } from '../verb.ts';
import { asSelf } from './as-self.ts';
import { changeWork, NOTHING_LEFT } from './change-work.ts';
import type { QueueDeps } from './queue-deps.ts';
import type { ChangedWork } from './view-work.ts';

/** Gives a claim back, so that the work can be claimed again. Work that failed is opened again. */
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

export const releaseWorkVerb = verb({
  name: 'queue.release',
  summary: 'Release a claim, or reopen failed work',
  asks: 'person',
  reads: false,
  input: ReleaseWork,
  answer: async () => (await import('../../contract/answer/queue.ts')).WorkAnswer,
  run: asSelf((deps, input: ReleaseWork) => releaseWork(deps, input)),
  json: workJson,
});
