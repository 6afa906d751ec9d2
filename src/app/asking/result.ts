import { parseJson } from '../../contract/json.ts';
import type { VerbDeps } from '../deps.ts';
import { type Asking, type AskingOutcome, denied, said, takeIn } from './asking.ts';

/** Keeps the agent's deliverable as result.json of its attempt. A later one replaces it. */
export async function takeResult(
  deps: Pick<VerbDeps, 'store' | 'clock' | 'attempts'>,
  { session, file, request }: Asking<'result'>,
): Promise<AskingOutcome> {
  const parsed = parseJson(request.json);
  const answer = parsed.ok
    ? said('the result is kept')
    : denied(`the result is not valid JSON: ${parsed.problem}`);
  if (parsed.ok) {
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
