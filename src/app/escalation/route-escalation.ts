import type { RoutedEscalationAnswer } from '../../contract/answer/escalation.ts';
import { RouteEscalation } from '../../contract/escalation.ts';
import { accept } from '../../domain/outcome.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import { makeTaskId } from '../../domain/plan/task-id.ts';
import { checkRoute, findInHand } from '../../domain/run/plan/escalation/check-answer.ts';
import { type AgentRequest, type AskingOutcome, onlyInAttempt, said } from '../asking/request.ts';
import { verb } from '../verb.ts';
import { type ArchitectDeps, intakeArchitectFact } from './intake-architect-fact.ts';

/** The architect hands a note on: to the person, or to the solution architect. */
function intakeRoute(
  deps: ArchitectDeps,
  { session, file, input }: AgentRequest<RouteEscalation>,
): Promise<AskingOutcome> {
  return intakeArchitectFact(deps, { session, file, verb: 'escalation route' }, (run) => {
    const found = findInHand(run, input.noteId);
    if (!found.ok) return found;
    const { escalation, note } = found.value;
    const may = checkRoute(found.value, input.to);
    if (!may.ok) return may;
    const taskId = freeTaskId(run.plan, input.text, deps.clock.now());
    const fact = { is: 'note-routed', noteId: note.id, to: input.to, text: input.text, taskId } as const;
    const isTask = input.to === 'technical';
    const text = isTask ? `${taskId} is opened for the solution architect` : 'the person is asked';
    const guidance = { guidance_task_id: isTask ? taskId : null };
    const value = { note_id: note.id, task_id: escalation.task, to: input.to, ...guidance };
    const answer = said(`${text}; what comes of it reaches you as a turn`, value);
    return accept({ fact, note: `${note.id} to ${input.to}: ${input.text}`, answer });
  });
}

const MS = 1000;

/** `<slug>_<epoch>`, later by a second where the plan has it already. */
function freeTaskId({ tasks }: Plan, title: string, at: number): string {
  const taken = new Set(tasks.map(({ id }) => id));
  for (let nth = 0; nth <= taken.size; nth++) {
    const id = makeTaskId(title, at + nth * MS);
    if (!taken.has(id)) return id;
  }
  return makeTaskId(title, at);
}

export const routeEscalationVerb = verb({
  name: 'escalation.route',
  summary: 'Hand a note on to the person or to the solution architect',
  asks: 'agent',
  reads: false,
  input: RouteEscalation,
  answer: async () => (await import('../../contract/answer/escalation.ts')).RoutedEscalationAnswer,
  run: onlyInAttempt('escalation route'),
  intake: intakeRoute,
  json: (routed: RoutedEscalationAnswer) => routed,
});
