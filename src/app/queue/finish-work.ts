import { FinishWork } from '../../contract/queue.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { checkLease } from '../../domain/queue/lease.ts';
import { stepWork } from '../../domain/queue/work-item.ts';
import { workJson } from '../../views/work-view.ts';
import { isGated } from '../session/finish-session.ts';
import { verb } from '../verb.ts';
import { asSelf } from './as-self.ts';
import { changeWork, isSettled, NOTHING_LEFT, NOTHING_TAKEN, type WritesOfWork } from './change-work.ts';
import { intakeOwnWork } from './intake-own-work.ts';
import type { QueueDeps } from './queue-deps.ts';
import type { ChangedWork } from './view-work.ts';

/** Says that it is done. Said twice, it is done once. */
export function finishWork(
  deps: QueueDeps,
  input: FinishWork,
  taken: WritesOfWork = NOTHING_TAKEN,
): Promise<Outcome<ChangedWork>> {
  const { workId, fence, note } = input;
  return changeWork(deps, { workId, note, isTold: true, taken }, (work, at) => {
    if (isSettled(work, 'done', fence)) return NOTHING_LEFT;
    const checked = checkLease(work, { by: deps.by, at, fence });
    if (!checked.ok) return checked;
    return stepWork(work, 'finish', { at, patch: { reasonText: note === '' ? null : note } });
  });
}

export const finishWorkVerb = verb({
  name: 'queue.done',
  summary: 'Mark work as done and unblock what depends on it',
  asks: 'anyone',
  reads: false,
  input: FinishWork,
  answer: async () => (await import('../../contract/answer/queue.ts')).WorkAnswer,
  run: asSelf((deps, input: FinishWork) => finishWork(deps, input)),
  intake: intakeOwnWork({
    change: finishWork,
    tell: ({ work }) => `${work.id} is done`,
    isLeftToGate: isGated,
  }),
  json: workJson,
});
