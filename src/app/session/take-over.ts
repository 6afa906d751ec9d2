import { TakeOver } from '../../contract/session.ts';
import type { Agent } from '../../domain/agent/agent.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { isOver, type Session, stepSession } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import { sessionStateJson } from '../../views/session-view.ts';
import type { VerbDeps } from '../deps.ts';
import { draftStep, openDraft } from '../draft.ts';
import { draftWithdrawn } from '../question/draft-question.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { findServedSession, type ServedDeps } from './find-served.ts';
import { checkMachine, type MachineDeps } from './machine-fit.ts';

type TakeOverDeps = ServedDeps &
  Pick<VerbDeps, 'clock' | 'by' | 'poke'> &
  MachineDeps &
  Readonly<{ findAgent: (cli: string) => Promise<Outcome<Agent>> }>;

/**
 * Gives a headless session to a person: its process ends, and the same conversation is opened on a screen.
 * What it was asking is withdrawn, because the asker goes with the process.
 */
export async function takeOver(deps: TakeOverDeps, { sessionId }: TakeOver): Promise<Outcome<Session>> {
  const machine = await checkMachine(deps, { mode: 'interactive', workspace: 'none' });
  if (!machine.ok) return machine;
  return whileStale(sessionId, async () => {
    const found = await findServedSession(deps, sessionId, 'attach --take-over');
    return found.ok ? take(deps, found.value) : found;
  });
}

async function take(deps: TakeOverDeps, session: Session): Promise<Outcome<Session> | 'stale'> {
  const { id: sessionId, cli } = session;
  if (isOver(session))
    return refuse({ code: 'session-already-over', sessionId, status: statusOf(session.state) });
  if (session.mode === 'interactive') return refuse({ code: 'already-on-screen', sessionId });
  const agent = await deps.findAgent(cli);
  if (!agent.ok) return agent;
  if (!agent.value.screen) return refuse({ code: 'mode-unsupported', cli, mode: 'interactive' });
  const possible = stepSession(session, 'take-over', { at: 0 });
  if (!possible.ok) return possible;

  const at = deps.clock.now();
  const draft = openDraft(session, await deps.store.listTurns(sessionId), { at, by: deps.by });
  draftStep(draft, 'take-over', {
    note: 'a person goes on with it on a screen',
    patch: { mode: 'interactive', takenOver: true, resumeAt: at },
  });
  draftWithdrawn(draft, await deps.store.listQuestions({ sessionId }), 'a person took over');
  if (!(await deps.store.commit(draft.writes)).saved) return 'stale';
  await deps.poke(sessionId);
  return accept(draft.session);
}

export const takeOverVerb = verb({
  name: 'session.take-over',
  summary: 'Open a screen on the conversation of a headless session',
  asks: 'person',
  reads: false,
  input: TakeOver,
  answer: async () => (await import('../../contract/answer/session.ts')).SessionStateAnswer,
  run: takeOver,
  json: sessionStateJson,
});
