import { takeAsking } from '../app/take-asking.ts';
import type { Look, RoundDeps } from './deps.ts';
import type { Scene } from './scene.ts';

/**
 * Takes in what agents ask for through their attempt's folder, each request once, and writes the answers
 * beside.
 */
export async function takeRequests(deps: RoundDeps, { session }: Scene): Promise<Look | null> {
  if (session.attempt === 0) return null;
  let hasTaken = false;
  for (const file of await deps.attempts.listAsking(session.id)) {
    const isNew = (await deps.store.findIntake(file.key)) === undefined;
    const current = (await deps.store.findSession(session.id)) ?? session;
    const answer = await takeAsking(deps, current, file);
    if (answer === 'moved') return 'again';
    if (answer === 'later') await answerIfSettled(deps, file.key, current.id);
    else await deps.attempts.answerAsking(file, JSON.stringify(answer));
    hasTaken ||= isNew;
  }
  return hasTaken ? 'again' : null;
}

// The answer is let through only when the session has its place back, so that an agent never works without
// one.
async function answerIfSettled(deps: RoundDeps, key: string, sessionId: string): Promise<void> {
  const questions = await deps.store.listQuestions({ sessionId });
  const question = questions.find(({ askingKey }) => askingKey === key);
  const session = await deps.store.findSession(sessionId);
  if (!question || question.state === 'open' || session?.state === 'waiting') return;
  const answer =
    question.state === 'answered' || question.state === 'delivered'
      ? { ok: true, text: question.answer ?? '' }
      : { ok: false, text: 'the question was withdrawn: nobody will answer it' };
  await deps.attempts.answerAsking({ key }, JSON.stringify(answer));
}
