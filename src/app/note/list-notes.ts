import { ListNotes } from '../../contract/note.ts';
import { type Note, noteLabel } from '../../domain/note/note.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { noteListJson } from '../../views/note-list.ts';
import { type AgentRequest, type AskingOutcome, commitIntake, said } from '../asking/request.ts';
import type { VerbDeps } from '../deps.ts';
import { findNewestRun } from '../plan/find-plan-run.ts';
import { findOwner } from '../run/find-target.ts';
import { verb } from '../verb.ts';

/** Oldest first. */
async function listNotes(
  { store }: Pick<VerbDeps, 'store'>,
  { name, task, open }: ListNotes,
): Promise<Outcome<readonly Note[]>> {
  const owner = await findOwner({ store }, name);
  // Neither a session nor a run: a plan is called by its name, and its newest run is meant.
  const planned = owner.ok || name === undefined ? undefined : await findNewestRun(store, name);
  if (!owner.ok && planned === undefined) return owner;
  const whose = owner.ok ? owner.value : {};
  const ofPlan = planned === undefined ? {} : { runId: planned.run.id };
  return accept(await store.listNotes({ ...whose, ...ofPlan, ...filterOf({ task, open }) }));
}

type NoteFilter = Pick<ListNotes, 'task' | 'open'>;
const filterOf = ({ task, open }: NoteFilter) => ({
  ...(task === undefined ? {} : { taskId: task }),
  ...(open ? { isSettled: false } : {}),
});

/** An agent sees the notes of its own session. */
async function intakeList(
  deps: Pick<VerbDeps, 'store' | 'clock'>,
  { session, file, input }: AgentRequest<ListNotes>,
): Promise<AskingOutcome> {
  const notes = await deps.store.listNotes({ sessionId: session.id, ...filterOf(input) });
  const lines = notes.map((note) => {
    const how = note.resolution === null ? '' : ` → ${note.resolution}`;
    return `${noteLabel(note)} ${note.state}: ${note.description}${how}`;
  });
  const answer = said(lines.join('\n') || 'no notes', noteListJson(notes));
  return commitIntake(deps, { file, answer });
}

export const listNotesVerb = verb({
  name: 'note.list',
  summary: 'List notes: what agents assumed or doubted',
  asks: 'anyone',
  reads: true,
  input: ListNotes,
  answer: async () => (await import('../../contract/answer/note.ts')).NoteListAnswer,
  run: listNotes,
  intake: intakeList,
  json: noteListJson,
});
