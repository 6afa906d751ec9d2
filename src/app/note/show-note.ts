import { NoteRef } from '../../contract/note.ts';
import { noteLabel } from '../../domain/note/note.ts';
import { noteJson } from '../../views/note-list.ts';
import { type AgentRequest, type AskingOutcome, commitIntake, denied, said } from '../asking/request.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';
import { findNote } from './find-note.ts';

async function intakeShow(
  deps: Pick<VerbDeps, 'store' | 'clock'>,
  { session, file, input }: AgentRequest<NoteRef>,
): Promise<AskingOutcome> {
  const found = await findNote(deps.store, input.noteId, session.id);
  if (!found.ok) return commitIntake(deps, { file, answer: denied(`you have no note ${input.noteId}`) });
  const { state, description, context, resolution } = found.value;
  const lines = [
    `${noteLabel(found.value)} is ${state}: ${description}`,
    ...(context === '' ? [] : [`While: ${context}`]),
    ...(resolution === null ? [] : [`Resolution: ${resolution}`]),
  ];
  return commitIntake(deps, { file, answer: said(lines.join('\n'), noteJson(found.value)) });
}

export const showNoteVerb = verb({
  name: 'note.show',
  summary: 'Show a note with its context and its resolution',
  asks: 'anyone',
  reads: true,
  input: NoteRef,
  answer: async () => (await import('../../contract/answer/note.ts')).NoteAnswer,
  run: ({ store }: Pick<VerbDeps, 'store'>, { noteId }: NoteRef) => findNote(store, noteId),
  intake: intakeShow,
  json: noteJson,
});
