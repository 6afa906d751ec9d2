import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { claimHolderOf } from '../../domain/queue/claim-holder.ts';
import { keepLease } from '../../domain/queue/keep-lease.ts';
import { isLeaseOver } from '../../domain/queue/lease.ts';
import type { WorkItem } from '../../domain/queue/work-item.ts';
import type { Session } from '../../domain/session/session.ts';
import { workJson } from '../../views/work-view.ts';
import {
  type AgentRequest,
  type AskingOutcome,
  commitIntake,
  intakeWrites,
  said,
} from '../asking/request.ts';
import { isHeldBy } from '../loop/end-iteration.ts';
import { leftTo } from '../session/finish-session.ts';
import { denyWork, type QueueAskingDeps, queueOf } from './agent-queue.ts';
import type { WritesOfWork } from './change-work.ts';
import { findWork } from './find-work.ts';
import type { QueueDeps } from './queue-deps.ts';
import { viewOne, type WorkView } from './view-work.ts';

type WorkClaim = Readonly<{ workId: string; fence?: number | undefined }>;

type OwnChange<I extends WorkClaim> = Readonly<{
  change: (deps: QueueDeps, input: I, taken: WritesOfWork) => Promise<Outcome<WorkView>>;
  /** What the agent reads about the work as it is then. */
  tell: (view: WorkView) => string;
  /** The gate of the session's work decides, not the agent. */
  isLeftToGate?: (session: Session) => boolean;
}>;

/** The way in for agents of a verb about claimed work: an agent speaks only for what its session holds. */
export const intakeOwnWork =
  <I extends WorkClaim>({ change, tell, isLeftToGate = () => false }: OwnChange<I>) =>
  async (deps: QueueAskingDeps, { session, file, input }: AgentRequest<I>): Promise<AskingOutcome> => {
    const own = await findOwn(deps, session.id, input.workId);
    if (!own.ok) return denyWork(deps, file, own.refusal);
    if (own.value === 'moved') return 'moved';
    if (isLeftToGate(session)) {
      const view = await viewOne(deps.store, own.value, deps.clock.now());
      return commitIntake(deps, {
        file,
        answer: { ...leftTo('The gate of your work'), value: workJson(view) },
      });
    }
    const answerOf = (view: WorkView) => said(tell(view), workJson(view));
    const spoken = { ...input, fence: input.fence ?? own.value.fence };
    const changed = await change(queueOf(deps, session.id), spoken, (view) =>
      intakeWrites(deps, file, answerOf(view)),
    );
    return changed.ok ? answerOf(changed.value) : denyWork(deps, file, changed.refusal);
  };

/** The work that this session holds. A lease that ran out unnoticed is renewed first. */
async function findOwn(
  deps: QueueAskingDeps,
  sessionId: string,
  workId: string,
): Promise<Outcome<WorkItem | 'moved'>> {
  const found = await findWork(deps.store, workId);
  if (!found.ok) return found;
  const work = found.value;
  const isOver = (work.state === 'done' || work.state === 'failed') && work.sessionId === sessionId;
  if (isOver) return found;
  if (!isHeldBy(work, sessionId)) return refuse({ code: 'work-not-own', workId, sessionId });
  const at = deps.clock.now();
  if (!isLeaseOver(work, at)) return found;
  const step = keepLease(work, { at, leaseMs: deps.config.queue.leaseMs });
  const journal = { at, by: claimHolderOf(sessionId), note: 'its session goes on' };
  if (step.ok) await deps.store.commit([{ kind: 'step-work', step: step.value, journal }]);
  return accept('moved');
}
