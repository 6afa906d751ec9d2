import { type Draft, draftStep } from '../../app/draft.ts';
import type { AgentLogin } from '../../domain/agent/agent.ts';
import { GIVE_UP } from '../../domain/question/answers.ts';
import { isLoginQuestion, wordLogin } from '../../domain/question/login-question.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Look, RoundDeps } from '../deps.ts';
import { endProcess } from '../session/end-process.ts';
import { isOnScreen, type SessionScene } from '../session/session-scene.ts';
import { draftQuestion } from './ask-person.ts';
import { endAnswered } from './end-answered.ts';

type Refused = Readonly<{ login: AgentLogin; words: string; hash: (text: string) => string }>;

/** The session waits until a person has logged in, or gives it up. */
export function draftLogin(draft: Draft, { login, words, hash }: Refused): void {
  draftStep(draft, 'asked', { note: 'nobody is logged in' });
  draftQuestion(draft, wordLogin({ login, words }), hash);
}

/**
 * A process that was refused stays refused, so it makes place for the next one: at once, or after the answer
 * where a person may log in on its screen. Null when nothing of this is to be done any more.
 */
export async function serveLogin(
  deps: RoundDeps,
  scene: SessionScene,
  questions: readonly Question[],
): Promise<Look | null> {
  const unsettled = questions.filter(({ state }) => state === 'open' || state === 'answered');
  const asked = unsettled.filter(isLoginQuestion);
  const givenUp = asked.find(({ answer }) => answer === GIVE_UP);
  if (givenUp) return giveUp(deps, scene, givenUp);
  const [first] = asked;
  if (!first || scene.sight.is !== 'alive') return null;
  const onScreen = isOnScreen(scene.session, scene.agent);
  const leavesAt = onScreen ? first.answeredAt : first.askedAt;
  if (leavesAt === null) return null;
  const sinceMs = deps.clock.now() - leavesAt;
  return endProcess(deps, scene.ref, {
    ending: 'completed',
    isMidTurn: false,
    isOnScreen: onScreen,
    sinceMs,
  });
}

function giveUp(deps: RoundDeps, scene: SessionScene, question: Question): Promise<Look> {
  const [why = ''] = question.text.split('\n');
  const text = `${why} A person gave it up.`;
  return endAnswered(deps, scene, { question, ending: 'failed', reason: 'asked', text });
}
