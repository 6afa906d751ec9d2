import type { Agent, Handover } from '../../domain/agent/agent.ts';
import { orderInput } from '../../domain/attempt/input-lines.ts';
import { effectOf } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import { promptText, taskOf } from '../../domain/session/prompt-text.ts';
import type { SessionMode } from '../../domain/session/session.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import type { RoundDeps } from '../deps.ts';
import type { SessionScene } from './session-scene.ts';

/** Makes the attempt's input hold everything that was handed to it, in order. Follows from the rows alone. */
export async function ensureInput({ attempts, store }: RoundDeps, scene: SessionScene): Promise<void> {
  const { session, agent, ref } = scene;
  const questions = await store.listQuestions({ sessionId: session.id, state: 'delivered' });
  const answers = questions.flatMap((question) => {
    if (question.attempt !== session.attempt || question.line === null) return [];
    const text = answerLine(agent, question, session.mode);
    return text === null ? [] : [{ text, place: question.line }];
  });
  const turns = inputTurns(scene).map((turn) => ({ text: agent.renderTurn(turn), place: null }));
  await attempts.ensureInput(ref, orderInput([...turns, ...answers]));
}

/** The turns of this attempt with the words that they are handed over with. */
export function inputTurns({ session, turns, attempt }: SessionScene): Turn[] {
  return turns
    .filter((turn) => turn.attempt === session.attempt && turn.state !== 'queued')
    .map((turn, place) => ({
      ...turn,
      body: promptText(turn, taskOf(turns, turn), place > 0 || attempt?.resumed === true),
    }));
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
