import { certain, type Draft, draftStep, draftTouch, draftTurn, noteOf, openDraft } from '../app/draft.ts';
import { decideGate } from '../domain/loop/gate-move.ts';
import { gateQuestion, gateText } from '../domain/loop/gate-text.ts';
import { type Iteration, type Loop, stepLoop } from '../domain/loop/loop.ts';
import { wordMissingGate } from '../domain/question/gate-question.ts';
import type { Session } from '../domain/session/session.ts';
import type { Turn } from '../domain/turn/turn.ts';
import type { GateEnd } from '../runtime/gate/gates.ts';
import { draftQuestion } from './ask-person.ts';
import type { Look } from './deps.ts';
import { draftStopWork } from './leave-work.ts';
import type { LoopDeps } from './loop-deps.ts';
import { openTurns } from './scene.ts';

/** The first of what is at work whose agent says that it is done, and whose gate has to agree. */
export async function findToCheck({ store }: LoopDeps, { atWork }: Loop): Promise<Iteration | null> {
  for (const iteration of atWork) {
    if (iteration.gate === null || iteration.isGreen) continue;
    const session = await store.findSession(iteration.sessionId);
    if (session && isThrough(session, await store.listTurns(session.id))) return iteration;
  }
  return null;
}

/** Its agent has nothing left to do, as far as it knows. */
function isThrough(session: Session, turns: readonly Turn[]): boolean {
  if (session.state !== 'idle' || session.takenOver) return false;
  const isQueued = turns.some(({ state }) => state === 'queued');
  return !isQueued && openTurns(turns, session.attempt).length === 0;
}

/** Runs a gate. Green lets the session end; red goes back to the agent once, and then a person is asked. */
export async function checkGate(deps: LoopDeps, loop: Loop, iteration: Iteration): Promise<Look> {
  const { store, by } = deps;
  const session = await store.findSession(iteration.sessionId);
  const turns = await store.listTurns(iteration.sessionId);
  // Somebody may have given it something to do since it was found. From here on its version tells.
  if (!session || iteration.gate === null || !isThrough(session, turns)) return 'again';
  const workDir = (await store.findWorkspace(session.id))?.path ?? session.workDir;
  const end = await deps.gates.run({ name: session.id, command: iteration.gate, workDir });

  const draft = openDraft(session, turns, { at: deps.clock.now(), by });
  const next = afterGate(iteration, end);
  const atWork = loop.atWork.map((one) => (one.sessionId === session.id ? next : one));
  const step = certain(stepLoop(loop, 'gate', { at: draft.at, patch: { atWork } }));
  const journal = noteOf(draft, `${wordOf(end)} (${iteration.workId})`);
  draft.writes.push({ kind: 'step-loop', step, journal });
  draftGateMove(deps, draft, { iteration, end });
  const result = await store.commit(draft.writes);
  if (result.saved) await deps.poke(session.id);
  return 'again';
}

type Checked = Readonly<{ iteration: Iteration; end: GateEnd }>;

function draftGateMove({ ids }: LoopDeps, draft: Draft, { iteration, end }: Checked): void {
  const { workId, sessionId, reds } = iteration;
  const command = iteration.gate ?? '';
  const output = end.isGreen ? '' : end.output;
  switch (decideGate(end, reds)) {
    case 'complete':
      return draftStopWork(draft, { ending: 'completed', reason: null, text: 'its gate is green' });
    case 'ask-missing':
      draftStep(draft, 'asked', { note: 'its gate cannot run' });
      return draftQuestion(draft, wordMissingGate({ workId, command, output }), ids.hash);
    case 'tell-agent':
      draftTouch(draft);
      return void draftTurn(draft, { id: ids.uuid(), kind: 'message', body: gateText(command, output) });
    case 'ask-red': {
      draftStep(draft, 'asked', { note: 'its gate stays red' });
      const text = gateQuestion({ workId, sessionId, output });
      return draftQuestion(draft, { kind: 'escalation', text, options: [], input: null }, ids.hash);
    }
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
