import { isRaceOver, type Race } from '../../src/domain/race/race.ts';
import { isOver, type Session } from '../../src/domain/session/session.ts';
import type { Setting } from './crew.ts';

type Evidence = Pick<Setting, 'store' | 'judge' | 'ledger' | 'workshop'>;

/** A rival that has not begun, and others of its race that are not over: it may be held. */
export const isHeldRival = (sessions: readonly Session[], { id, raceId, state, attempt }: Session): boolean =>
  raceId !== null &&
  state === 'created' &&
  attempt === 0 &&
  sessions.some((other) => other.raceId === raceId && other.id !== id && !isOver(other) && other.attempt > 0);

/** What must hold of races once nothing moves any more. */
export async function judgeRaces({ store, judge, ledger, workshop }: Evidence): Promise<void> {
  const races = await store.listRaces({ isLive: false });
  const keys = races.map(({ key }) => key);
  judge.demand(new Set(keys).size === keys.length, `a race was begun twice: ${keys.join(', ')}`);
  for (const race of races) {
    const all = [...ledger.sessions.values()].filter(({ raceId }) => raceId === race.id);
    const whole = race.rivals.length + (race.judgeId === null ? 0 : 1);
    judge.demand(all.length === whole, `${race.id} has ${all.length} sessions, and tells of ${whole}`);
    const early = all.find(({ id, attempt }) => attempt > 0 && !mayHaveBegun(race, id));
    judge.demand(early === undefined, `${early?.id} began before ${race.id} let it go`);
    const name = `${race.id} is ${race.state}`;
    if (isRaceOver(race)) judgeOver(race, all, { judge, workshop });
    else {
      const asks = race.questionId !== null && (await store.findQuestion(race.questionId))?.state === 'open';
      judge.demand(asks || all.some((one) => !isOver(one)), `${name}, and nothing of it is at work or asked`);
    }
  }
}

// Without the decision that is judged: the judge of a race is no rival, and may begin.
const mayHaveBegun = ({ rivals, startedCount }: Race, id: string): boolean =>
  rivals.findIndex(({ sessionId }) => sessionId === id) < startedCount;

function judgeOver(
  race: Race,
  all: readonly Session[],
  { judge, workshop }: Pick<Evidence, 'judge' | 'workshop'>,
): void {
  const name = `${race.id} is ${race.state}`;
  const live = all.find((one) => !isOver(one));
  judge.demand(live === undefined, `${name}, and ${live?.id} is ${live?.state}`);
  judge.demand((race.state === 'decided') === (race.winnerId !== null), `${name}, and ${race.winnerId} won`);
  if (race.winnerId === null) return;
  const winner = all.find(({ id }) => id === race.winnerId);
  judge.demand(winner?.state === 'completed', `${name} for ${race.winnerId}, which is ${winner?.state}`);
  const isGreen = race.policy.gate === null || workshop.everGreen.has(race.winnerId);
  judge.demand(isGreen, `${name} for ${race.winnerId}, whose gate was never green`);
  const kept = race.rivals.find((one) => one.sessionId !== race.winnerId && !one.isPutAway);
  judge.demand(kept === undefined, `${name}, and the work of ${kept?.sessionId} was not put away`);
}
