import type { Attempt, Stall } from '../attempt/attempt.ts';
import { isOfLoop } from '../loop/names.ts';
import type { RetryCause } from '../retry/retry.ts';
import type { Turn } from '../turn/turn.ts';
import { holdsSlot, type Session, workedMs } from './session.ts';
import type { Suspension } from './suspension.ts';

export type TimerLimits = Readonly<{
  turnMs: number;
  silenceMs: number;
  /** Of a program that tells no events; null: it may work in silence. */
  outputMs: number | null;
  startMs: number;
  idleProcessMs: number;
  backgroundMs: number;
}>;

// A CLI may wait for a limit in silence for hours; one that passes it does so within this.
const LIMIT_PATIENCE_MS = 15_000;
// A turn that goes on tells of itself more often than that, unless it thinks or a tool runs.
const QUIET_MS = 5_000;

export type TimerMove =
  | { is: 'rest'; nextAt: number | null }
  | { is: 'kill'; text: string }
  /** No person started it, so one is asked whether it may go on. */
  | { is: 'ask-for-time'; text: string }
  | { is: 'give-up-attempt'; text: string }
  /** The CLI has tried again by itself for long enough: later, with a new process. */
  | { is: 'park'; cause: RetryCause; text: string }
  | { is: 'nudge'; text: string }
  /** Look whether its screen is at rest, which no event tells of; if it is at work, do the other. */
  | { is: 'look'; otherwise: TimerMove }
  /** It waits for work in the background that may never end: a person is asked, and nothing is ended. */
  | { is: 'ask-about-wait'; waited: string }
  /** The process has not been needed for `sinceMs`: it is asked to leave, harder with time. */
  | { is: 'let-go'; sinceMs: number }
  | { is: 'due' };

type Timed = Readonly<{
  session: Session;
  attempt: Attempt | null;
  openTurns: readonly Turn[];
  isAlive: boolean;
  /** Without events, silence is that nothing is printed. */
  tellsEvents: boolean;
  /** Its process takes more than one turn: it serves what is queued. */
  manyTurns: boolean;
  /** It can be nudged in the middle of a turn. */
  steers: boolean;
  hasQueued: boolean;
  /** Its process has a screen of its own, which a person may be looking at. */
  isOnScreen: boolean;
  /** A dialog of the CLI's own is thought to stand there, which a person may have dismissed. */
  hasDialog: boolean;
  /** When all that it needs to start was there; 0 when it needed nothing. */
  readyAt: number;
  /** What suspends it together with others: nothing goes on before that is over. */
  suspension: Suspension | null;
  limits: TimerLimits;
  now: number;
}>;

type Resting = Pick<Timed, 'session' | 'attempt' | 'isOnScreen' | 'now'> &
  Readonly<{ limits: Pick<TimerLimits, 'idleProcessMs'> }>;

/** What the timers call for. Of several that have run out, the most serious wins. */
export function decideTimers(timed: Timed): TimerMove {
  const { session, now } = timed;
  if (session.state === 'parked') {
    if (timed.suspension !== null) return { is: 'rest', nextAt: null };
    const resumeAt = session.resumeAt ?? 0;
    return now >= resumeAt && !timed.isAlive ? { is: 'due' } : { is: 'rest', nextAt: resumeAt };
  }
  if (session.state === 'idle') return decideIdle(timed);
  if (session.state === 'waiting' && timed.hasDialog) return decideLook(timed, { is: 'rest', nextAt: null });
  if (!holdsSlot(session.state)) return { is: 'rest', nextAt: null };
  return decideBusy(timed);
}

function decideIdle(timed: Timed): TimerMove {
  const { session, isAlive, limits, now, manyTurns, hasQueued, isOnScreen } = timed;
  // A screen stays as long as its session.
  if (!isAlive || isOnScreen) return { is: 'rest', nextAt: null };
  if (isAwaiting(timed)) return decideWait(timed);
  const isInTheWay = hasQueued && !manyTurns;
  const letGoAt = session.stateSince + (isInTheWay ? 0 : limits.idleProcessMs);
  return now >= letGoAt ? { is: 'let-go', sinceMs: now - letGoAt } : { is: 'rest', nextAt: letGoAt };
}

/** True once an idle process is asked to leave: whatever is queued from then on waits for the next one. */
export const isLetGo = ({ session, attempt, isOnScreen, limits, now }: Resting): boolean =>
  session.state === 'idle' &&
  !isOnScreen &&
  !isAwaiting({ attempt }) &&
  now >= session.stateSince + limits.idleProcessMs;

const isAwaiting = ({ attempt }: Pick<Timed, 'attempt'>): boolean => (attempt?.awaited.length ?? 0) > 0;

/** A wake-up is given until its time, and a moment; anything else a time of its own. */
function decideWait({ session, attempt, limits, now }: Timed): TimerMove {
  const dueAts = (attempt?.awaited ?? []).flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt + MINUTE]));
  const askAt = Math.max(session.stateSince + limits.backgroundMs, ...dueAts);
  if (now < askAt) return { is: 'rest', nextAt: askAt };
  return { is: 'ask-about-wait', waited: inWords(now - session.stateSince) };
}

function decideBusy(timed: Timed): TimerMove {
  const { session, limits, now } = timed;
  // A person at the keyboard is not stuck: what looks like silence may be their thinking.
  if (session.takenOver && session.state === 'working')
    return decideLook(timed, { is: 'rest', nextAt: null });
  const lifeEndsAt = now + session.lifetimeMs - workedMs(session, now);
  if (now >= lifeEndsAt) {
    const is = isOfLoop(session) ? 'ask-for-time' : 'kill';
    return { is, text: `Timeout: worked longer than ${inWords(session.lifetimeMs)}` };
  }

  if (session.state === 'starting') {
    const heardBy = Math.max(session.stateSince, timed.readyAt) + limits.startMs;
    if (now >= heardBy)
      return { is: 'give-up-attempt', text: `not heard from within ${inWords(limits.startMs)}` };
    return { is: 'rest', nextAt: Math.min(lifeEndsAt, heardBy) };
  }
  // Work of a plan has a limit of its own, which goes along with each turn of it.
  const turnMs = timed.openTurns.findLast(({ limitMs }) => limitMs !== null)?.limitMs ?? limits.turnMs;
  const turnEndsAt = turnBegan(timed) + turnMs;
  if (now >= turnEndsAt)
    return { is: 'give-up-attempt', text: `the turn took longer than ${inWords(turnMs)}` };
  return decideLook(timed, decideSilence(timed, Math.min(lifeEndsAt, turnEndsAt)));
}

/** A person who breaks a turn off at the screen leaves no word of it: only the screen shows. */
function decideLook(timed: Timed, otherwise: TimerMove): TimerMove {
  if (!timed.isOnScreen || !timed.isAlive || isUnread(timed.openTurns)) return otherwise;
  const sign = lastSign(timed);
  const lookAt = sign + Math.min(QUIET_MS, timed.limits.silenceMs);
  if (timed.now < lookAt) return restUntil(otherwise, lookAt);
  // The longer it has been at work, the longer it may be left alone.
  return { is: 'look', otherwise: restUntil(otherwise, timed.now + (timed.now - sign)) };
}

// What was not read yet is still on its way to the screen, whatever stands there.
const isUnread = (turns: readonly Turn[]): boolean =>
  turns.length > 0 && turns.every(({ state }) => state === 'handed');

const restUntil = (move: TimerMove, at: number): TimerMove =>
  move.is === 'rest' ? { is: 'rest', nextAt: Math.min(move.nextAt ?? at, at) } : move;

const lastSign = ({ session, attempt }: Timed): number =>
  Math.max(session.stateSince, attempt?.lastEventAt ?? 0);

// The wait for an answer is not the agent's time, so a turn begins anew where its session goes back to work.
const turnBegan = ({ session, openTurns }: Timed): number =>
  Math.max(session.stateSince, openTurns[0]?.changedAt ?? 0);

// A tool that runs long is not silence: the CLI says nothing until the tool is back.
function decideSilence(timed: Timed, otherAt: number): TimerMove {
  const { attempt, limits, now } = timed;
  if (!timed.tellsEvents) return decideNoOutput(timed, otherAt);
  if (attempt === null || attempt.currentTool !== null) return { is: 'rest', nextAt: otherAt };
  if (attempt.stall !== null) return decideStall(attempt.stall, timed, otherAt);
  const sign = lastSign(timed);
  const nudgedAt = lastNudge(timed);
  if (timed.steers && nudgedAt < sign) {
    const nudgeAt = sign + limits.silenceMs;
    if (now >= nudgeAt) return { is: 'nudge', text: `silent for ${inWords(now - sign)}` };
    return { is: 'rest', nextAt: Math.min(otherAt, nudgeAt) };
  }
  // One that cannot be nudged is waited for as long as one that was.
  const giveUpAt = timed.steers ? nudgedAt + limits.silenceMs : sign + 2 * limits.silenceMs;
  if (now >= giveUpAt) return { is: 'give-up-attempt', text: `silent for ${inWords(now - sign)}` };
  return { is: 'rest', nextAt: Math.min(otherAt, giveUpAt) };
}

// A compiler or a model behind a script may print nothing for an hour, so only a person sets a limit. What is
// said on a screen of its own is not heard.
function decideNoOutput(timed: Timed, otherAt: number): TimerMove {
  const { outputMs } = timed.limits;
  if (outputMs === null || timed.isOnScreen || timed.attempt === null) return { is: 'rest', nextAt: otherAt };
  const sign = lastSign(timed);
  if (timed.now < sign + outputMs) return { is: 'rest', nextAt: Math.min(otherAt, sign + outputMs) };
  return { is: 'give-up-attempt', text: `printed nothing for ${inWords(timed.now - sign)}` };
}

function decideStall({ since, text, problem }: Stall, { limits, now }: Timed, otherAt: number): TimerMove {
  const isLimit = problem === 'rate-limit';
  const parkAt = since + (isLimit ? Math.min(LIMIT_PATIENCE_MS, limits.silenceMs) : limits.silenceMs);
  if (now < parkAt) return { is: 'rest', nextAt: Math.min(otherAt, parkAt) };
  return { is: 'park', cause: isLimit ? 'rate-limit' : 'service-outage', text };
}

const lastNudge = ({ openTurns }: Timed): number =>
  openTurns.reduce((last, turn) => (turn.kind === 'nudge' ? Math.max(last, turn.createdAt) : last), 0);

const SECOND = 1000;
const MINUTE = 60 * SECOND;

function inWords(ms: number): string {
  if (ms < SECOND) return `${ms} ms`;
  return ms < 2 * MINUTE ? `${Math.round(ms / SECOND)} s` : `${Math.round(ms / MINUTE)} min`;
}
