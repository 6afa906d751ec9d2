import type { Happening } from '../../app/run/apply-run-fact.ts';
import { type Note, noteLabel } from '../../domain/note/note.ts';
import { similarityOf } from '../../domain/note/similarity.ts';
import type { EarlierNote, EscalatedNote } from '../../domain/run/plan/escalation/escalation.ts';
import { handedOverBy, planOfRun } from '../../domain/run/plan/task-at-work.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import type { RoundDeps } from '../deps.ts';
import { isTurnOver } from './is-turn-over.ts';
import type { RunScene } from './run-deps.ts';

type Fact = Pick<Happening, 'fact' | 'note' | 'more'>;

/**
 * Notes that a session may not decide alone, once its turn is over, or at once where its work is with the
 * verifier, whose approval would end it; null when the run knows them all.
 */
export async function findEscalated(deps: RoundDeps, scene: RunScene): Promise<Fact | null> {
  const run = planOfRun(scene.memory);
  if (run === null) return null;
  const open = await deps.store.listNotes({ runId: scene.run.id, isSettled: false });
  const known = new Set(run.state.escalations.flatMap(({ notes }) => notes.map(({ id }) => id)));
  const fresh = open.filter(({ id, state }) => state === 'escalated' && !known.has(id));
  for (const session of scene.sessions) {
    const own = fresh.filter(({ sessionId }) => sessionId === session.id);
    const isDue = own.length > 0 && (isAwaited(run, session) || (await isTurnOver(deps, session)));
    const fact = isDue ? await factOf(deps, session, own) : null;
    if (fact !== null) return fact;
  }
  return null;
}

const isAwaited = (run: NonNullable<ReturnType<typeof planOfRun>>, session: Session): boolean =>
  isOver(session) || handedOverBy(run, session.role ?? session.id) !== undefined;

async function factOf(deps: RoundDeps, session: Session, notes: readonly Note[]): Promise<Fact | null> {
  const key = `run/escalated/${notes.map(({ id }) => id).join(',')}`;
  if ((await deps.store.findIntake(key)) !== undefined) return null;
  const role = session.role ?? session.id;
  const earlier = await listEarlier(deps, notes);
  const threshold = deps.config.plan.loopSimilarity;
  const escalated = notes.map((note) => escalatedOf(note, earlier, threshold));
  const words = notes.map((note) => `${noteLabel(note)}: ${note.description}`).join('; ');
  return {
    fact: { is: 'notes-escalated', role, notes: escalated, history: earlier.map(earlierOf) },
    note: `${role} escalates ${words}`,
    more: [{ kind: 'add-intake', key, at: deps.clock.now(), answer: '' }],
  };
}

/** What was escalated for the same task before, in whichever session. */
async function listEarlier({ store }: RoundDeps, notes: readonly Note[]): Promise<readonly Note[]> {
  const [first] = notes;
  if (first === undefined || first.runId === null || first.taskId === null) return [];
  const all = await store.listNotes({ runId: first.runId, taskId: first.taskId });
  const ids = new Set(notes.map(({ id }) => id));
  return all.filter(({ id, escalationReason }) => escalationReason !== null && !ids.has(id));
}

const escalatedOf = (note: Note, earlier: readonly Note[], threshold: number): EscalatedNote => ({
  id: note.id,
  label: noteLabel(note),
  description: note.description,
  context: note.context,
  reason: note.escalationReason ?? '',
  similar: earlier.filter(({ description }) => similarityOf(description, note.description) >= threshold)
    .length,
});

const earlierOf = (note: Note): EarlierNote => ({
  label: noteLabel(note),
  description: note.description,
  resolution: note.resolution,
});
