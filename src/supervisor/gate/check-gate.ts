import { type Draft, draftStep, draftTouch, draftTurn, noteOf, openDraft, unwrap } from '../../app/draft.ts';
import { draftSessionAsk } from '../../app/question/draft-question.ts';
import { decideCheck, decideGate } from '../../domain/loop/gate-move.ts';
import { gateText } from '../../domain/loop/gate-text.ts';
import { type Iteration, type Loop, stepLoop } from '../../domain/loop/loop.ts';
import { loopKey } from '../../domain/loop/names.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import type { GateEnd } from '../../runtime/gate/gates.ts';
import type { NextRound } from '../deps.ts';
import type { LoopDeps } from '../loop/loop-deps.ts';
import { draftStopWork } from '../session/park-session.ts';
import { openTurns } from '../session/session-scene.ts';
import type { GateOrder } from './gate-runner.ts';

/** Whose gate is to be begun, or has ended. What is not to be checked any more is not run any longer. */
export async function findToCheck(deps: LoopDeps, loop: Loop): Promise<Iteration | null> {
  const due: { iteration: Iteration; order: GateOrder }[] = [];
  for (const iteration of loop.atWork) {
    if (iteration.gate === null || iteration.isGreen) continue;
    const looked = await lookAtWork(deps, iteration);
    if (looked) due.push({ iteration, order: await orderOf(deps, loop, looked) });
  }
  const { gateRunner } = deps;
  gateRunner.ensureOnly(
    loopKey(loop.id),
    due.map(({ order }) => order),
  );
  return decideCheck(due.map(({ iteration, order }) => ({ iteration, seen: gateRunner.observe(order) })));
}

type GatedWork = Readonly<{ iteration: Iteration; session: Session; turns: readonly Turn[] }>;

/** What the gate is about, where it is time for it. */
async function lookAtWork({ store }: LoopDeps, iteration: Iteration): Promise<GatedWork | null> {
  const session = await store.findSession(iteration.sessionId);
  const turns = await store.listTurns(iteration.sessionId);
  return session && isThrough(session, turns) ? { iteration, session, turns } : null;
}

// A new turn ends the rest of the session, and with it the verdict of the gate.
async function orderOf(deps: LoopDeps, loop: Loop, { iteration, session }: GatedWork): Promise<GateOrder> {
  const workDir = (await deps.store.findWorkspace(session.id))?.path ?? session.workDir;
  const rest = `${session.attempt} ${session.stateSince} ${iteration.reds}`;
  return { owner: loopKey(loop.id), name: session.id, rest, command: iteration.gate ?? '', workDir };
}

/** Its agent has nothing left to do, as far as it knows. */
export function isThrough(session: Session, turns: readonly Turn[]): boolean {
  if (session.state !== 'idle' || session.takenOver) return false;
  const isQueued = turns.some(({ state }) => state === 'queued');
  return !isQueued && openTurns(turns, session.attempt).length === 0;
}

/**
 * Begins a gate, or hears its end. Green lets the session end; red goes back to the agent once, and then a
 * person is asked.
 */
export async function checkGate(deps: LoopDeps, loop: Loop, iteration: Iteration): Promise<NextRound> {
  // It may have been given a turn since it was found. From here on its version tells.
  const looked = await lookAtWork(deps, iteration);
  if (!looked) return 'again';
  const order = await orderOf(deps, loop, looked);
  if (deps.gateRunner.observe(order) === 'over') {
    await applyGateEnd(deps, loop, { ...looked, end: await deps.gateRunner.endOf(order) });
  } else deps.gateRunner.ensureBegun(order);
  return 'again';
}

async function applyGateEnd(deps: LoopDeps, loop: Loop, ended: GatedWork & CheckedGate): Promise<void> {
  const { store, by } = deps;
  const { iteration, session, turns, end } = ended;
  const draft = openDraft(session, turns, { at: deps.clock.now(), by });
  const next = afterGate(iteration, end);
  const atWork = loop.atWork.map((one) => (one.sessionId === session.id ? next : one));
  const step = unwrap(stepLoop(loop, 'gate', { at: draft.at, patch: { atWork } }));
  const journal = noteOf(draft, `${wordOf(end)} (${iteration.workId})`);
  draft.writes.push({ kind: 'step-loop', step, journal });
  draftGateMove(deps, draft, { iteration, end });
  const result = await store.commit(draft.writes);
  if (result.saved) await deps.poke(session.id);
}

type CheckedGate = Readonly<{ iteration: Iteration; end: GateEnd }>;

function draftGateMove({ ids }: LoopDeps, draft: Draft, { iteration, end }: CheckedGate): void {
  const { workId, reds } = iteration;
  const command = iteration.gate ?? '';
  const output = end.isGreen ? '' : end.output;
  switch (decideGate(end, reds)) {
    case 'complete':
      return draftStopWork(draft, { ending: 'completed', reason: null, text: 'its gate is green' });
    case 'ask-missing':
      draftStep(draft, 'asked', { note: 'its gate cannot run' });
      return void draftSessionAsk(draft, wordQuestion('gate', { workId, command, output }), ids.hash);
    case 'tell-agent':
      draftTouch(draft);
      return void draftTurn(draft, { id: ids.uuid(), kind: 'message', body: gateText(command, output) });
    case 'ask-red':
      draftStep(draft, 'asked', { note: 'its gate stays red' });
      return void draftSessionAsk(draft, wordQuestion('red-gate', { workId, output }), ids.hash);
  }
}

function afterGate(iteration: Iteration, end: GateEnd): Iteration {
  if (end.isGreen) return { ...iteration, isGreen: true };
  return end.isMissing ? iteration : { ...iteration, reds: iteration.reds + 1 };
}

function wordOf(end: GateEnd): string {
  if (end.isGreen) return 'SUCCESS: Quality gate passed';
  return end.isMissing ? 'ERROR: Quality gate cannot run' : 'WARNING: Quality gate failed';
}
