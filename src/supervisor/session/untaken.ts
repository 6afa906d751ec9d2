import type { RoundDeps } from '../deps.ts';

/** Something was asked for that no round has taken in yet. */
export async function hasUntaken(
  { attempts, store }: Pick<RoundDeps, 'attempts' | 'store'>,
  sessionId: string,
): Promise<boolean> {
  for (const { key } of await attempts.listAsking(sessionId)) {
    if ((await store.findIntake(key)) === undefined) return true;
  }
  return false;
}
