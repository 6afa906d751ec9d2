import type { AskingAnswer } from '../../contract/asking.ts';
import type { WaitSessions } from '../../contract/session.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { ChildWait } from '../../domain/session/child-wait.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import type { Store } from '../../store/store.ts';
import { refusalText } from '../../views/refusal-text.ts';
import { sessionJson } from '../../views/session-table.ts';
import {
  type AgentRequest,
  type AskingOutcome,
  commitIntake,
  denied,
  intakeWrites,
  said,
} from '../asking/request.ts';
import type { VerbDeps } from '../deps.ts';
import { draftStep, openDraft } from '../draft.ts';
import { findAllBelow, listBelow } from './family.ts';
import { isNarrowed, listMatching } from './select-sessions.ts';

type AwaitDeps = Pick<VerbDeps, 'store' | 'clock'>;

const MOST_WAIT_MS = 24 * 60 * 60_000;

/**
 * The way in for agents: a session waits for others that it began. Meanwhile it holds no slot, which they may
 * need; the answer comes when they are over, and the session has a slot again.
 */
export async function intakeWait(
  deps: AwaitDeps,
  { session, file, input }: AgentRequest<WaitSessions>,
): Promise<AskingOutcome> {
  const found = await findAwaited(deps, session, input);
  if (!found.ok) return commitIntake(deps, { file, answer: denied(refusalText(found.refusal).message) });
  const now = deps.clock.now();
  const sessionIds = found.value.map(({ id }) => id);
  if (found.value.every(isOver)) return commitIntake(deps, { file, answer: answerOf(found.value, now) });
  const draft = openDraft(session, [], { at: now, by: `session:${session.id}` });
  // A wait may be the first thing that is heard of an agent.
  if (session.state === 'starting') draftStep(draft, 'heard', { note: 'by its wait' });
  if (!['working', 'idle'].includes(draft.session.state))
    return commitIntake(deps, {
      file,
      answer: denied(`one wait at a time: the session is ${session.state}`),
    });
  const until = now + Math.min(input.timeoutMs ?? MOST_WAIT_MS, MOST_WAIT_MS);
  const childWait: ChildWait = { key: file.key, attempt: file.attempt, sessionIds, since: now, until };
  const many = sessionIds.length === 1 ? 'a session' : `${sessionIds.length} sessions`;
  draftStep(draft, 'await-children', { note: `waits for ${many} that it began`, patch: { childWait } });
  const saved = await deps.store.commit([...draft.writes, ...intakeWrites(deps, file, 'later')]);
  return saved.saved ? 'later' : 'moved';
}

async function findAwaited(
  deps: AwaitDeps,
  session: Session,
  input: WaitSessions,
): Promise<Outcome<readonly Session[]>> {
  const named = await findAllBelow(deps, session, { names: input.sessionIds, verb: 'wait' });
  if (!named.ok || !isNarrowed(input)) {
    if (named.ok && named.value.length === 0) return refuse({ code: 'nothing-selected', verb: 'wait for' });
    return named;
  }
  const below = new Set((await listBelow(deps, session)).map(({ id }) => id));
  const matching = (await listMatching(deps, { ...input, sessionIds: [] })).filter(({ id }) => below.has(id));
  const all = new Map([...named.value, ...matching].map((one) => [one.id, one]));
  if (all.size > 0) return accept([...all.values()]);
  const { tag = null, status = null, persona = null } = input;
  return refuse({ code: 'no-session-matches', tag, status, persona });
}

/** Those that are waited for, as they are now. */
export async function listAwaitedChildren(
  { findSession }: Pick<Store, 'findSession'>,
  { sessionIds }: ChildWait,
): Promise<readonly Session[]> {
  const found = await Promise.all(sessionIds.map((id) => findSession(id)));
  return found.flatMap((one) => (one ? [one] : []));
}

/** What the agent is told at the end of its wait; null before. */
export async function answerWait(deps: AwaitDeps, wait: ChildWait): Promise<AskingAnswer | null> {
  const sessions = await listAwaitedChildren(deps.store, wait);
  const now = deps.clock.now();
  return sessions.every(isOver) || now >= wait.until ? answerOf(sessions, now) : null;
}

function answerOf(sessions: readonly Session[], now: number): AskingAnswer {
  const isInTime = sessions.every(isOver);
  const lines = sessions.map(({ id, state }) => `${id} ${statusOf(state)}`);
  return said([...lines, ...(isInTime ? [] : ['The time ran out'])].join('\n'), {
    timed_out: !isInTime,
    sessions: sessions.map((one) => sessionJson(one, now)),
    runs: [],
  });
}
