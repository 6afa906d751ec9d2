import { noteOf, openDraft } from '../app/draft.ts';
import { applyRunFact } from '../app/run/apply-run-fact.ts';
import { Fault } from '../domain/fault.ts';
import { hasTryLeft } from '../domain/retry/retry.ts';
import { runOfKey } from '../domain/run/names.ts';
import type { Session } from '../domain/session/session.ts';
import type { RoundDeps } from './deps.ts';
import { draftRetryOrFail, draftStopWork } from './session/park-session.ts';

export type RoundFault = Readonly<{ error: unknown; failures: number }>;

/** Records that a round failed, and gives up what cannot succeed. The row is otherwise untouched. */
export function noteFault(deps: RoundDeps, key: string, fault: RoundFault): Promise<void> {
  const runId = runOfKey(key);
  return runId === null ? noteSessionFault(deps, key, fault) : noteRunFault(deps, runId, fault);
}

async function noteSessionFault(deps: RoundDeps, sessionId: string, fault: RoundFault): Promise<void> {
  const session = await deps.store.findSession(sessionId);
  if (!session) return;
  const text = wordsOf(fault);
  if (session.state === 'starting' && isStartGivenUp(fault)) return failStart(deps, session, text);
  if (session.state === 'working' && isSpoilt(fault)) return giveUpAttempt(deps, session, text);
  if (fault.failures > 1) return;
  const journal = noteOf({ at: deps.clock.now(), by: deps.by }, text);
  await deps.store.commit([{ kind: 'add-note', sessionId, event: 'fault', journal }]);
}

const isStartGivenUp = ({ error, failures }: RoundFault): boolean =>
  !hasTryLeft('start-fault', { failures, isHopeless: !isPassing(error) });

async function failStart(deps: RoundDeps, session: Session, text: string): Promise<void> {
  const draft = openDraft(session, [], { at: deps.clock.now(), by: deps.by });
  draftStopWork(draft, { ending: 'failed', reason: 'lost', text: `could not be started: ${text}` });
  await deps.store.commit(draft.writes);
  await deps.poke(session.id);
}

/** The agent has made its own input or folder unusable: its process can be told nothing more. */
const isSpoilt = ({ error }: RoundFault): boolean => error instanceof Fault && SPOILT.has(error.code);
const SPOILT: ReadonlySet<string> = new Set(['input-differs', 'file-odd']);

async function giveUpAttempt(deps: RoundDeps, session: Session, text: string): Promise<void> {
  const draft = openDraft(session, await deps.store.listTurns(session.id), {
    at: deps.clock.now(),
    by: deps.by,
  });
  const attempt = (await deps.store.findAttempt(session.id, session.attempt)) ?? null;
  draftRetryOrFail(draft, { cause: 'crash', reason: 'lost', text, attempt }, deps.config);
  await deps.store.commit(draft.writes);
  await deps.poke(session.id);
}

// The error module of runs decides. What passes is recorded once, however often the round fails.
async function noteRunFault(deps: RoundDeps, runId: string, fault: RoundFault): Promise<void> {
  const message = wordsOf(fault);
  const fact = { is: 'faulted', message, isPassing: isPassing(fault.error) } as const;
  if (fact.isPassing && fault.failures > 1) return;
  await applyRunFact(deps, { runId, fact, note: message });
}

const wordsOf = ({ error }: RoundFault): string => (error instanceof Error ? error.message : String(error));

/** True when a later round may succeed. A bug of ours is no reason to give anything up. */
const isPassing = (error: unknown): boolean => !(error instanceof Fault) || error.retry;
