import type { AnsweredEscalationAnswer } from '../../contract/answer/escalation.ts';
import { AnswerEscalation } from '../../contract/escalation.ts';
import { accept } from '../../domain/outcome.ts';
import { checkNew, findInHand, parseAffects } from '../../domain/run/plan/escalation/check-answer.ts';
import { type AgentRequest, type AskingOutcome, onlyInAttempt, said } from '../asking/request.ts';
import { verb } from '../verb.ts';
import { type ArchitectDeps, intakeArchitectFact } from './intake-architect-fact.ts';

/** The architect settles a note. It says which other tasks the answer touches, or that none is. */
function intakeAnswer(
  deps: ArchitectDeps,
  { session, file, input }: AgentRequest<AnswerEscalation>,
): Promise<AskingOutcome> {
  return intakeArchitectFact(deps, { session, file, verb: 'escalation answer' }, (run) => {
    const found = findInHand(run, input.noteId);
    if (!found.ok) return found;
    const affects = parseAffects(run, found.value, input.affects);
    if (!affects.ok) return affects;
    const threshold = deps.config.plan.loopSimilarity;
    const isNew = checkNew(found.value, { text: input.answer, threshold });
    if (!isNew.ok) return isNew;
    const { id: noteId } = found.value.note;
    const fact = { is: 'note-answered', noteId, text: input.answer, affects: affects.value } as const;
    const value = { note_id: noteId, task_id: found.value.escalation.task, affects: [...affects.value] };
    return accept({ fact, note: `${noteId}: ${input.answer}`, answer: said(`${noteId} is answered`, value) });
  });
}

export const answerEscalationVerb = verb({
  name: 'escalation.answer',
  summary: 'Answer a note that an agent of the plan escalated',
  asks: 'agent',
  reads: false,
  input: AnswerEscalation,
  answer: async () => (await import('../../contract/answer/escalation.ts')).AnsweredEscalationAnswer,
  run: onlyInAttempt('escalation answer'),
  intake: intakeAnswer,
  json: (answered: AnsweredEscalationAnswer) => answered,
});
