import { KillSessions } from '../../contract/session.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';
import { listBelow } from './family.ts';
import { killSession } from './kill-session.ts';
import { selectSessions } from './select-sessions.ts';

export type KilledSessions = Readonly<{
  /** Nothing was done: `killed` says what would be. */
  isDryRun: boolean;
  killed: readonly string[];
  wasOver: readonly string[];
}>;

/** Ends all that ids and filters choose. Those that are over already are only told. */
export async function killSessions(
  deps: Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke'>,
  { reason, tree, dryRun: isDryRun, ...selection }: KillSessions,
): Promise<Outcome<KilledSessions>> {
  const chosen = await selectSessions(deps, selection, 'kill');
  if (!chosen.ok) return chosen;
  const killed: string[] = [];
  const wasOver: string[] = [];
  for (const session of tree ? await withBelow(deps, chosen.value) : chosen.value) {
    const { id: sessionId } = session;
    const isEnded = isDryRun ? isOver(session) : await end(deps, { sessionId, reason });
    (isEnded ? wasOver : killed).push(sessionId);
  }
  return accept({ isDryRun, killed, wasOver });
}

/** Those above come first: none of them starts another meanwhile. */
async function withBelow(
  deps: Pick<VerbDeps, 'store'>,
  chosen: readonly Session[],
): Promise<readonly Session[]> {
  const all = new Map(chosen.map((one) => [one.id, one]));
  for (const above of chosen)
    for (const one of await listBelow(deps, above)) all.set(one.id, all.get(one.id) ?? one);
  return [...all.values()];
}

/** True where it was over before. */
async function end(deps: Parameters<typeof killSession>[0], input: Parameters<typeof killSession>[1]) {
  const ended = await killSession(deps, input);
  return ended.ok && ended.value.is === 'was-over';
}

export const killSessionsVerb = verb({
  name: 'session.kill-many',
  summary: 'Kill all sessions that ids and filters choose',
  asks: 'person',
  reads: false,
  input: KillSessions,
  answer: async () => (await import('../../contract/answer/session.ts')).KilledSessionsAnswer,
  run: killSessions,
  json: ({ isDryRun, killed, wasOver }) => ({ dry_run: isDryRun, killed, was_over: wasOver }),
});
