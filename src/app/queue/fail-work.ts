import { FailWork } from '../../contract/queue.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { stepFailure } from '../../domain/queue/failure.ts';
import { checkLease } from '../../domain/queue/lease.ts';
import { workJson } from '../../views/work-view.ts';
import { verb } from '../verb.ts';
import { asSelf } from './as-self.ts';
import { changeWork, isSettled, NOTHING_LEFT, NOTHING_TAKEN, type WritesOfWork } from './change-work.ts';
import { intakeOwnWork } from './intake-own-work.ts';
import type { QueueDeps } from './queue-deps.ts';
import type { ChangedWork, WorkView } from './view-work.ts';

/** Says that it failed. It is tried again later while retries are left. */
export function failWork(
  deps: QueueDeps,
  input: FailWork,
  taken: WritesOfWork = NOTHING_TAKEN,
): Promise<Outcome<ChangedWork>> {
  const { workId, fence, reason, final } = input;
  return changeWork(deps, { workId, note: reason, isTold: true, taken }, (work, at) => {
    if (isSettled(work, 'failed', fence)) return NOTHING_LEFT;
    const checked = checkLease(work, { by: deps.by, at, fence });
    if (!checked.ok) return checked;
    return stepFailure(work, { at, reason, isFinal: final, capMs: deps.config.failures.backoffCapMs });
  });
}

const tellAgent = ({ work }: WorkView): string =>
  work.state === 'failed'
    ? `${work.id} failed; end your turn`
    : `${work.id} is tried again later (${work.retriesLeft} left after that); end your turn`;

export const failWorkVerb = verb({
  name: 'queue.fail',
  summary: 'Mark work as failed; it is retried while retries are left',
  asks: 'anyone',
  reads: false,
  input: FailWork,
  answer: async () => (await import('../../contract/answer/queue.ts')).WorkAnswer,
  run: asSelf((deps, input: FailWork) => failWork(deps, input)),
  intake: intakeOwnWork({ change: failWork, tell: tellAgent }),
  json: workJson,
});
