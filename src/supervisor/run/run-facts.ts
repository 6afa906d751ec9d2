import type { Happening } from '../../app/run/apply-run-fact.ts';
import { effectOf } from '../../domain/question/kinds.ts';
import type { RunMemory } from '../../domain/run/memory.ts';
import { type Run, runDeadline } from '../../domain/run/run.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { isOpenTurn, type Turn } from '../../domain/turn/turn.ts';
import type { RoundDeps } from '../deps.ts';
import { hasUntaken } from '../session/untaken.ts';

export type RunScene = Readonly<{ run: Run; memory: RunMemory; sessions: readonly Session[] }>;
type Fact = Pick<Happening, 'fact' | 'note' | 'more' | 'question'>;

/** The next thing that happened and that the run does not know of yet; null when it knows everything. */
export async function findFact(deps: RoundDeps, scene: RunScene): Promise<Fact | null> {
  for (const session of scene.sessions) {
    const fact = (await findEnd(deps, session)) ?? (await findTurnEnd(deps, session));
    if (fact) return fact;
  }
  return (await findAnswer(deps, scene)) ?? findDeadline(deps, scene);
}

/** Each fact has a key, so that it is applied once, however often it is found. */
const once = ({ clock }: RoundDeps, key: string): Pick<Fact, 'more'> => ({
  more: [{ kind: 'add-intake', key, at: clock.now(), answer: '' }],
});

async function findEnd(deps: RoundDeps, session: Session): Promise<Fact | null> {
  if (!isOver(session) || session.ending === null) return null;
  const key = `run/session/${session.id}`;
  if ((await deps.store.findIntake(key)) !== undefined) return null;
  const reason = session.reasonText ?? session.reason ?? 'without a word';
  const role = session.role ?? session.id;
  const fact = { is: 'session-ended', role, ending: session.ending, reason } as const;
  return { fact, note: `${role} is ${session.ending}: ${reason}`, ...once(deps, key) };
}

/** A turn of the program is over when its session rests, and everything that it sent was taken in. */
async function findTurnEnd(deps: RoundDeps, session: Session): Promise<Fact | null> {
  if (session.state !== 'idle') return null;
  const turns = await deps.store.listTurns(session.id);
  const last = turns.findLast(({ round }) => round !== null);
  if (!last || last.round === null || turns.some((turn) => isUnfinished(session, turn))) return null;
  const key = `run/turn/${last.id}`;
  if ((await deps.store.findIntake(key)) !== undefined || (await hasUnread(deps, session))) return null;
  const role = session.role ?? session.id;
  return {
    fact: { is: 'turn-ended', role, round: last.round },
    note: `${role} ended its turn`,
    ...once(deps, key),
  };
}

// A turn that asked and whose process has left stays open, and the turn with the answer goes on with it.
const isUnfinished = ({ attempt }: Session, turn: Turn): boolean =>
  turn.state === 'queued' || (isOpenTurn(turn) && turn.attempt === attempt);

const hasUnread = async (deps: RoundDeps, { id }: Session): Promise<boolean> =>
  (await deps.outboxes.listOfSession(id)).length > 0 || hasUntaken(deps, id);

async function findAnswer({ store }: RoundDeps, { run }: RunScene): Promise<Fact | null> {
  for (const question of await store.listQuestions({ runId: run.id, state: 'answered' })) {
    const effect = effectOf(question);
    const answer = question.answer ?? '';
    if (effect.do === 'tell-run')
      return { fact: { is: 'answered', question: effect.number, answer }, note: answer, question };
  }
  return null;
}

function findDeadline({ clock }: RoundDeps, { run }: RunScene): Fact | null {
  const deadline = runDeadline(run);
  if (deadline === null || deadline > clock.now()) return null;
  return { fact: { is: 'deadline-passed' }, note: 'its time is used up' };
}
