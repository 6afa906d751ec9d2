import type { AskingAnswer, AskingRequest } from '../../contract/asking.ts';
import type { FinishWork } from '../../contract/queue.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { keepLease } from '../../domain/queue/keep-lease.ts';
import { isLeaseOver } from '../../domain/queue/lease.ts';
import type { WorkItem } from '../../domain/queue/work-item.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { holderOf } from '../loop/begin-iteration.ts';
import { isHeldBy } from '../loop/settle-iteration.ts';
import { addWork } from '../queue/add-work.ts';
import { findWork } from '../queue/find-work.ts';
import { finishWork } from '../queue/finish-work.ts';
import type { QueueDeps } from '../queue/queue-deps.ts';
import type { WorkReport, WorkView } from '../queue/queue-verbs.ts';
import { failWork, reportWork } from '../queue/settle-work.ts';
import { showWork } from '../queue/show-work.ts';
import { isGated, leftTo } from '../session/finish-session.ts';
import {
  type AgentRequest,
  type Asking,
  type AskingOutcome,
  denied,
  said,
  takeIn,
  takenIn,
} from './request.ts';

type QueueVerb = Extract<AskingRequest['verb'], `queue-${string}`>;
type SettlingVerb = 'queue-progress' | 'queue-done' | 'queue-fail';

export type QueueAskingDeps = Pick<QueueDeps, 'store' | 'clock' | 'ids' | 'config' | 'poke'> &
  Readonly<{
    wordRefusal: (refusal: Refusal) => string;
    queueHands: Pick<QueueDeps, 'hasFile' | 'outside'>;
    /** A work item as its reader is shown it, in words and for programs. */
    tellWork: (report: WorkReport) => Readonly<{ text: string; value: unknown }>;
  }>;

const ID_LETTERS = 8;

/** An agent's side of the queue: it looks, adds, and speaks for the work that its session holds. */
export function takeQueue(deps: QueueAskingDeps, asking: Asking<QueueVerb>): Promise<AskingOutcome> {
  const { session, file, request } = asking;
  switch (request.verb) {
    case 'queue-show':
      return takeShow(deps, { session, file, request });
    case 'queue-add':
      return takeAdd(deps, { session, file, request });
    default:
      return takeSettling(deps, { session, file, request });
  }
}

const queueOf = (deps: QueueAskingDeps, sessionId: string): QueueDeps => ({
  ...deps,
  ...deps.queueHands,
  by: holderOf(sessionId),
});

async function takeShow(
  deps: QueueAskingDeps,
  { session, file, request }: Asking<'queue-show'>,
): Promise<AskingOutcome> {
  const report = await showWork(queueOf(deps, session.id), request);
  if (!report.ok) return deny(deps, file, report.refusal);
  const { text, value } = deps.tellWork(report.value);
  return takeIn(deps, { file, answer: said(text, value) });
}

/** Its id follows from the request, so that the same request, taken in twice, is the same work. */
async function takeAdd(
  deps: QueueAskingDeps,
  { session, file, request }: Asking<'queue-add'>,
): Promise<AskingOutcome> {
  const { verb: _, ...work } = request;
  // Both reach beyond the agent's own sandbox: one is run by the supervisor, the other is read by it.
  if (work.gate !== null || work.template !== null) {
    return takeIn(deps, { file, answer: denied('a gate or a template is for a person to give') });
  }
  const id = work.id ?? `w-${deps.ids.hash(file.key).slice(0, ID_LETTERS)}`;
  const answer = said(`added ${id}`, { id });
  const added = await addWork(queueOf(deps, session.id), { ...work, id }, () => takenIn(deps, file, answer));
  if (!added.ok) return deny(deps, file, added.refusal);
  if (added.value.isNew) return answer;
  return takeIn(deps, { file, answer: said(`${id} is in the queue already`, { id }) });
}

export const intakeFinishWork = (
  deps: QueueAskingDeps,
  { session, file, input }: AgentRequest<FinishWork>,
): Promise<AskingOutcome> => takeSettling(deps, { session, file, request: { verb: 'queue-done', ...input } });

async function takeSettling(
  deps: QueueAskingDeps,
  { session, file, request }: Asking<SettlingVerb>,
): Promise<AskingOutcome> {
  const own = await findOwn(deps, session.id, request.workId);
  if (!own.ok) return deny(deps, file, own.refusal);
  if (own.value === 'moved') return 'moved';
  if (request.verb === 'queue-done' && isGated(session)) {
    return takeIn(deps, { file, answer: leftTo('The gate of your work') });
  }
  const spoken = { ...request, fence: request.fence ?? own.value.fence };
  const settled = await settle(queueOf(deps, session.id), spoken, (work) =>
    takenIn(deps, file, answerOf(request.verb, work)),
  );
  return settled.ok ? answerOf(request.verb, settled.value.work) : deny(deps, file, settled.refusal);
}

function settle(
  queue: QueueDeps,
  request: Extract<AskingRequest, { verb: SettlingVerb }>,
  taken: Parameters<typeof finishWork>[2],
): Promise<Outcome<WorkView>> {
  switch (request.verb) {
    case 'queue-progress':
      return reportWork(queue, request, taken);
    case 'queue-done':
      return finishWork(queue, request, taken);
    case 'queue-fail':
      return failWork(queue, request, taken);
  }
}

/** What this session speaks for. A lease that ran out while nobody looked is taken up again first. */
async function findOwn(
  deps: QueueAskingDeps,
  sessionId: string,
  workId: string,
): Promise<Outcome<WorkItem | 'moved'>> {
  const found = await findWork(deps.store, workId);
  if (!found.ok) return found;
  const work = found.value;
  const isSettled = (work.state === 'done' || work.state === 'failed') && work.sessionId === sessionId;
  if (isSettled) return found;
  if (!isHeldBy(work, sessionId)) return refuse({ code: 'work-not-own', workId, sessionId });
  const at = deps.clock.now();
  if (!isLeaseOver(work, at)) return found;
  const step = keepLease(work, { at, leaseMs: deps.config.queue.leaseMs });
  const journal = { at, by: holderOf(sessionId), note: 'its session goes on' };
  if (step.ok) await deps.store.commit([{ kind: 'step-work', step: step.value, journal }]);
  return accept('moved');
}

function answerOf(verb: SettlingVerb, work: WorkItem): AskingAnswer {
  const value = { id: work.id, state: work.state };
  if (verb === 'queue-progress') return said(`noted; ${work.id} is still yours`, value);
  if (verb === 'queue-done') return said(`${work.id} is done`, value);
  if (work.state === 'failed') return said(`${work.id} failed; end your turn`, value);
  return said(`${work.id} is tried again later (${work.retriesLeft} left after that); end your turn`, value);
}

const deny = (
  deps: QueueAskingDeps,
  file: Asking<QueueVerb>['file'],
  refusal: Refusal,
): Promise<AskingOutcome> =>
  refusal.code === 'moved-meanwhile'
    ? Promise.resolve('moved')
    : takeIn(deps, { file, answer: denied(deps.wordRefusal(refusal)) });
