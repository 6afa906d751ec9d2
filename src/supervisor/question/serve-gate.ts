import { type Draft, draftTurn, noteOf, unwrap } from '../../app/draft.ts';
import { GIVE_UP } from '../../domain/question/answers.ts';
import { isGateQuestion, tellOfGate } from '../../domain/question/gate-question.ts';
import { deliverAnswer, type Question } from '../../domain/question/question.ts';
import type { Look, RoundDeps } from '../deps.ts';
import type { SessionScene } from '../session/session-scene.ts';
import { endAnswered } from './end-answered.ts';

/** A person gives up what has no gate that could run. Null when nobody said so. */
export async function abandonForGate(
  deps: RoundDeps,
  scene: SessionScene,
  answered: readonly Question[],
): Promise<Look | null> {
  const question = answered.find((one) => isGateQuestion(one) && one.answer === GIVE_UP);
  if (!question) return null;
  const text = 'its gate cannot run, and a person gave it up';
  return endAnswered(deps, scene, { question, ending: 'failed', reason: 'asked', text });
}

/** The agent is told of its gate, if that is the answer. */
export function draftGateAnswer({ ids }: RoundDeps, draft: Draft, question: Question): void {
  const body = tellOfGate(question);
  if (body !== null) draftTurn(draft, { id: ids.uuid(), kind: 'message', body });
  const step = unwrap(deliverAnswer(question, null));
  draft.writes.push({ kind: 'step-question', step, journal: noteOf(draft, question.answer ?? '') });
}
