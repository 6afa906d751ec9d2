import { intakeRequest } from '../../app/asking/intake-request.ts';
import { said } from '../../app/asking/request.ts';
import { draftTouch, openDraft } from '../../app/draft.ts';
import { answerWait } from '../../app/session/await-children.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Session } from '../../domain/session/session.ts';
import type { RoundDeps } from '../deps.ts';
import { askingKeyOf, draftCarried } from '../question/carry-answers.ts';
import type { SessionScene } from './session-scene.ts';

/** An agent can ask for thousands of things at once; other sessions have their turn in between. */
const ANSWERED_AT_ONCE = 10;
const LETTERS_AT_ONCE = 16 * 1024 * 1024;

/**
 * Takes in what agents ask for through their attempt's folder, each request once, and writes the answers
 * beside. `more`: there may be others, which the next round takes in.
 */
export async function intakeRequests(deps: RoundDeps, scene: SessionScene): Promise<'again' | 'more' | null> {
  const { session } = scene;
  if (session.attempt === 0) return null;
  const isLeft = scene.observation.is !== 'alive';
  let hasTaken = false;
  let answered = 0;
  let letters = 0;
  for (const file of await deps.attempts.listAsking(session.id)) {
    const isNew = (await deps.store.findIntake(file.key)) === undefined;
    const current = (await deps.store.findSession(session.id)) ?? session;
    const answer = await intakeRequest(deps, current, { ...file, isLeft });
    if (answer === 'moved') return 'again';
    if (answer === 'later') {
      await answerIfSettled(deps, scene, file.key);
      await answerAwaiting(deps, scene, file.key);
    }
    if (answer !== 'later') {
      await deps.attempts.answerAsking(file, JSON.stringify(answer));
      answered += 1;
    }
    hasTaken ||= isNew;
    letters += file.text.length;
    const isEnough = answered === ANSWERED_AT_ONCE || (hasTaken && letters > LETTERS_AT_ONCE);
    if (isEnough) return 'more';
  }
  return hasTaken ? 'again' : null;
}

// The answer is let through only when the session has its slot back, so that an agent never works without
// one.
async function answerIfSettled(
  deps: RoundDeps,
  { session: { id }, observation }: SessionScene,
  key: string,
): Promise<void> {
  const questions = await deps.store.listQuestions({ sessionId: id });
  const question = questions.find((one) => askingKeyOf(one) === key);
  const session = await deps.store.findSession(id);
  if (!question || question.state === 'open' || !session || session.state === 'waiting') return;
  const isForsaken = observation.is !== 'alive' || (await deps.attempts.hasAskerLeft({ key }));
  if (isForsaken && !(await ensureCarried(deps, session, question))) return;
  const answer =
    question.state === 'answered' || question.state === 'delivered'
      ? said(question.answer ?? '', { question_id: question.id, answer: question.answer ?? '' })
      : { ok: false, text: 'the question was withdrawn: no answer will come' };
  await deps.attempts.answerAsking({ key }, JSON.stringify(answer));
}

/** A session that waited for others goes on with the answer once it has its slot back. */
async function answerAwaiting(
  deps: RoundDeps,
  { session: { id } }: SessionScene,
  key: string,
): Promise<void> {
  const session = await deps.store.findSession(id);
  if (!session || session.childWait?.key !== key || session.state === 'waiting') return;
  const answer = await answerWait(deps, session.childWait);
  if (answer !== null) await deps.attempts.answerAsking({ key }, JSON.stringify(answer));
}

/**
 * The process that waited for the answer is gone, so a turn carries it. False when another writer was
 * faster: look again.
 */
async function ensureCarried(deps: RoundDeps, session: Session, question: Question): Promise<boolean> {
  if (question.state !== 'delivered' || session.state === 'stopping') return true;
  const draft = openDraft(session, await deps.store.listTurns(session.id), {
    at: deps.clock.now(),
    by: deps.by,
  });
  if (!draftCarried(deps, draft, question)) return true;
  draftTouch(draft);
  return (await deps.store.commit(draft.writes)).saved;
}
