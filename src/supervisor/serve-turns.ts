import { draftStep, draftTurn, draftTurnStep } from '../app/draft.ts';
import { draftLaunch } from '../app/launch.ts';
import type { Question } from '../domain/question/question.ts';
import { isLetGo } from '../domain/session/clocks.ts';
import { answerText } from '../domain/session/prompt-text.ts';
import type { Look, RoundDeps } from './deps.ts';
import { draftStopWork } from './leave-work.ts';
import { ensureInput } from './open-attempt.ts';
import { draftFor, openTurns, queuedTurns, type Scene } from './scene.ts';
import { isSlotFree } from './slots.ts';

/** Hands over what is queued, lets answers through, and ends a session that has nothing left to do. */
export async function serveTurns(deps: RoundDeps, scene: Scene): Promise<Look | null> {
  const { session } = scene;
  if (session.state === 'waiting') return serveAnswers(deps, scene);
  if (session.state === 'created' || session.state === 'idle') return serveQueue(deps, scene);
  if (
    openTurns(scene.turns, session.attempt).length > 0 &&
    scene.sight.is === 'alive' &&
    scene.agent.can.manyTurns
  ) {
    await ensureInput(deps, scene);
  }
  return null;
}

async function serveQueue(deps: RoundDeps, scene: Scene): Promise<Look | null> {
  const { session, agent, sight } = scene;
  const [turn] = queuedTurns(scene.turns);
  if (!turn) return endIfDone(deps, scene);
  if (sight.is !== 'alive') return launch(deps, scene);
  const isLeaving = isLetGo(session, deps.config.timeouts, deps.clock.now());
  if (session.state !== 'idle' || isLeaving || !agent.can.manyTurns) return null;

  const draft = draftFor(scene, deps);
  draft.writes.push({ kind: 'take-slot', limit: deps.config.limits.sessions });
  draftStep(draft, 'hand-turn', { note: `turn ${turn.number}` });
  draftTurnStep(draft, turn, {
    event: 'hand',
    note: `to attempt ${session.attempt}`,
    attempt: session.attempt,
  });
  return afterSlot(await deps.store.commit(draft.writes));
}

async function launch(deps: RoundDeps, scene: Scene): Promise<Look> {
  const { session, attempt } = scene;
  const [turn] = queuedTurns(scene.turns);
  if (!turn) return { restUntil: null };
  const isResumed = await canResume(deps, scene);
  const isFirst = session.attempt === 0 && session.conversationId !== null;
  const draft = draftFor(scene, deps);
  draftLaunch(draft, {
    turn,
    hostId: deps.hostId,
    conversationId: isResumed || isFirst ? (session.conversationId ?? '') : deps.ids.uuid(),
    isResumed,
    limit: deps.config.limits.sessions,
    outputBytes: attempt?.outputBytes ?? 0,
  });
  return afterSlot(await deps.store.commit(draft.writes));
}

// The conversation goes on only where the CLI's own transcript is still there.
async function canResume(deps: RoundDeps, { session, agent, workspace }: Scene): Promise<boolean> {
  const spec = await deps.store.findSpec(session.id);
  if (session.attempt === 0 || session.conversationId === null || !agent.can.resume || !spec) return false;
  const places = deps.placesFor(session, workspace);
  const file = agent.transcriptFile({ conversationId: session.conversationId, places, spec });
  return file === null || deps.attempts.hasTranscript(file);
}

async function endIfDone(deps: RoundDeps, scene: Scene): Promise<Look | null> {
  const { session, attempt, sight } = scene;
  const isBusyBehind = sight.is === 'alive' && (attempt?.backgroundTasks ?? 0) > 0;
  if (session.state !== 'idle' || session.ends !== 'after-turn' || isBusyBehind) return null;
  const draft = draftFor(scene, deps);
  draftStopWork(draft, { ending: 'completed', reason: null, text: 'the task is done' });
  await deps.store.commit(draft.writes);
  return 'again';
}

/** Every question of this wait is answered: the asker goes on, or a turn carries the answers. */
async function serveAnswers(deps: RoundDeps, scene: Scene): Promise<Look | null> {
  const { session } = scene;
  const questions = await deps.store.listQuestions({ sessionId: session.id });
  if (questions.some(({ state }) => state === 'open')) return null;
  const answered = questions.filter(
    ({ state, askedAt }) => state === 'answered' && askedAt >= session.stateSince,
  );
  const awaited = await listAwaited(deps, scene, answered);
  const isLive = openTurns(scene.turns, session.attempt).length > 0 && scene.sight.is === 'alive';

  const draft = draftFor(scene, deps);
  if (isLive) draft.writes.push({ kind: 'take-slot', limit: deps.config.limits.sessions });
  draftStep(draft, isLive ? 'answered-live' : 'answered', { note: answered.map(({ id }) => id).join(', ') });
  for (const { id, text, answer } of answered) {
    if (!isLive || !awaited.has(id)) {
      draftTurn(draft, { id: deps.ids.uuid(), kind: 'answer', body: answerText(text, answer ?? '') });
    }
  }
  return afterSlot(await deps.store.commit(draft.writes));
}

async function listAwaited(
  deps: RoundDeps,
  scene: Scene,
  answered: readonly Question[],
): Promise<Set<string>> {
  const awaited = new Set<string>();
  for (const { id, askingKey, attempt } of answered) {
    if (askingKey === null || attempt !== scene.session.attempt) continue;
    if (!(await deps.attempts.hasAskerLeft({ key: askingKey }))) awaited.add(id);
  }
  return awaited;
}

const afterSlot = (result: Awaited<ReturnType<RoundDeps['store']['commit']>>): Look =>
  isSlotFree(result) ? 'again' : { restUntil: null };
