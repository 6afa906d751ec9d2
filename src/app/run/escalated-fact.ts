import { type Note, noteLabel } from '../../domain/note/note.ts';
import { similarityOf } from '../../domain/note/similarity.ts';
import type { EarlierNote, EscalatedNote } from '../../domain/run/plan/escalation/escalation.ts';
import type { Session } from '../../domain/session/session.ts';
import type { VerbDeps } from '../deps.ts';
import type { Happening } from './apply-run-fact.ts';

export type EscalatedFact = Pick<Happening, 'fact' | 'note' | 'more'>;

type Deps = Pick<VerbDeps, 'store' | 'clock' | 'config'>;

/** A session gives these notes out of its hands; null when its run has heard of them. */
export async function escalatedFact(
  deps: Deps,
  session: Session,
  notes: readonly Note[],
): Promise<EscalatedFact | null> {
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
async function listEarlier({ store }: Deps, notes: readonly Note[]): Promise<readonly Note[]> {
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
