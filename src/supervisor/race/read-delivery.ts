import type { Session } from '../../domain/session/session.ts';
import type { RoundDeps } from '../deps.ts';

/** What a session delivered: its result.json, else its last words; empty where it said nothing. */
export async function readDelivery(
  { store, attempts }: Pick<RoundDeps, 'store' | 'attempts'>,
  { id: sessionId, runId, role }: Session,
): Promise<string> {
  for (const { number, lastResult } of (await store.listAttempts(sessionId)).toReversed()) {
    const file = await attempts.readResult({ sessionId, attempt: number, runId, role });
    if (file && 'text' in file) return file.text;
    if (lastResult !== null) return lastResult;
  }
  return '';
}
