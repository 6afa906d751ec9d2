import { type Draft, openDraft } from '../../app/draft.ts';
import type { Agent, AgentLogin } from '../../domain/agent/agent.ts';
import type { Attempt } from '../../domain/attempt/attempt.ts';
import { lastWordsOf } from '../../domain/attempt/go-on.ts';
import { beginsAnew, type Earlier } from '../../domain/session/origin.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Suspension } from '../../domain/session/suspension.ts';
import { isOpenTurn, type Turn } from '../../domain/turn/turn.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { AttemptObservation, AttemptRef } from '../../runtime/attempt/attempts.ts';
import type { RoundDeps } from '../deps.ts';
import { findEarlier } from './find-earlier.ts';

/** One session, its rows, and what was seen of its process: all that a round decides from. */
export type SessionScene = Readonly<{
  session: Session;
  attempt: Attempt | null;
  turns: readonly Turn[];
  agent: Agent;
  ref: AttemptRef;
  workspace: Workspace | null;
  observation: AttemptObservation;
  /** What suspends it together with others. */
  suspension: Suspension | null;
  /** What earlier attempts said last, where this one could not go on with their conversation. */
  lastWords: string | null;
  /** What is known of the sessions whose work it goes on with, where its agent does not remember them. */
  earlier: Earlier | null;
  /** It was killed, and what it asked for without end is not waited for any more. */
  isFlooded?: boolean;
}>;

export async function observeScene(
  deps: RoundDeps,
  session: Session,
  suspension: Suspension | null,
): Promise<SessionScene> {
  const { store, attempts } = deps;
  const agent = deps.findAgent(session.cli);
  if (!agent)
    throw new Error(
      `session ${session.id} needs the agent CLI "${session.cli}", which this Swarm does not know`,
    );
  const attempt = (await store.findAttempt(session.id, session.attempt)) ?? null;
  const ref = { sessionId: session.id, attempt: session.attempt, runId: session.runId, role: session.role };
  const turns = await store.listTurns(session.id);
  const forgets = attempt !== null && !attempt.resumed;
  return {
    session,
    agent,
    ref,
    suspension,
    attempt,
    lastWords: forgets ? await findLastWords(store, attempt) : null,
    earlier: forgets && !beginsAnew(turns) ? await findEarlier(store, session) : null,
    turns,
    workspace: session.hasWorkspace ? ((await store.findWorkspace(session.id)) ?? null) : null,
    // Seen before the record is read: whatever is over has written all that it will write.
    observation: session.attempt === 0 ? { is: 'absent' } : await attempts.observe(ref),
  };
}

async function findLastWords(store: RoundDeps['store'], attempt: Attempt): Promise<string | null> {
  if (attempt.number === 1) return null;
  const before = (await store.listAttempts(attempt.sessionId)).filter(
    ({ number }) => number < attempt.number,
  );
  return before.map(lastWordsOf).findLast((words) => words !== null) ?? null;
}

/** Also of a CLI that says nothing of how to log in. */
export const loginOf = ({ login, name }: Agent): AgentLogin =>
  login ?? { title: name, remedy: 'as its own documentation says' };

/** By this exit code the CLI says that no account is logged in. */
export const saysNoLogin = ({ login }: Agent, exitCode: number | null): boolean =>
  exitCode !== null && (login?.exitCodes?.includes(exitCode) ?? false);

/** A person may sit before it; its hooks tell what it does. */
export const isOnScreen = (session: Session, agent: Agent): boolean =>
  session.mode === 'interactive' && agent.screen !== undefined;

export const draftFor = ({ session, turns }: SessionScene, deps: Pick<RoundDeps, 'clock' | 'by'>): Draft =>
  openDraft(session, turns, { at: deps.clock.now(), by: deps.by });

export const openTurns = (turns: readonly Turn[], attempt: number): Turn[] =>
  turns.filter((turn) => isOpenTurn(turn) && turn.attempt === attempt);
