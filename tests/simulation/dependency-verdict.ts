import { listChains, progressIn } from '../../src/app/session/dependency-chains.ts';
import { decideDependencies, dependencyIds, progressOf } from '../../src/domain/session/dependency.ts';
import type { Session, SessionState } from '../../src/domain/session/session.ts';
import type { Setting } from './crew.ts';

type Evidence = Pick<Setting, 'store' | 'judge'>;

/** It waits for one that is not over, or a person said that it is to wait for another try. */
export function isAwaiting(sessions: readonly Session[], session: Session): boolean {
  const { state, attempt, dependencies } = session;
  if (dependencies === null || attempt > 0 || (state !== 'created' && state !== 'idle')) return false;
  const progress = new Map(
    dependencyIds(dependencies).map((id) => [id, progressOf(chainOf(sessions, id))] as const),
  );
  const { is } = decideDependencies(dependencies, progress);
  return is === 'wait' || (is === 'unmet' && state === 'idle');
}

function chainOf(sessions: readonly Session[], id: string): readonly SessionState[] {
  const next = sessions.find(({ continues }) => continues === id);
  const own = sessions.filter((one) => one.id === id).map(({ state }) => state);
  return next ? [...own, ...chainOf(sessions, next.id)] : own;
}

/** Nothing that waits for others began too early, waits for what is there, or ignores a failure. */
export async function judgeDependent({ store, judge }: Evidence, session: Session): Promise<void> {
  const { id, state, attempt, reason, dependencies } = session;
  if (dependencies === null) return;
  const chains = await listChains(store, dependencies);
  const { is } = decideDependencies(dependencies, progressIn(chains));
  const questions = await store.listQuestions({ sessionId: id });
  const wasAsked = questions.some(({ kind }) => kind === 'dependency');
  const isOpen = questions.some((one) => one.state === 'open');
  if (attempt > 0)
    return judge.demand(is === 'ready' || wasAsked, `${id} began, and what it waits for is ${is}`);
  if (state === 'created') judge.demand(is !== 'unmet', `${id} waits for what failed`);
  if (reason === 'dependency')
    judge.demand(is !== 'ready' || wasAsked, `${id} ended, and all it needs is there`);
  if (state === 'idle') judge.demand(is !== 'ready' || isOpen, `${id} rests, and all it needs is there`);
}
