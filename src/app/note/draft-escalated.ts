import { escalateNote, type Note, noteLabel } from '../../domain/note/note.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';
import type { VerbDeps } from '../deps.ts';
import { type Draft, noteOf } from '../draft.ts';
import { draftAsk } from '../question/draft-question.ts';
import { enterWaiting } from '../question/enter-waiting.ts';

type Escalating = Readonly<{ note: Note; reason: string; isTakenByRun: boolean }>;
type Escalated = Readonly<{ ok: true; text: string; note: Note }> | Readonly<{ ok: false; text: string }>;

/**
 * The note becomes a question to the person, and its session waits for the answer. A run of a plan takes
 * it when the turn is over.
 */
export function draftEscalated(
  { ids }: Pick<VerbDeps, 'ids'>,
  draft: Draft,
  { note, reason, isTakenByRun }: Escalating,
): Escalated {
  const step = escalateNote(note, reason);
  if (!step.ok) return { ok: false, text: `${noteLabel(note)} is ${note.state} already` };
  const text = `${noteLabel(note)} is escalated; escalate what else you cannot decide, then end your turn`;
  const journal = noteOf(draft, reason);
  if (isTakenByRun) {
    draft.writes.push({ kind: 'step-completion-note', step: step.value, journal });
    return { ok: true, text, note: step.value.to };
  }
  if (!enterWaiting(draft)) {
    return { ok: false, text: `no answer can reach you any more: the session is ${draft.session.state}` };
  }
  const { description, context } = note;
  draft.writes.push({ kind: 'step-completion-note', step: step.value, journal });
  const about = { noteId: note.id, label: noteLabel(note), description, context, reason };
  const { id: sessionId, attempt } = draft.session;
  const asking = { sessionId, attempt, key: `${note.id}/escalated`, hash: ids.hash };
  draftAsk(draft, wordQuestion('escalation', about), asking);
  return { ok: true, text, note: step.value.to };
}
