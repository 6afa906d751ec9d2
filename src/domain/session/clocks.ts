import type { Attempt } from '../attempt/attempt.ts';
import type { Turn } from '../turn/turn.ts';
import { holdsSlot, type Session, workedMs } from './session.ts';

export type ClockLimits = Readonly<{
  turnMs: number;
  silenceMs: number;
  startMs: number;
  idleProcessMs: number;
}>;

export type ClockMove =
  | { is: 'rest'; nextAt: number | null }
  | { is: 'kill'; text: string }
  | { is: 'give-up-attempt'; text: string }
  | { is: 'nudge'; text: string }
  | { is: 'let-go' }
  | { is: 'due' };

type Timed = Readonly<{
  session: Session;
  attempt: Attempt | null;
  openTurns: readonly Turn[];
  isAlive: boolean;
  /** Silence means something only for an agent that tells events. */
  tellsEvents: boolean;
  limits: ClockLimits;
  now: number;
}>;

/** What the time of day asks for. Of several clocks that have run out, the most serious wins. */
export function decideClocks(timed: Timed): ClockMove {
  const { session, now } = timed;
  if (session.state === 'parked') {
    const resumeAt = session.resumeAt ?? 0;
    return now >= resumeAt && !timed.isAlive ? { is: 'due' } : { is: 'rest', nextAt: resumeAt };
  }
  if (session.state === 'idle') return decideIdle(timed);
  if (!holdsSlot(session.state)) return { is: 'rest', nextAt: null };
  return decideBusy(timed);
}

function decideIdle({ session, isAlive, limits, now }: Timed): ClockMove {
  if (!isAlive) return { is: 'rest', nextAt: null };
  const letGoAt = session.stateSince + limits.idleProcessMs;
  return now >= letGoAt ? { is: 'let-go' } : { is: 'rest', nextAt: letGoAt };
}

function decideBusy(timed: Timed): ClockMove {
  const { session, limits, now } = timed;
  const lifeEndsAt = now + session.lifetimeMs - workedMs(session, now);
  if (now >= lifeEndsAt)
    return { is: 'kill', text: `Timeout: worked longer than ${inWords(session.lifetimeMs)}` };

  if (session.state === 'starting') {
    const heardBy = session.stateSince + limits.startMs;
    if (now >= heardBy)
      return { is: 'give-up-attempt', text: `not heard from within ${inWords(limits.startMs)}` };
    return { is: 'rest', nextAt: Math.min(lifeEndsAt, heardBy) };
  }
  const turnEndsAt = turnBegan(timed) + limits.turnMs;
  if (now >= turnEndsAt)
    return { is: 'give-up-attempt', text: `the turn took longer than ${inWords(limits.turnMs)}` };
  return decideSilence(timed, Math.min(lifeEndsAt, turnEndsAt));
}

const turnBegan = ({ session, openTurns }: Timed): number =>
  openTurns.reduce((earliest, turn) => Math.min(earliest, turn.changedAt), session.stateSince);

// A tool that runs long is not silence: the CLI says nothing until the tool is back.
function decideSilence(
  { session, attempt, openTurns, tellsEvents, limits, now }: Timed,
  otherAt: number,
): ClockMove {
  if (!tellsEvents || attempt === null || attempt.currentTool !== null)
    return { is: 'rest', nextAt: otherAt };
  const lastSign = Math.max(session.stateSince, attempt.lastEventAt ?? 0);
  const nudgedAt = openTurns.find((turn) => turn.kind === 'nudge')?.createdAt ?? null;
  if (nudgedAt !== null && nudgedAt >= lastSign) {
    const giveUpAt = nudgedAt + limits.silenceMs;
    if (now < giveUpAt) return { is: 'rest', nextAt: Math.min(otherAt, giveUpAt) };
    return { is: 'give-up-attempt', text: `silent for ${inWords(now - lastSign)}, also after a nudge` };
  }
  const nudgeAt = lastSign + limits.silenceMs;
  if (now >= nudgeAt) return { is: 'nudge', text: `silent for ${inWords(now - lastSign)}` };
  return { is: 'rest', nextAt: Math.min(otherAt, nudgeAt) };
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

function inWords(ms: number): string {
  if (ms < SECOND) return `${ms} ms`;
  return ms < 2 * MINUTE ? `${Math.round(ms / SECOND)} s` : `${Math.round(ms / MINUTE)} min`;
}
