import { certain, type Draft, draftTurn, noteOf } from '../app/draft.ts';
import { ABANDON, isGateQuestion, tellOfGate } from '../domain/question/gate-question.ts';
import { deliverAnswer, type Question } from '../domain/question/question.ts';
import type { Look, RoundDeps } from './deps.ts';
import { draftStopWork } from './leave-work.ts';
import { draftFor, type Scene } from './scene.ts';

/** A person gives up what has no gate that could run. Null when nobody said so. */
export async function abandonForGate(
  deps: RoundDeps,
  scene: Scene,
  answered: readonly Question[],
): Promise<Look | null> {
  const question = answered.find((one) => isGateQuestion(one) && one.answer === ABANDON);
  if (!question) return null;
  const draft = draftFor(scene, deps);
  draftStopWork(draft, {
    ending: 'failed',
    reason: 'asked',
    text: 'its gate cannot run, and a person gave it up',
  });
  draftGateAnswer(deps, draft, question);
  await deps.store.commit(draft.writes);
  return 'again';
}

/** The agent is told of its gate, if that is the answer. */
export function draftGateAnswer({ ids }: RoundDeps, draft: Draft, question: Question): void {
  const body = tellOfGate(question);
  if (body !== null) draftTurn(draft, { id: ids.uuid(), kind: 'message', body });
  const step = certain(deliverAnswer(question, null));
  draft.writes.push({ kind: 'step-question', step, journal: noteOf(draft, question.answer ?? '') });
}
