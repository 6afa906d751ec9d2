import type { SubmittedResultAnswer } from '../../contract/answer/session.ts';
import { parseJson } from '../../contract/json.ts';
import { SubmitResult } from '../../contract/session.ts';
import type { Session } from '../../domain/session/session.ts';
import {
  type AgentRequest,
  type AskingOutcome,
  commitIntake,
  denied,
  onlyInAttempt,
  said,
} from '../asking/request.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';
import type { ContractDeps } from './check-contract.ts';

/** Keeps the agent's deliverable as result.json of its attempt. A later one replaces it. */
async function intakeResult(
  deps: Pick<VerbDeps, 'clock'> & ContractDeps,
  { session, file, input }: AgentRequest<SubmitResult>,
): Promise<AskingOutcome> {
  const problem = await problemOf(deps, session, input.json);
  const submitted: SubmittedResultAnswer = { session_id: session.id, attempt: file.attempt };
  const answer = problem === null ? said('the result is kept', submitted) : denied(problem);
  if (problem === null) {
    const ref = { sessionId: session.id, attempt: file.attempt, runId: session.runId, role: session.role };
    await deps.attempts.writeResult(ref, input.json);
  }
  const journal = { at: deps.clock.now(), by: `session:${session.id}`, note: answer.text };
  return commitIntake(deps, {
    file,
    answer,
    writes: [{ kind: 'add-note', sessionId: session.id, event: 'result', journal }],
  });
}

/** Its author hears at once what is wrong, and can mend it within the turn. */
async function problemOf(deps: ContractDeps, { id }: Session, text: string): Promise<string | null> {
  const parsed = parseJson(text);
  if (!parsed.ok) return `the result is not valid JSON: ${parsed.problem}`;
  const schema = (await deps.store.findSpec(id))?.schema ?? null;
  const errors = schema === null ? [] : await deps.checkValue(schema, parsed.value);
  return errors.length === 0 ? null : `the result does not fit its schema: ${errors.join('; ')}`;
}

export const submitResultVerb = verb({
  name: 'session.submit-result',
  summary: 'Submit the result of the asking session',
  asks: 'agent',
  reads: false,
  input: SubmitResult,
  answer: async () => (await import('../../contract/answer/session.ts')).SubmittedResultAnswer,
  run: onlyInAttempt('result'),
  intake: intakeResult,
  json: (submitted: SubmittedResultAnswer) => submitted,
});
