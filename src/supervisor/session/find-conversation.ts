import { draftTouch, draftTurn } from '../../app/draft.ts';
import type { Attempt } from '../../domain/attempt/attempt.ts';
import { canGoOn, lastWordsOf, wasRefused } from '../../domain/attempt/go-on.ts';
import { forgottenText } from '../../domain/session/prompt-text.ts';
import { handedTurns, queuedTurns, type Turn } from '../../domain/turn/turn.ts';
import type { RoundDeps } from '../deps.ts';
import { draftFor, type SessionScene, saysNoLogin } from './session-scene.ts';

/** A conversation that can be gone on with. */
export type KnownConversation = Readonly<{
  id: string;
  /** The turn that ended in it and that the CLI has not kept. */
  forgotten: Turn | null;
  /** The last attempt that was part of it. */
  attempt: Attempt | null;
}>;

/**
 * The conversation to go on with, where the CLI's own transcript holds it: the one that the last process told
 * of, because some CLIs give a resumed conversation a new id, or else the one that it was started with. Where
 * no transcript can be looked for, what the last process did must show it.
 */
export async function findConversation(
  deps: RoundDeps,
  scene: SessionScene,
): Promise<KnownConversation | null> {
  const { session, agent, workspace } = scene;
  const attempt = withoutLoginExit(scene);
  const spec = await deps.store.findSpec(session.id);
  if (session.attempt === 0 || !agent.can.resume || !spec) return null;
  if (attempt !== null && wasRefused(attempt, attempt.exitCode)) return null;
  const paths = deps.pathsFor(session, workspace);
  for (const id of new Set([attempt?.conversationId ?? null, session.conversationId])) {
    if (id === null) continue;
    const file = agent.transcriptFile({ conversationId: id, paths, spec });
    if (file !== null) {
      const known = await observeKept(deps, scene, { id, file });
      if (known !== null) return known;
    } else if (attempt !== null && canGoOn(attempt)) return { id, forgotten: null, attempt };
  }
  return null;
}

// An exit for want of a login says nothing about the conversation.
const withoutLoginExit = ({ attempt, agent }: SessionScene): Attempt | null =>
  attempt !== null && saysNoLogin(agent, attempt.exitCode) ? { ...attempt, exitCode: null } : attempt;

async function observeKept(
  { attempts }: RoundDeps,
  scene: SessionScene,
  { id, file }: Readonly<{ id: string; file: string }>,
): Promise<KnownConversation | null> {
  const { attempt, agent } = scene;
  const { transcript } = agent;
  if (!(await attempts.hasTranscript(file, transcript?.isBegun))) return null;
  const last = lastDone(scene, id);
  if (!transcript || last === undefined) return { id, forgotten: null, attempt };
  if (await attempts.hasTranscript(file, (lines) => transcript.holds(lines, last)))
    return { id, forgotten: null, attempt };
  return (await attempts.hasTranscript(file, transcript.isTorn)) ? null : { id, forgotten: last, attempt };
}

/** The turn that the last process ended last, unless a person has begun another conversation meanwhile. */
const lastDone = ({ turns, session, attempt }: SessionScene, id: string): Turn | undefined =>
  session.conversationId === id && attempt?.conversationId === id
    ? handedTurns(turns, session.attempt).findLast(
        ({ kind, state }) => state === 'done' && kind !== 'takeover',
      )
    : undefined;

/**
 * A CLI keeps a turn a moment after it has told its end. Where its process was killed in between, the next
 * one is told of the turn first. True when that was queued.
 */
export async function recallForgotten(
  deps: RoundDeps,
  scene: SessionScene,
  { forgotten, attempt }: KnownConversation,
): Promise<boolean> {
  if (forgotten === null || attempt === null) return false;
  const body = forgottenText(forgotten, lastWordsOf(attempt));
  if (queuedTurns(scene.turns).some((turn) => turn.kind === 'continue' && turn.body === body)) return false;
  const draft = draftFor(scene, deps);
  draftTurn(draft, { id: deps.ids.uuid(), kind: 'continue', body });
  draftTouch(draft);
  await deps.store.commit(draft.writes);
  return true;
}
