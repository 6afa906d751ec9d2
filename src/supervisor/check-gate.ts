import { certain, draftStep, draftTouch, draftTurn, noteOf, openDraft } from '../app/draft.ts';
import { gateQuestion, gateText } from '../domain/loop/gate-text.ts';
import { type Iteration, type Loop, stepLoop } from '../domain/loop/loop.ts';
import { isOpenTurn } from '../domain/turn/turn.ts';
import type { GateEnd } from '../runtime/gate/gates.ts';
import { draftQuestion } from './ask-person.ts';
import type { Look } from './deps.ts';
import { draftStopWork } from './leave-work.ts';
import type { LoopDeps } from './loop-deps.ts';

/** The first of what is at work whose agent says that it is done, and whose gate has to agree. */
export async function findToCheck({ store }: LoopDeps, { atWork }: Loop): Promise<Iteration | null> {
  for (const iteration of atWork) {
    if (iteration.gate === null || iteration.isGreen) continue;
    const session = await store.findSession(iteration.sessionId);
    if (session?.state !== 'idle' || session.takenOver) continue;
    const turns = await store.listTurns(session.id);
    if (!turns.some((turn) => turn.state === 'queued' || isOpenTurn(turn))) return iteration;
  }
  return null;
}

/** Runs a gate. Green lets the session end; red goes back to the agent once, and then a person is asked. */
export async function checkGate(deps: LoopDeps, loop: Loop, iteration: Iteration): Promise<Look> {
  const { store, by } = deps;
  const session = await store.findSession(iteration.sessionId);
  const turns = await store.listTurns(iteration.sessionId);
  const work = await store.findWork(iteration.workId);
  if (!session || !work || iteration.gate === null) return 'again';
  const workDir = (await store.findWorkspace(session.id))?.path ?? null;
  const end = await deps.gates.run({ name: session.id, command: iteration.gate, workDir });

  const draft = openDraft(session, turns, { at: deps.clock.now(), by });
  const next: Iteration = end.isGreen
    ? { ...iteration, isGreen: true }
    : { ...iteration, reds: iteration.reds + 1 };
  const atWork = loop.atWork.map((one) => (one.sessionId === session.id ? next : one));
  const step = certain(stepLoop(loop, 'gate', { at: draft.at, patch: { atWork } }));
  const journal = noteOf(draft, `${loop.id}: ${wordOf(end)} (${iteration.workId})`);
  draft.writes.push({ kind: 'step-loop', step, journal });
  if (end.isGreen) draftStopWork(draft, { ending: 'completed', reason: null, text: 'its gate is green' });
  else if (iteration.reds === 0) {
    draftTouch(draft);
    draftTurn(draft, { id: deps.ids.uuid(), kind: 'message', body: gateText(iteration.gate, end.output) });
  } else {
    draftStep(draft, 'asked', { note: 'its gate stays red' });
    const text = gateQuestion({ workId: work.id, sessionId: session.id, ...end });
    draftQuestion(draft, { kind: 'escalation', text, options: [], input: null }, deps.ids.hash);
  }
  const result = await store.commit(draft.writes);
  if (result.saved) await deps.poke(session.id);
  return 'again';
}

const wordOf = ({ isGreen }: GateEnd): string =>
  isGreen ? 'SUCCESS: Quality gate passed' : 'WARNING: Quality gate failed';
