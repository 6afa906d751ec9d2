import type { QuestionState } from '../question/question-kind.ts';
import { hasTryLeft, retryWaitMs } from '../retry/retry.ts';
import { type Iteration, type Loop, type LoopPatch, listActive } from './loop.ts';

/** What the queue holds for a loop: something now, something that may come, or nothing at all. */
export type Prospect = 'ready' | 'later' | 'none';

export type LoopFacts = Readonly<{
  now: number;
  /** The first of what is at work whose session is over. */
  ended: Iteration | null;
  /** The first of what is at work whose gate is to be begun, or has ended. */
  toCheck: Iteration | null;
  /** Null when it asked nothing. */
  question: Readonly<{
    state: QuestionState;
    text: string;
    isInterrupt: boolean;
    /** Its answer stops the loop. */
    isStop: boolean;
  }> | null;
  /** The first that waits for an answer which concerns it alone, and that others may work in the stead of. */
  asking: Iteration | null;
  /** The first of those set aside that has its answer. */
  answered: Iteration | null;
  /** How many of those set aside have none yet. */
  unanswered: number;
  /** Something of its own waits for what everything else would meet too: a login, the end of a limit. */
  isHeldUp: boolean;
  /** The text of the interrupt file, while it is there. */
  interrupt: string | null;
  /** The whole project stands still. */
  isPaused: boolean;
  prospect: Prospect;
  maxFailures: number;
}>;

export type LoopMove =
  | Readonly<{ is: 'settle'; iteration: Iteration }>
  | Readonly<{ is: 'check'; iteration: Iteration }>
  | Readonly<{ is: 'set-aside'; iteration: Iteration }>
  | Readonly<{ is: 'clear'; iteration: Iteration }>
  | Readonly<{ is: 'take-up'; iteration: Iteration }>
  | Readonly<{ is: 'begin' }>
  | Readonly<{ is: 'ask-failures' }>
  | Readonly<{ is: 'ask-interrupt'; text: string }>
  | Readonly<{ is: 'go-on'; why: string }>
  | Readonly<{ is: 'stop'; why: string }>
  | Readonly<{ is: 'finish'; why: string }>
  | Readonly<{ is: 'rest'; until: number | null }>;

const REST: LoopMove = { is: 'rest', until: null };

/** What a loop does next. Whatever has ended is settled first, whatever state it is in. */
export function decideLoopMove(loop: Loop, facts: LoopFacts): LoopMove {
  if (facts.ended) return { is: 'settle', iteration: facts.ended };
  const isFree = !isSuspended(loop, facts);
  const uncleared = isFree ? loop.atWork.find(({ shelf }) => shelf?.isCleared === false) : undefined;
  if (uncleared) return { is: 'clear', iteration: uncleared };
  if (facts.toCheck && isFree) return { is: 'check', iteration: facts.toCheck };
  const returning = isFree ? decideReturn(loop, facts) : null;
  if (returning !== null) return returning;
  switch (loop.state) {
    case 'finished':
    case 'paused':
      return REST;
    case 'stopping':
      return loop.atWork.length === 0 ? { is: 'finish', why: loop.reasonText ?? 'it was stopped' } : REST;
    case 'waiting':
      return decideWaiting(facts);
    case 'running':
      return decideRunning(loop, facts);
  }
}

const isSuspended = ({ state }: Loop, { isPaused, interrupt }: LoopFacts): boolean =>
  state === 'paused' || isPaused || interrupt !== null;

/** What has its answer goes on before anything is begun; what still waits makes way for it. */
function decideReturn(loop: Loop, { answered, asking, isHeldUp }: LoopFacts): LoopMove | null {
  if (answered === null || isHeldUp) return null;
  if (listActive(loop).length < loop.concurrency) return { is: 'take-up', iteration: answered };
  return asking === null ? null : { is: 'set-aside', iteration: asking };
}

function decideWaiting({ question, interrupt }: LoopFacts): LoopMove {
  if (question === null || question.state === 'superseded') return { is: 'go-on', why: 'nothing is asked' };
  if (question.isInterrupt && interrupt === null && question.state === 'open') {
    return { is: 'go-on', why: 'the interrupt was taken back' };
  }
  // The person who answers must know what about.
  if (question.isInterrupt && interrupt !== question.text && question.state === 'open') {
    return { is: 'go-on', why: 'another interrupt came' };
  }
  if (question.state === 'open') return REST;
  if (question.isStop) return { is: 'stop', why: 'a person said so' };
  return { is: 'go-on', why: 'a person said so' };
}

function decideRunning(loop: Loop, facts: LoopFacts): LoopMove {
  const { now, interrupt, prospect } = facts;
  if (facts.isPaused) return REST;
  if (interrupt !== null) return { is: 'ask-interrupt', text: interrupt };
  if (isGivenUp(loop, facts)) return { is: 'ask-failures' };
  const isIdle = loop.atWork.length === 0;
  if (loop.maxIterations > 0 && loop.iteration >= loop.maxIterations) {
    return isIdle ? { is: 'finish', why: `${loop.maxIterations} iterations were asked for` } : REST;
  }
  if (facts.isHeldUp || facts.answered !== null) return REST;
  const isFull = listActive(loop).length >= loop.concurrency;
  if (isFull && !maySetAside(loop, facts)) return REST;
  if (isIdle && loop.untilEmpty && prospect === 'none') return { is: 'finish', why: 'the queue is empty' };
  if (loop.nextAt !== null && loop.nextAt > now) return { is: 'rest', until: loop.nextAt };
  if (prospect !== 'ready') return REST;
  return isFull && facts.asking ? { is: 'set-aside', iteration: facts.asking } : { is: 'begin' };
}

const maySetAside = (loop: Loop, { asking, unanswered }: LoopFacts): boolean =>
  asking !== null && unanswered < loop.maxWaiting;

const isGivenUp = ({ failures }: Loop, { maxFailures }: LoopFacts): boolean =>
  !hasTryLeft('iteration-failed', { failures, retriesLeft: maxFailures - failures });

/** What a loop remembers of an iteration that has ended. */
export function patchAfterIteration(
  loop: Loop,
  iteration: Iteration,
  ended: Readonly<{ isGood: boolean; at: number; capMs: number }>,
): LoopPatch {
  const failures = ended.isGood ? 0 : loop.failures + 1;
  return {
    atWork: loop.atWork.filter(({ sessionId }) => sessionId !== iteration.sessionId),
    doneCount: loop.doneCount + (ended.isGood ? 1 : 0),
    failedCount: loop.failedCount + (ended.isGood ? 0 : 1),
    failures,
    nextAt: ended.at + pauseMs(loop, failures, ended.capMs),
  };
}

// 2, 4, 8, … seconds, and never less than what lies between iterations that went well.
const pauseMs = ({ delayMs }: Loop, failures: number, capMs: number): number =>
  failures === 0 ? delayMs : Math.max(delayMs, retryWaitMs('iteration-failed', { failures, capMs }));
