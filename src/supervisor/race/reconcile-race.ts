import { listLiveOf } from '../../app/race/view-race.ts';
import { isServedBy } from '../../domain/host/served-host.ts';
import { isRaceOver, type Race, type Rival } from '../../domain/race/race.ts';
import { decideRaceMove, type RaceMove, standingOf } from '../../domain/race/race-move.ts';
import type { GateEnd } from '../../runtime/gate/gates.ts';
import type { NextRound } from '../deps.ts';
import type { LoopDeps } from '../loop/loop-deps.ts';
import { beginJudge } from './begin-judge.ts';
import { askPerson, endSession, putAway, settle, settleEnd } from './end-race.ts';
import { lookAtRace, type RaceScene } from './race-scene.ts';

/** What begins something new: while the project is paused, or the disk is full, it waits. */
const BEGINS: ReadonlySet<RaceMove['is']> = new Set(['start', 'check', 'judge']);

/** Brings one race one move closer. Safe to run at any time, any number of times. */
export async function reconcileRace(deps: LoopDeps, id: string): Promise<NextRound> {
  const race = await deps.store.findRace(id);
  if (!race || isRaceOver(race) || !isServedBy(deps, race)) return { restUntil: null };
  const scene = await lookAtRace(deps, race);
  const move = decideRaceMove(race, scene.facts);
  const isHeld = BEGINS.has(move.is) && (deps.room.isFull() || (await deps.store.findPause()) !== undefined);
  if (isHeld || move.is === 'rest') return rest(deps, race, move.is === 'rest' ? move.until : null);
  return make(deps, scene, move);
}

/** What one has left of the budget, or a person has added to it, may be what another waits for. */
async function rest(deps: LoopDeps, race: Race, until: number | null): Promise<NextRound> {
  for (const { id, state } of await listLiveOf(deps.store, race))
    if (state === 'created' || state === 'idle') await deps.poke(id);
  return { restUntil: until };
}

async function make(
  deps: LoopDeps,
  scene: RaceScene,
  move: Exclude<RaceMove, { is: 'rest' }>,
): Promise<NextRound> {
  const { race } = scene;
  switch (move.is) {
    case 'start':
      return startNext(deps, race, move.why);
    case 'check':
      return checkRival(deps, scene, move.sessionId);
    case 'judge':
      return beginJudge(deps, race, listAccepted(scene));
    case 'ask':
      return askPerson(deps, race, { rivals: listAccepted(scene), why: move.why });
    case 'win': {
      const patch = { winnerId: move.sessionId, reasonText: move.why };
      return settleEnd(deps, scene, { event: 'win', note: `${move.sessionId} won: ${move.why}`, patch });
    }
    case 'give-up':
    case 'stop':
      return settleEnd(deps, scene, { event: move.is, note: move.why, patch: { reasonText: move.why } });
    case 'end':
      return endSession(deps, race, move.sessionId);
    case 'put-away':
      return putAway(deps, race, move.sessionId);
    case 'close':
      return settle(deps, race, { event: 'close', note: race.reasonText ?? '' });
  }
}

const listAccepted = ({ race, facts }: RaceScene): readonly Rival[] =>
  race.rivals.filter((rival, index) => {
    const sighting = facts.rivals[index];
    return sighting !== undefined && standingOf(race, rival, sighting) === 'accepted';
  });

async function startNext(deps: LoopDeps, race: Race, why: string): Promise<NextRound> {
  const next = race.rivals[race.startedCount];
  const patch = { startedCount: race.startedCount + 1, startedAt: deps.clock.now() };
  await settle(deps, race, { event: 'start', note: `${next?.sessionId ?? ''} starts: ${why}`, patch });
  if (next) await deps.poke(next.sessionId);
  return 'again';
}

/** Begins the gate of one that completed, or hears its end. */
async function checkRival(deps: LoopDeps, scene: RaceScene, sessionId: string): Promise<NextRound> {
  const { race, gates } = scene;
  const order = gates.get(sessionId);
  if (!order) return 'again';
  if (deps.gateRunner.observe(order) !== 'over') {
    deps.gateRunner.ensureBegun(order);
    return 'again';
  }
  const end = await deps.gateRunner.endOf(order);
  const rivals = race.rivals.map((one) => (one.sessionId === sessionId ? { ...one, ...saidOf(end) } : one));
  const note = `the gate of ${sessionId} is ${end.isGreen ? 'green' : 'red'}`;
  return settle(deps, race, { event: 'check', note, patch: { rivals } });
}

const saidOf = (end: GateEnd): Pick<Rival, 'gate' | 'gateText'> =>
  end.isGreen ? { gate: 'green', gateText: null } : { gate: 'red', gateText: end.output };
