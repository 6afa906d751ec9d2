import {
  type Iteration,
  isLoopOver,
  type Loop,
  type LoopStep,
  listActive,
  sharesFolder,
  stepLoop,
} from '../../src/domain/loop/loop.ts';
import { LOOP_METADATA } from '../../src/domain/loop/names.ts';
import { claimHolderOf } from '../../src/domain/queue/claim-holder.ts';
import { isOver, type Session } from '../../src/domain/session/session.ts';
import type { Write } from '../../src/store/store.ts';
import type { Judge } from './judge.ts';
import { WorkLedger } from './work-ledger.ts';
import type { Workshop } from './workshop.ts';
import type { World } from './world.ts';

type Sessions = ReadonlyMap<string, Session>;
type LoopLedgerDeps = Readonly<{ judge: Judge; world: World; workshop: Workshop; maxFailures: number }>;

/** Follows every commit that concerns a loop, and counts for itself what loops have to count. */
export class LoopLedger {
  readonly loops = new Map<string, Loop>();
  readonly works: WorkLedger;
  readonly #deps: LoopLedgerDeps;

  constructor(deps: LoopLedgerDeps) {
    this.#deps = deps;
    this.works = new WorkLedger(deps);
  }

  /** `sessions` are as they were before this commit. */
  follow(writes: readonly Write[], sessions: Sessions): void {
    for (const write of writes) {
      if (write.kind === 'add-loop') this.loops.set(write.loop.id, write.loop);
      if (write.kind === 'step-loop') this.#followStep(write.step, writes, sessions);
      const isAtWork = write.kind === 'step-session' && write.step.to.state === 'working';
      if (isAtWork) this.#deps.workshop.greens.delete(write.step.to.id);
    }
    // What becomes of the work is judged by the row before it.
    this.works.follow(writes);
  }

  /** What is begun and not settled, by whichever loop. */
  listAtWork(): readonly Iteration[] {
    return [...this.loops.values()].flatMap(({ atWork }) => atWork);
  }

  #demand(holds: boolean, claim: string): void {
    this.#deps.judge.demand(holds, claim);
  }

  #followStep({ from, event, to }: LoopStep, writes: readonly Write[], sessions: Sessions): void {
    const known = this.loops.get(from.id);
    const name = `${event} of ${from.id}`;
    this.#demand(known?.version === from.version, `${name} was decided on an old row`);
    this.#demand(known !== undefined && !isLoopOver(known), `${name} came after its end`);
    const legal = stepLoop(from, event, { at: 0 });
    this.#demand(legal.ok && legal.value.to.state === to.state, `${name} is not in the machine`);
    const gone = from.atWork.filter((one) => !to.atWork.some(({ sessionId }) => sessionId === one.sessionId));
    const fresh = to.atWork.filter(
      (one) => !from.atWork.some(({ sessionId }) => sessionId === one.sessionId),
    );
    this.#demand(gone.length === (event === 'settle' ? 1 : 0), `${name} leaves ${gone.length} unsettled`);
    this.#demand(fresh.length === (event === 'begin' ? 1 : 0), `${name} begins ${fresh.length}`);
    for (const iteration of fresh) this.#followBegin(to, iteration, writes);
    for (const iteration of gone) this.#followSettlement({ from, event, to }, iteration, sessions);
    if (event === 'set-aside') this.#followAside({ from, event, to }, sessions);
    if (event === 'take-up')
      this.#demand(listActive(to).length <= to.concurrency, `${name} is one too many at a time`);
    if (event === 'take-up' || event === 'begin') this.#followFolder(to, name);
    if (event === 'finish') this.#demand(to.atWork.length === 0, `${name} leaves something at work`);
    this.loops.set(to.id, to);
  }

  /** One commit: the claim, the session, the counter. */
  #followBegin(to: Loop, { sessionId, workId, number }: Iteration, writes: readonly Write[]): void {
    const name = `iteration ${number} of ${to.id}`;
    const isMade = writes.some(
      (write) =>
        write.kind === 'add-session' &&
        write.session.id === sessionId &&
        write.session.metadata[LOOP_METADATA] === to.id &&
        write.session.workId === workId,
    );
    const isClaimed = writes.some(
      (write) =>
        write.kind === 'step-work' &&
        write.step.to.id === workId &&
        write.step.event === 'claim' &&
        write.step.to.holder === claimHolderOf(sessionId),
    );
    this.#demand(isMade && isClaimed, `${name} is not one commit`);
    const isOwn = to.label === null || this.works.rows.get(workId)?.labels.includes(to.label) === true;
    this.#demand(isOwn, `${name} is about ${workId}, which is not for this loop`);
    this.#demand(number === to.iteration, `${name} has the wrong number`);
    this.#demand(listActive(to).length <= to.concurrency, `${name} is one too many at a time`);
    this.#demand(to.maxIterations === 0 || number <= to.maxIterations, `${name} is one too many`);
    const { maxFailures } = this.#deps;
    this.#demand(to.failures < maxFailures, `${name} began after ${to.failures} failures without a question`);
    const others = this.listAtWork().filter((other) => other.workId === workId);
    const isAlone = others.length === 0 || this.works.isTouched(workId);
    this.#demand(isAlone, `${name} is about ${workId}, which ${others[0]?.sessionId} works on`);
  }

  /** Only what waits makes way, and not for more than may wait. */
  #followAside({ from, to }: LoopStep, sessions: Sessions): void {
    const [moved] = to.atWork.filter((one, index) => one.isAside && !from.atWork[index]?.isAside);
    const state = sessions.get(moved?.sessionId ?? '')?.state;
    this.#demand(state === 'waiting', `${moved?.sessionId} was set aside, and is ${state}`);
    const { files, rescued } = this.#deps.workshop.folder;
    const isKept = !files.has(moved?.sessionId ?? '') || rescued.get(moved?.sessionId ?? '') !== undefined;
    this.#demand(!sharesFolder(from) || isKept, `${moved?.sessionId} was set aside without its changes`);
  }

  /** In a shared folder lie the changes of those at work there, and of none that was set aside. */
  #followFolder(to: Loop, name: string): void {
    const { files, rescued } = this.#deps.workshop.folder;
    if (!sharesFolder(to)) return;
    for (const { sessionId, isAside } of to.atWork) {
      if (!rescued.get(sessionId)?.has(sessionId)) continue;
      const isRight = files.has(sessionId) !== isAside;
      this.#demand(isRight, `${name} and the changes of ${sessionId} are ${isAside ? 'there' : 'gone'}`);
    }
  }

  #followSettlement({ from, to }: LoopStep, iteration: Iteration, sessions: Sessions): void {
    const { sessionId, workId, gate } = iteration;
    const session = sessions.get(sessionId);
    const name = `the end of ${sessionId}`;
    this.#demand(session !== undefined && isOver(session), `${name} was settled before it came`);
    const work = this.works.rows.get(workId);
    const isPassed = gate === null || this.#deps.workshop.greens.has(sessionId);
    const isClaimedBySession = work?.state === 'claimed' && work.holder === claimHolderOf(sessionId);
    const isGood = to.doneCount > from.doneCount;
    // Work that the session has not claimed may have been finished by a person just now.
    const isRight = isClaimedBySession
      ? isGood === (isPassed && session?.state === 'completed')
      : !isGood || work?.state === 'done';
    this.#demand(isRight, `${name} was taken for ${isGood ? 'a success' : 'a failure'}`);
    const told = to.doneCount + to.failedCount - from.doneCount - from.failedCount;
    const failures = isGood ? 0 : from.failures + 1;
    this.#demand(told === 1 && to.failures === failures, `${name} was counted wrongly`);
    if (isGood && isClaimedBySession) this.works.noteGood(workId, sessionId);
  }
}
