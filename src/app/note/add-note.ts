import type { AskingAnswer } from '../../contract/asking.ts';
import { AddNote } from '../../contract/note.ts';
import { type Note, noteLabel } from '../../domain/note/note.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Write } from '../../store/store.ts';
import { noteJson } from '../../views/note-list.ts';
import {
  type AgentRequest,
  type AskingOutcome,
  commitIntake,
  denied,
  intakeWrites,
  said,
} from '../asking/request.ts';
import type { VerbDeps } from '../deps.ts';
import { noteOf, openDraft } from '../draft.ts';
import { findNamedSession } from '../run/find-target.ts';
import { denyQuota, quotaWrite } from '../session/use-quota.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { draftEscalated } from './draft-escalated.ts';
import { findNoteWay, RUN_OVER } from './escalation-way.ts';
import { nextNote } from './next-note.ts';

type AskingNote = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'config'> &
  Readonly<{ wordRefusal: (refusal: Refusal) => string }>;

type NoteDeps = Pick<VerbDeps, 'store' | 'clock' | 'by'>;

/** A person adds a note to a session, which it has to settle before it is done. */
async function addNote(deps: NoteDeps, input: AddNote): Promise<Outcome<Note>> {
  const { name } = input;
  if (name === undefined || input.reason !== undefined)
    return refuse({ code: 'not-in-attempt', verb: 'note add' });
  return whileStale<Note>(`the notes of ${name}`, async () => {
    const session = await findNamedSession(deps, name, 'note add');
    if (!session.ok) return session;
    const at = deps.clock.now();
    const note = await nextNote(deps.store, session.value, { ...input, at });
    const way = await findNoteWay(deps.store, session.value, { at, by: deps.by });
    const guard = way === 'over' ? [] : way.guard;
    const journal = noteOf({ at, by: deps.by }, note.description);
    const result = await deps.store.commit([...guard, { kind: 'add-completion-note', note, journal }]);
    return result.saved ? accept(note) : 'stale';
  });
}

/** An agent writes down what it assumes or doubts; with a reason, the person decides it. */
async function intakeNote(deps: AskingNote, asking: AgentRequest<AddNote>): Promise<AskingOutcome> {
  const { session, file, input } = asking;
  const at = deps.clock.now();
  const draft = openDraft(session, [], { at, by: `session:${session.id}` });
  const note = await nextNote(deps.store, session, { ...input, at });
  const way = await findNoteWay(deps.store, session, draft);
  if (way === 'over') return commitIntake(deps, { file, answer: denied(RUN_OVER) });
  const journal = noteOf(draft, note.description);
  draft.writes.push(...way.guard, { kind: 'add-completion-note', note, journal });
  if (input.reason === undefined) {
    const text = `${noteLabel(note)} is open; resolve or escalate it before you are done`;
    return commitNote(deps, asking, { answer: said(text, noteJson(note)), writes: draft.writes });
  }
  const { isTakenByRun } = way;
  const escalated = draftEscalated(deps, draft, { note, reason: input.reason, isTakenByRun });
  if (!escalated.ok) return commitIntake(deps, { file, answer: denied(escalated.text) });
  const { ok: _, text, note: to } = escalated;
  return commitNote(deps, asking, { answer: said(text, noteJson(to)), writes: draft.writes });
}

type NoteReply = Readonly<{ answer: AskingAnswer; writes: readonly Write[] }>;

/** Counts it against what one session may write down. */
async function commitNote(
  deps: AskingNote,
  asking: AgentRequest<AddNote>,
  { answer, writes }: NoteReply,
): Promise<AskingOutcome> {
  const { session, file } = asking;
  const counted = [...writes, quotaWrite(deps, session, 'notes')];
  const result = await deps.store.commit([...counted, ...intakeWrites(deps, file, answer)]);
  if (result.saved) return answer;
  return result.why === 'over-quota' ? denyQuota(deps, asking, result) : 'moved';
}

export const addNoteVerb = verb({
  name: 'note.add',
  summary: 'Write down an assumption or a doubt',
  asks: 'anyone',
  reads: false,
  input: AddNote,
  answer: async () => (await import('../../contract/answer/note.ts')).NoteAnswer,
  run: addNote,
  intake: intakeNote,
  json: noteJson,
});
