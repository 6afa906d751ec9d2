import { certain, type Draft, draftTurn, noteOf } from '../app/draft.ts';
import { GIVE_UP } from '../domain/question/answers.ts';
import { isGateQuestion, tellOfGate } from '../domain/question/gate-question.ts';
import { deliverAnswer, type Question } from '../domain/question/question.ts';
import type { Look, RoundDeps } from './deps.ts';
import { endAnswered } from './end-answered.ts';
import type { Scene } from './scene.ts';

/** A person gives up what has no gate that could run. Null when nobody said so. */
export async function abandonForGate(
  deps: RoundDeps,
  scene: Scene,
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
  const step = certain(deliverAnswer(question, null));
  draft.writes.push({ kind: 'step-question', step, journal: noteOf(draft, question.answer ?? '') });
}
