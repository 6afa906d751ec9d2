import type { Writers } from './refusal-text.ts';

export type DependencyCode = 'dependency-cycle' | 'base-without-branch' | 'base-taken' | 'result-not-awaited';

const words = (message: string, hint: string) => ({ message, hint });

/** About sessions that wait for others. */
export const DEPENDENCY_WRITERS: Pick<Writers, DependencyCode> = {
  'dependency-cycle': ({ path }) =>
    words(
      `It would wait for itself: ${path.join(' → ')}; nothing was started`,
      'Leave that --after out, or let the other one wait',
    ),
  'base-without-branch': ({ sessionId }) =>
    words(
      `Session ${sessionId} has no branch to begin from: it works without a workspace`,
      `Wait for it alone: --after ${sessionId}`,
    ),
  'base-taken': ({ flag }) =>
    words(
      `--base-on and ${flag} cannot go together; nothing was started`,
      'A workspace begins from one place: leave one of them out',
    ),
  'result-not-awaited': ({ name, sessionId, awaited }) =>
    words(
      `{{result:${name}}} is the result of ${sessionId}, which it does not wait for`,
      `Add --after ${sessionId}; it waits for ${awaited.join(', ')}`,
    ),
};
