import { claimHolderOf } from '../../domain/queue/claim-holder.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { type AskingOutcome, commitIntake, denied, type RequestFile } from '../asking/request.ts';
import type { QueueDeps } from './queue-deps.ts';

/** What the requests of agents about the queue need. Their session is who asks. */
export type QueueAskingDeps = Omit<QueueDeps, 'by'> & Readonly<{ wordRefusal: (refusal: Refusal) => string }>;

export const queueOf = (deps: QueueAskingDeps, sessionId: string): QueueDeps => ({
  ...deps,
  by: claimHolderOf(sessionId),
});

export const denyWork = (
  deps: QueueAskingDeps,
  file: RequestFile,
  refusal: Refusal,
): Promise<AskingOutcome> =>
  refusal.code === 'moved-meanwhile'
    ? Promise.resolve('moved')
    : commitIntake(deps, { file, answer: denied(deps.wordRefusal(refusal)) });
