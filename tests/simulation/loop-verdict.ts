import { isLoopOver, type Loop, listActive } from '../../src/domain/loop/loop.ts';
import { LOOP_METADATA } from '../../src/domain/loop/names.ts';
import { claimHolderOf } from '../../src/domain/queue/claim-holder.ts';
import { hasLiveLease } from '../../src/domain/queue/lease.ts';
import type { WorkItem } from '../../src/domain/queue/work-item.ts';
import { isOver } from '../../src/domain/session/session.ts';
import type { Evidence } from './verdict.ts';

/** So soon it is written down that a lease ran out. */
const NOTED_MS = 60_000;

/** What must hold of loops and of the queue once nothing moves any more. */
export async function judgeLoops(evidence: Evidence): Promise<void> {
  const { store, judge, ledger } = evidence;
  for (const { id, version } of ledger.loops.works.rows.values()) {
    const work = await store.findWork(id);
    judge.demand(work?.version === version, `${id} vanished, or changed without a commit`);
    if (work) judgeWork(evidence, work);
  }
  for (const { id } of ledger.loops.loops.values()) {
    const loop = await store.findLoop(id);
    if (!loop) return judge.accuse(`${id} vanished`);
    await judgeLoop(evidence, loop);
  }
}

function judgeWork({ judge, ledger, world, workshop }: Evidence, work: WorkItem): void {
  const { loops } = ledger;
  const name = `${work.id} is ${work.state}`;
  const isLapsed = work.state === 'claimed' && !hasLiveLease(work, world.wall() - NOTED_MS);
  judge.demand(!isLapsed, `${name}, and the lease of ${work.holder} is over`);
  const holding = loops.listAtWork().filter(({ sessionId }) => claimHolderOf(sessionId) === work.holder);
  const isOurs = work.holder?.startsWith('session:') ?? false;
  judge.demand(!isOurs || holding.length === 1, `${name} by ${work.holder}, whom no loop has at work`);
  if (loops.works.isTouched(work.id)) return;
  const all = [...ledger.sessions.values()].filter(({ workId }) => workId === work.id);
  const good = loops.works.good.get(work.id);
  judge.demand((work.state === 'done') === (good !== undefined), `${name}, and ${good} completed for it`);
  const completed = all.filter(({ state }) => state === 'completed');
  // What a gate does not agree with is no end.
  const ends = completed.filter(({ ends }) => ends === 'after-turn');
  const most = work.state === 'done' ? 1 : 0;
  judge.demand(ends.length <= most, `${name}, and ${ends.map(({ id }) => id).join(' and ')} completed`);
  const isScreen = all.some(({ id, cli }) => id === good && cli === 'screener');
  const isReal = good === undefined || isScreen || (workshop.done.get(work.id)?.has(good) ?? false);
  judge.demand(isReal, `${name}, and ${good} has not done it`);
}

async function judgeLoop({ store, judge, ledger }: Evidence, loop: Loop): Promise<void> {
  const name = `${loop.id} is ${loop.state}`;
  const begun = [...ledger.sessions.values()].filter(({ metadata }) => metadata[LOOP_METADATA] === loop.id);
  const { doneCount, failedCount, atWork, iteration } = loop;
  const told = doneCount + failedCount + atWork.length;
  judge.demand(
    iteration === begun.length && told === iteration,
    `${name} at ${iteration}, tells of ${told} and has begun ${begun.length}`,
  );
  const living = begun.filter((session) => !isOver(session));
  const isWhole = living.every(({ id }) => atWork.some(({ sessionId }) => sessionId === id));
  judge.demand(isWhole && living.length === atWork.length, `${name}, and what is at work is not settled`);
  judge.demand(!isLoopOver(loop) || atWork.length === 0, `${name} with something at work`);
  const question = loop.questionId === null ? undefined : await store.findQuestion(loop.questionId);
  const isAsking = question?.state === 'open';
  judge.demand(isAsking === (loop.state === 'waiting'), `${name}, and its question is ${question?.state}`);
}

/** Nothing happens to a loop by itself any more: it is over, or a person has to do something. */
export function isLoopSettled({ ledger, world }: Evidence, loop: Loop): boolean {
  const { works } = ledger.loops;
  const { state, atWork, concurrency, untilEmpty, maxIterations, iteration, label } = loop;
  const active = listActive(loop).length;
  if (state === 'finished' || state === 'paused') return true;
  const isWaiting = atWork.every(({ sessionId }) => {
    const session = ledger.sessions.get(sessionId);
    return session !== undefined && !isOver(session);
  });
  if (!isWaiting) return false;
  if (state === 'waiting') return ledger.hasOpenQuestion('');
  if (state === 'stopping') return atWork.length > 0;
  const isThrough = maxIterations > 0 && iteration >= maxIterations;
  if (isThrough || active >= concurrency) return atWork.length > 0;
  const own = [...works.rows.values()].filter(({ labels }) => label === null || labels.includes(label));
  const standings = own.map((work) => works.standingAt(work, world.wall()));
  if (standings.includes('ready') || standings.includes('scheduled')) return false;
  // It waits for work of others, or for work that no loop may do.
  const isBlocked = label !== null && standings.includes('blocked');
  return !untilEmpty || atWork.length > 0 || isBlocked || standings.includes('in_progress');
}
