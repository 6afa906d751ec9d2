import type { PlanVersion } from '../../domain/plan/version/plan-version.ts';
import { versionOfQuestion } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Store } from '../../store/store.ts';

export type WaitingDesign = Readonly<{ question: Question; version: PlanVersion }>;

/** The design of a plan that a person is asked about; null when none is. */
export async function findWaiting(store: Store, plan: string): Promise<WaitingDesign | null> {
  for (const question of await store.listQuestions({ state: 'open' })) {
    const id = versionOfQuestion(question);
    const version = id === null ? undefined : await store.findPlanVersion(id);
    if (version?.plan === plan) return { question, version };
  }
  return null;
}
