import type { QuestionState } from '../question/question-kind.ts';
import type { Race, Rival } from './race.ts';

/** `no-slot`: it does not run, because as many others do as may. */
type GateObservation = 'absent' | 'no-slot' | 'running' | 'over';

/** What was seen of one rival. */
export type RivalSighting = Readonly<{
  sessionId: string;
  /** `leaving`: its processes are being ended. `lost`: failed, killed, or without a row. */
  is: 'live' | 'leaving' | 'completed' | 'lost';
  /** How it ended, in words. */
  why: string;
  endedAt: number | null;
  gate: GateObservation;
}>;

/** What the judge has come to. `none`: it gave no verdict that can be followed, and why. */
export type JudgeSighting =
  | Readonly<{ is: 'live' }>
  | Readonly<{ is: 'leaving' }>
  | Readonly<{ is: 'verdict'; winnerId: string; why: string }>
  | Readonly<{ is: 'none'; why: string }>;

export type RaceFacts = Readonly<{
  now: number;
  /** In the order of the race's own. */
  rivals: readonly RivalSighting[];
  /** Null where none has begun. */
  judge: JudgeSighting | null;
  /** What it asked a person. `winnerId`: null where the answer is to stop. */
  question: Readonly<{ state: QuestionState; winnerId: string | null }> | null;
}>;

/** `held`: it may not start yet. `out`: it cannot win any more. */
export type Standing = 'held' | 'running' | 'to-check' | 'accepted' | 'out';

export type RaceMove =
  | Readonly<{ is: 'start'; why: string }>
  | Readonly<{ is: 'check'; sessionId: string }>
  | Readonly<{ is: 'judge' }>
  | Readonly<{ is: 'ask'; why: string }>
  | Readonly<{ is: 'win'; sessionId: string; why: string }>
  | Readonly<{ is: 'give-up'; why: string }>
  | Readonly<{ is: 'stop'; why: string }>
  | Readonly<{ is: 'end'; sessionId: string }>
  | Readonly<{ is: 'put-away'; sessionId: string }>
  | Readonly<{ is: 'close' }>
  | Readonly<{ is: 'rest'; until: number | null }>;

const REST: RaceMove = { is: 'rest', until: null };

type Contender = Readonly<{ rival: Rival; sighting: RivalSighting; standing: Standing }>;

/** What a race does next. */
export function decideRaceMove(race: Race, facts: RaceFacts): RaceMove {
  const seen = lookAt(race, facts.rivals);
  switch (race.state) {
    case 'running':
      return decideRunning(race, seen, facts.now);
    case 'judging':
      return decideJudging(seen, facts.judge);
    case 'asking':
      return decideAsking(facts.question);
    case 'closing':
      return decideClosing(race, seen, facts.judge);
    case 'decided':
    case 'failed':
    case 'stopped':
      return REST;
  }
}

/** How one rival stands. */
export function standingOf(race: Race, rival: Rival, sighting: Pick<RivalSighting, 'is'>): Standing {
  if (sighting.is === 'lost') return 'out';
  if (sighting.is === 'live' || sighting.is === 'leaving') {
    const isHeld = race.rivals.indexOf(rival) >= race.startedCount;
    return isHeld ? 'held' : 'running';
  }
  if (race.policy.gate === null || rival.gate === 'green') return 'accepted';
  return rival.gate === 'red' ? 'out' : 'to-check';
}

const LOST: RivalSighting = {
  sessionId: '',
  is: 'lost',
  why: 'its row is gone',
  endedAt: null,
  gate: 'absent',
};

const lookAt = (race: Race, rivals: readonly RivalSighting[]): readonly Contender[] =>
  race.rivals.map((rival, index) => {
    const sighting = rivals[index] ?? LOST;
    return { rival, sighting, standing: standingOf(race, rival, sighting) };
  });

const having = (seen: readonly Contender[], standing: Standing): readonly Contender[] =>
  seen.filter((one) => one.standing === standing);

function decideRunning(race: Race, seen: readonly Contender[], now: number): RaceMove {
  const accepted = having(seen, 'accepted');
  const first = accepted.toSorted(byEnd)[0];
  if (first && race.policy.kind === 'first') return winOf(race, first);
  const toCheck = findToCheck(having(seen, 'to-check'));
  if (toCheck) return { is: 'check', sessionId: toCheck.rival.sessionId };
  const isOpen = seen.some(({ standing }) => standing === 'running' || standing === 'to-check');
  const staged = decideStage(race, seen, now);
  if (staged !== null) return staged;
  if (isOpen) return REST;
  if (accepted.length === 0) return { is: 'give-up', why: describeLosses(seen) };
  const [only, ...others] = accepted;
  if (only && others.length === 0)
    return { is: 'win', sessionId: only.rival.sessionId, why: 'no other rival was accepted' };
  return { is: 'judge' };
}

const byEnd = (one: Contender, other: Contender): number =>
  (one.sighting.endedAt ?? 0) - (other.sighting.endedAt ?? 0);

const winOf = ({ policy }: Race, { rival }: Contender): RaceMove => ({
  is: 'win',
  sessionId: rival.sessionId,
  why: policy.gate === null ? 'it completed first' : 'it was the first to complete with a green gate',
});

/** A gate that is over goes before one to be begun. Those that run are left alone. */
function findToCheck(seen: readonly Contender[]): Contender | undefined {
  const having = (gate: GateObservation): Contender | undefined =>
    seen.find(({ sighting }) => sighting.gate === gate);
  return having('over') ?? having('absent');
}

/** Lets the next one go where the one before is red or slow; null where none is held. */
function decideStage(race: Race, seen: readonly Contender[], now: number): RaceMove | null {
  if (!seen.some(({ standing }) => standing === 'held') || race.policy.stageMs === null) return null;
  const before = seen[race.startedCount - 1];
  if (before?.standing === 'out')
    return { is: 'start', why: `${before.rival.sessionId} is out: ${lossOf(before)}` };
  const slowAt = race.startedAt + race.policy.stageMs;
  if (now < slowAt) return { is: 'rest', until: slowAt };
  return { is: 'start', why: `${before?.rival.sessionId ?? 'the one before'} is slow` };
}

const lossOf = ({ sighting }: Contender): string =>
  sighting.is === 'completed' ? 'its gate is red' : sighting.why;

const describeLosses = (seen: readonly Contender[]): string =>
  `no rival was accepted: ${seen.map((one) => `${one.rival.sessionId}: ${lossOf(one)}`).join('; ')}`;

function decideJudging(seen: readonly Contender[], judge: JudgeSighting | null): RaceMove {
  if (judge === null) return { is: 'ask', why: 'its judge is gone' };
  if (judge.is === 'live' || judge.is === 'leaving') return REST;
  if (judge.is === 'none') return { is: 'ask', why: judge.why };
  const isAccepted = having(seen, 'accepted').some(({ rival }) => rival.sessionId === judge.winnerId);
  if (isAccepted) return { is: 'win', sessionId: judge.winnerId, why: judge.why };
  return { is: 'ask', why: `its judge named ${judge.winnerId || 'none'}, which cannot win: ${judge.why}` };
}

function decideAsking(question: RaceFacts['question']): RaceMove {
  if (question?.state === 'open') return REST;
  if (question === null || question.state === 'superseded')
    return { is: 'stop', why: 'its question was withdrawn' };
  if (question.winnerId === null) return { is: 'stop', why: 'a person said so' };
  return { is: 'win', sessionId: question.winnerId, why: 'a person chose it' };
}

/** Those at work are told to end first; what they leave is put away once all are over. */
function decideClosing(race: Race, seen: readonly Contender[], judge: JudgeSighting | null): RaceMove {
  const losers = seen.filter(({ rival }) => rival.sessionId !== race.winnerId);
  const live = losers.find(({ sighting }) => sighting.is === 'live');
  if (live) return { is: 'end', sessionId: live.rival.sessionId };
  if (judge?.is === 'live' && race.judgeId !== null) return { is: 'end', sessionId: race.judgeId };
  // Where none has won, all stays as it is for a person to look at.
  const isPut = race.ending === 'decided';
  const left = losers.find(({ rival, sighting }) => isPut && !rival.isPutAway && sighting.is !== 'leaving');
  if (left) return { is: 'put-away', sessionId: left.rival.sessionId };
  const isLeaving = losers.some(({ sighting }) => sighting.is === 'leaving') || judge?.is === 'leaving';
  return isLeaving ? REST : { is: 'close' };
}
