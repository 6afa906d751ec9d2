import { ResolveNote } from '../../contract/note.ts';
import { type Note, noteLabel, resolveNote } from '../../domain/note/note.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { noteOfQuestion } from '../../domain/question/kinds.ts';
import { noteJson } from '../../views/note-list.ts';
import { type AgentRequest, type AskingOutcome, commitIntake, denied, said } from '../asking/request.ts';
import type { VerbDeps } from '../deps.ts';
import { noteOf } from '../draft.ts';
import { answerQuestion } from '../question/answer-question.ts';
import type { FactDeps } from '../run/apply-run-fact.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { findNote } from './find-note.ts';
import { tellRun } from './tell-run.ts';

type ResolveDeps = FactDeps;

/** A person settles a note. Where the agent waits for it, this is the answer. */
function resolveByPerson(deps: ResolveDeps, { noteId, resolution }: ResolveNote): Promise<Outcome<Note>> {
  return whileStale<Note>(`note ${noteId}`, async () => {
    const found = await findNote(deps.store, noteId);
    if (!found.ok) return found;
    const open = await deps.store.listQuestions({ sessionId: found.value.sessionId, state: 'open' });
    const question = open.find((one) => noteOfQuestion(one) === found.value.id);
    if (question !== undefined) {
      const answered = await answerQuestion(deps, { questionId: question.id, answer: resolution });
      return answered.ok ? findNote(deps.store, noteId) : answered;
    }
    const told = await tellRun(deps, found.value, resolution);
    if (told !== null) return told;
    const at = deps.clock.now();
    const step = resolveNote(found.value, { resolution, by: 'user', at });
    if (!step.ok) return step;
    const journal = noteOf({ at, by: deps.by }, resolution);
    const result = await deps.store.commit([{ kind: 'step-completion-note', step: step.value, journal }]);
    return result.saved ? accept(step.value.to) : 'stale';
  });
}

/** An agent settles a note of its own that it may decide alone. */
async function intakeResolution(
  deps: Pick<VerbDeps, 'store' | 'clock'>,
  { session, file, input }: AgentRequest<ResolveNote>,
): Promise<AskingOutcome> {
  const found = await findNote(deps.store, input.noteId, session.id);
  if (!found.ok) return commitIntake(deps, { file, answer: denied(`you have no note ${input.noteId}`) });
  const at = deps.clock.now();
  const step = resolveNote(found.value, { resolution: input.resolution, by: 'agent_self', at });
  const label = noteLabel(found.value);
  if (!step.ok)
    return commitIntake(deps, { file, answer: denied(`${label} is ${found.value.state} already`) });
  const journal = noteOf({ at, by: `session:${session.id}` }, input.resolution);
  return commitIntake(deps, {
    file,
    answer: said(`${label} is resolved`, noteJson(step.value.to)),
    writes: [{ kind: 'step-completion-note', step: step.value, journal }],
  });
}

export const resolveNoteVerb = verb({
  name: 'note.resolve',
  summary: 'Settle a note',
  asks: 'anyone',
  reads: false,
  input: ResolveNote,
  answer: async () => (await import('../../contract/answer/note.ts')).NoteAnswer,
  run: resolveByPerson,
  intake: intakeResolution,
  json: noteJson,
});
