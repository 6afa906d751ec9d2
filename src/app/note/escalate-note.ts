import type { NoteAnswer } from '../../contract/answer/note.ts';
import { EscalateNote } from '../../contract/note.ts';
import { noteJson } from '../../views/note-list.ts';
import {
  type AgentRequest,
  type AskingOutcome,
  commitIntake,
  denied,
  onlyInAttempt,
  said,
} from '../asking/request.ts';
import type { VerbDeps } from '../deps.ts';
import { openDraft } from '../draft.ts';
import { verb } from '../verb.ts';
import { draftEscalated } from './draft-escalated.ts';
import { findNoteWay, RUN_OVER } from './escalation-way.ts';
import { findNote } from './find-note.ts';

/** An agent gives a note out of its hands: the person decides it, or the architect of its plan. */
async function intakeEscalation(
  deps: Pick<VerbDeps, 'store' | 'clock' | 'ids'>,
  { session, file, input }: AgentRequest<EscalateNote>,
): Promise<AskingOutcome> {
  const found = await findNote(deps.store, input.noteId, session.id);
  if (!found.ok) return commitIntake(deps, { file, answer: denied(`you have no note ${input.noteId}`) });
  const draft = openDraft(session, [], { at: deps.clock.now(), by: `session:${session.id}` });
  const escalating = { note: found.value, reason: input.reason };
  const way = await findNoteWay(deps.store, session, draft);
  if (way === 'over') return commitIntake(deps, { file, answer: denied(RUN_OVER) });
  draft.writes.push(...way.guard);
  const escalated = draftEscalated(deps, draft, { ...escalating, isTakenByRun: way.isTakenByRun });
  if (!escalated.ok) return commitIntake(deps, { file, answer: denied(escalated.text) });
  const answer = said(escalated.text, noteJson(escalated.note));
  return commitIntake(deps, { file, answer, writes: draft.writes });
}

export const escalateNoteVerb = verb({
  name: 'note.escalate',
  summary: 'Let the person, or the architect of the plan, decide what a note is about',
  asks: 'agent',
  reads: false,
  input: EscalateNote,
  answer: async () => (await import('../../contract/answer/note.ts')).NoteAnswer,
  run: onlyInAttempt('note escalate'),
  intake: intakeEscalation,
  json: (note: NoteAnswer) => note,
});
