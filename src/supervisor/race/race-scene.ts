import { parseVerdict } from '../../app/race/judge-input.ts';
import { effectOf } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import { raceKey } from '../../domain/race/names.ts';
import type { Race, Rival } from '../../domain/race/race.ts';
import type { JudgeSighting, RaceFacts, RivalSighting } from '../../domain/race/race-move.ts';
import { sightSession } from '../../domain/race/sight-rival.ts';
import type { GateOrder } from '../gate/gate-runner.ts';
import type { LoopDeps } from '../loop/loop-deps.ts';
import { readDelivery } from './read-delivery.ts';

/** A race with all that its next move depends on. */
export type RaceScene = Readonly<{
  race: Race;
  facts: RaceFacts;
  /** By the session that they are about. */
  gates: ReadonlyMap<string, GateOrder>;
  question: Question | undefined;
}>;

const NO_GATE = { gate: 'absent' } as const;

export async function lookAtRace(deps: LoopDeps, race: Race): Promise<RaceScene> {
  const { store, clock, gateRunner } = deps;
  const question = race.questionId === null ? undefined : await store.findQuestion(race.questionId);
  const gates = new Map<string, GateOrder>();
  const rivals: RivalSighting[] = [];
  for (const rival of race.rivals) {
    const { sighting, order } = await lookAtRival(deps, race, rival);
    rivals.push(sighting);
    if (order !== null) gates.set(rival.sessionId, order);
  }
  gateRunner.ensureOnly(raceKey(race.id), [...gates.values()]);
  const judge = await lookAtJudge(deps, race);
  const facts = { now: clock.now(), rivals, judge, question: question ? askedOf(question) : null };
  return { race, facts, gates, question };
}

type SeenRival = Readonly<{ sighting: RivalSighting; order: GateOrder | null }>;

async function lookAtRival(deps: LoopDeps, race: Race, rival: Rival): Promise<SeenRival> {
  const { sessionId } = rival;
  const session = await deps.store.findSession(sessionId);
  const seen = { sessionId, ...sightSession(session), ...NO_GATE };
  const { gate: command } = race.policy;
  const isDue = race.state === 'running' && command !== null && rival.gate === null;
  if (!isDue || !session || seen.is !== 'completed') return { sighting: seen, order: null };
  const workspace = await deps.store.findWorkspace(sessionId);
  // Without its worktree the gate would look at something else.
  if (workspace?.state !== 'ready')
    return { sighting: { ...seen, is: 'lost', why: 'its worktree is gone' }, order: null };
  const rest = `${session.attempt} ${session.endedAt}`;
  const order = { owner: raceKey(race.id), name: sessionId, rest, command, workDir: workspace.path };
  return { sighting: { ...seen, gate: deps.gateRunner.observe(order) }, order };
}

async function lookAtJudge(deps: LoopDeps, { judgeId }: Race): Promise<JudgeSighting | null> {
  const judge = judgeId === null ? undefined : await deps.store.findSession(judgeId);
  if (!judge) return null;
  const { is, why } = sightSession(judge);
  if (is === 'live' || is === 'leaving') return { is };
  if (is === 'lost') return { is: 'none', why: `${judge.id} is ${why}` };
  return parseVerdict(await readDelivery(deps, judge));
}

function askedOf(question: Question): RaceFacts['question'] {
  const effect = effectOf(question);
  return { state: question.state, winnerId: effect.do === 'tell-race' ? effect.winnerId : null };
}
