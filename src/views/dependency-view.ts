import type { DependenciesAnswer } from '../contract/answer/session.ts';
import { dependencyIds } from '../domain/session/dependency.ts';
import type { Session } from '../domain/session/session.ts';
import type { AwaitedSession } from './session-view.ts';

/** For programs. */
export function dependenciesJson({ dependencies }: Session): DependenciesAnswer | null {
  if (dependencies === null) return null;
  const { all, any, end, onFailed, baseOn } = dependencies;
  return { after: all, after_any: any, after_end: end, on_failed: onFailed, base_on: baseOn };
}

/** What a session that has not begun comes after; null for every other one. */
export function afterText({ dependencies, attempt, endedAt }: Session): string | null {
  if (dependencies === null || attempt > 0 || endedAt !== null) return null;
  const [first, ...others] = dependencyIds(dependencies);
  return `after ${first}${others.length === 0 ? '' : ` and ${others.length} more`}`;
}

/** "until a and b have completed": what a session that has not begun waits for; null for every other one. */
export function untilText({ dependencies, attempt, endedAt }: Session): string | null {
  if (dependencies === null || attempt > 0 || endedAt !== null) return null;
  const { all, any, end } = dependencies;
  const parts = [
    ...(all.length === 0 ? [] : [`${all.join(' and ')} ${all.length === 1 ? 'has' : 'have'} completed`]),
    ...(any.length === 0 ? [] : [`one of ${any.join(', ')} has completed`]),
    ...(end.length === 0 ? [] : [`${end.join(' and ')} ${end.length === 1 ? 'is' : 'are'} over`]),
  ];
  return parts.length === 0 ? null : `until ${parts.join(', and ')}`;
}

const HOW: Readonly<Record<string, string>> = { any: 'any of, ', end: 'its end, ' };

/** Each with how it stands. */
export const awaitedText = (awaited: readonly AwaitedSession[]): string | null =>
  awaited.length === 0
    ? null
    : awaited.map(({ id, needs, status }) => `${id} (${HOW[needs] ?? ''}${status ?? 'unknown'})`).join(', ');
