import type { Agent, Handover, LaunchInput, PermissionAnswer } from '../../domain/agent/agent.ts';
import type { Attempt } from '../../domain/attempt/attempt.ts';
import { orderInput } from '../../domain/attempt/input-lines.ts';
import { toUsd } from '../../domain/budget/account.ts';
import { effectOf, grantsOf } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import { RESERVATION_FILE } from '../../domain/reservation/hook-script.ts';
import { promptText } from '../../domain/session/prompt-text.ts';
import type { Session, SessionMode } from '../../domain/session/session.ts';
import { handedTurns, type Turn } from '../../domain/turn/turn.ts';
import type { RoundDeps } from '../deps.ts';
import { findForkSource } from './inherit-conversation.ts';
import type { SessionScene } from './session-scene.ts';

/**
 * Makes the attempt's input hold everything that was handed to it, in order. Follows from the rows alone.
 * Gives back when there is more to send; null when that depends on other things than time.
 */
export async function ensureInput(deps: RoundDeps, scene: SessionScene): Promise<number | null> {
  const { session, agent, ref } = scene;
  const delivered = await deps.store.listQuestions({ sessionId: session.id, state: 'delivered' });
  const questions = delivered.filter(({ attempt, line }) => attempt === session.attempt && line !== null);
  if (agent.protocol) return ensureProtocolInput(deps, scene, questions);
  const answers = questions.flatMap((question) => {
    const text = answerLine(agent, question, session.mode);
    return text === null ? [] : [{ text, index: question.line }];
  });
  const turns = inputTurns(scene).map((turn) => ({ text: agent.renderTurn(turn), index: null }));
  await deps.attempts.ensureInput(ref, orderInput([...turns, ...answers]));
  return null;
}

// A session that goes on later has its turn broken off in good order before its process leaves.
const isCancelled = ({ state, isInterrupted }: SessionScene['session']): boolean =>
  state === 'parked' || isInterrupted;

async function ensureProtocolInput(
  deps: RoundDeps,
  scene: SessionScene,
  questions: readonly Question[],
): Promise<number | null> {
  const { session, agent, ref, attempt } = scene;
  const turns = inputTurns(scene);
  const launch = await launchOf(deps, scene);
  const before = launch.resume ? await listAttemptsBefore(deps, session) : [];
  const input = agent.protocol?.write(attempt?.protocolState ?? null, {
    launch,
    turns,
    answers: questions.flatMap(decisionOf),
    isCancelled: isCancelled(session),
    heardBefore: before.flatMap(({ heardAt }) => (heardAt === null ? [] : [heardAt])),
    now: deps.clock.now(),
  });
  await deps.attempts.ensureInputLines(ref, input?.lines ?? []);
  return input?.moreAt ?? null;
}

/** Also those of the session whose conversation it goes on with. */
async function listAttemptsBefore({ store }: RoundDeps, session: Session): Promise<readonly Attempt[]> {
  const own = (await store.listAttempts(session.id)).filter(({ number }) => number < session.attempt);
  return session.continues === null ? own : [...(await store.listAttempts(session.continues)), ...own];
}

function decisionOf(question: Question): readonly PermissionAnswer[] {
  const effect = effectOf(question);
  return effect.do === 'reply' && effect.reply.is === 'decision' ? [effect.reply.decision] : [];
}

/** All that the adapter is told of an attempt. Follows from the rows, so it is the same at any time. */
export async function launchOf(deps: RoundDeps, scene: SessionScene): Promise<LaunchInput> {
  const { session, attempt, workspace } = scene;
  const paths = deps.pathsFor(session, workspace);
  const spec = await deps.store.findSpec(session.id);
  const [turn] = inputTurns(scene);
  if (!spec || !turn || !attempt) throw new Error(`session ${session.id} is starting without a task`);
  return {
    session,
    spec,
    turn,
    attempt: session.attempt,
    conversationId: attempt.conversationId ?? session.conversationId ?? '',
    resume: attempt.resumed,
    forkOf: await findForkSource(deps, session, attempt),
    paths,
    grants: grantsOf(await deps.store.listQuestions({ sessionId: session.id })),
    settings: {
      maxTurns: deps.config.claude.maxTurns,
      allowedTools: deps.config.claude.allowedTools,
      schema: spec.schema,
      allowanceUsd: attempt.capMicroUsd === null ? null : toUsd(attempt.capMicroUsd),
      reservationFile:
        deps.config.reservations.enforce === 'off' ? null : `${paths.project}/${RESERVATION_FILE}`,
      hasMcp: deps.config.mcp.sessions === 'on',
    },
  };
}

/** The turns of this attempt with the words that they are handed over with. */
export function inputTurns({ session, turns, attempt, lastWords, earlier }: SessionScene): Turn[] {
  return handedTurns(turns, session.attempt).map((turn, index) => {
    const isResumed = index > 0 || attempt?.resumed === true;
    return { ...turn, body: promptText(turn, { turns, isResumed, lastWords, earlier }) };
  });
}

/** The line of input that answers a request of the agent CLI; null when the answer takes another way. */
export function answerLine(agent: Agent, question: Question, mode: SessionMode): string | null {
  const handover = answerHandover(agent, question, mode);
  return handover?.by === 'line' ? handover.line : null;
}

/** How the answer to a request of the agent CLI goes back to it. */
export function answerHandover(agent: Agent, question: Question, mode: SessionMode): Handover | undefined {
  const effect = effectOf(question);
  if (effect.do !== 'reply') return undefined;
  const { reply } = effect;
  return reply.is === 'decision'
    ? agent.renderAnswer?.(reply.decision, mode)
    : agent.renderReply?.(reply.words, mode);
}
