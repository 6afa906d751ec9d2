import { parseJson } from '../../contract/json.ts';
import { listJsonTexts } from '../../domain/result/find-json.ts';
import type { Session } from '../../domain/session/session.ts';
import type { VerbDeps } from '../deps.ts';

export type ContractDeps = Pick<VerbDeps, 'store' | 'attempts'> &
  Readonly<{
    /** What keeps a value from fitting a JSON Schema; none when it fits. */
    checkValue: (schema: string, value: unknown) => Promise<readonly string[]>;
  }>;

/**
 * What is wrong with what a session delivers: its result.json, else its last words. Without a schema, only
 * its size can be.
 */
export async function listContractErrors(
  deps: ContractDeps,
  session: Session,
  lastWords: string,
): Promise<readonly string[]> {
  const schema = (await deps.store.findSpec(session.id))?.schema ?? null;
  const { id: sessionId, attempt, runId, role } = session;
  const file = await deps.attempts.readResult({ sessionId, attempt, runId, role });
  if (file && 'bytes' in file) {
    return [
      `result.json has ${file.bytes} bytes, and at most ${file.limitBytes} are taken. It is kept as it is`,
    ];
  }
  if (schema === null) return [];
  const texts = file === null ? listJsonTexts(lastWords) : [file.text];
  const parsed = texts.map(parseJson).find(({ ok }) => ok);
  if (parsed?.ok) return deps.checkValue(schema, parsed.value);
  return [file === null ? 'no result was handed in, and the last message is not JSON' : 'it is not JSON'];
}
