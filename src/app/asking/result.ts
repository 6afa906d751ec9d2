import { parseJson } from '../../contract/json.ts';
import type { Session } from '../../domain/session/session.ts';
import type { VerbDeps } from '../deps.ts';
import type { ContractDeps } from '../session/check-contract.ts';
import { type Asking, type AskingOutcome, denied, said, takeIn } from './request.ts';

/** Keeps the agent's deliverable as result.json of its attempt. A later one replaces it. */
export async function takeResult(
  deps: Pick<VerbDeps, 'clock'> & ContractDeps,
  { session, file, request }: Asking<'result'>,
): Promise<AskingOutcome> {
  const problem = await problemOf(deps, session, request.json);
  const answer = problem === null ? said('the result is kept') : denied(problem);
  if (problem === null) {
    const ref = { sessionId: session.id, attempt: file.attempt, runId: session.runId, role: session.role };
    await deps.attempts.writeResult(ref, request.json);
  }
  const journal = { at: deps.clock.now(), by: `session:${session.id}`, note: answer.text };
  return takeIn(deps, {
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
