import { effectOf } from '../../domain/question/kinds.ts';
import { sessionEndKey } from '../../domain/run/names.ts';
import { waitsForTurn } from '../../domain/run/program-of.ts';
import { runDeadline } from '../../domain/run/run.ts';
import type { RoleState } from '../../domain/run/workflow/state.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import type { RoundDeps } from '../deps.ts';
import { findChecked } from './find-checked.ts';
import { findEscalated } from './find-escalated.ts';
import { hasUnread, listEndedTurns } from './is-turn-over.ts';
import type { FoundFact, RunDeps, RunScene } from './run-deps.ts';

/** The next thing that happened and that the run does not know of yet; null when it knows everything. */
export async function findFact(deps: RunDeps, scene: RunScene): Promise<FoundFact | null> {
  const early = (await findEscalated(deps, scene)) ?? findUnopened(scene);
  if (early) return early;
  const isAwaited = waitsForTurn(scene.memory);
  for (const session of scene.sessions) {
    const isDue = session.state === 'idle' && isAwaited(session.role ?? session.id);
    const fact = (await findEnd(deps, session)) ?? (isDue ? await findTurnEnd(deps, session) : null);
    if (fact) return fact;
  }
  return (await findAnswer(deps, scene)) ?? (await findChecked(deps, scene)) ?? findDeadline(deps, scene);
}

/** The program waits for their end. */
const COUNTED_ON: ReadonlySet<RoleState> = new Set(['open', 'leaving']);

/** A role that the program counts on, and that no session could be opened for. */
function findUnopened({ memory, sessions }: RunScene): FoundFact | null {
  if (!('plan' in memory.definition)) return null;
  const there = new Set(sessions.map(({ role }) => role));
  const role = Object.keys(memory.state.roles).find(
    (name) => COUNTED_ON.has(memory.state.roles[name] ?? 'closed') && !there.has(name),
  );
  if (role === undefined) return null;
  const reason = 'no session could be opened for it';
  const fact = { is: 'session-ended', role, ending: 'failed', reason } as const;
  return { fact, note: `${role}: ${reason}` };
}

/** Each fact has a key, so that it is applied once, however often it is found. */
const once = ({ clock }: RoundDeps, key: string): Pick<FoundFact, 'more'> => ({
  more: [{ kind: 'add-intake', key, at: clock.now(), answer: '' }],
});

async function findEnd(deps: RoundDeps, session: Session): Promise<FoundFact | null> {
  if (!isOver(session) || session.ending === null) return null;
  const key = sessionEndKey(session.id);
  if ((await deps.store.findIntake(key)) !== undefined) return null;
  const reason = session.reasonText ?? session.reason ?? 'without a word';
  const role = session.role ?? session.id;
  const isTimeout = session.reason === 'timeout';
  const fact = { is: 'session-ended', role, ending: session.ending, reason, isTimeout } as const;
  return { fact, note: `${role} is ${session.ending}: ${reason}`, ...once(deps, key) };
}

/** A turn of the program is over when its session rests, and everything that it sent was taken in. */
async function findTurnEnd(deps: RoundDeps, session: Session): Promise<FoundFact | null> {
  const last = (await listEndedTurns(deps, session.id))?.findLast(({ round }) => round !== null);
  if (!last || last.round === null) return null;
  const key = `run/turn/${last.id}`;
  if ((await deps.store.findIntake(key)) !== undefined || (await hasUnread(deps, session))) return null;
  const role = session.role ?? session.id;
  return {
    fact: { is: 'turn-ended', role, round: last.round },
    note: `${role} ended its turn`,
    ...once(deps, key),
  };
}

async function findAnswer({ store }: RoundDeps, { run }: RunScene): Promise<FoundFact | null> {
  for (const question of await store.listQuestions({ runId: run.id, state: 'answered' })) {
    const effect = effectOf(question);
    const answer = question.answer ?? '';
    if (effect.do === 'tell-run')
      return { fact: { is: 'answered', question: effect.number, answer }, note: answer, question };
  }
  return null;
}

function findDeadline({ clock }: RoundDeps, { run }: RunScene): FoundFact | null {
  const deadline = runDeadline(run);
  if (deadline === null || deadline > clock.now()) return null;
  return { fact: { is: 'deadline-passed' }, note: 'its time is used up' };
}
