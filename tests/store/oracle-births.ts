import type { Loop } from '../../src/domain/loop/loop.ts';
import type { Session } from '../../src/domain/session/session.ts';

/** What no step may change. */
export function settledAtBirth(it: Session): Partial<Session> {
  const { id, runId, role, persona, cli, ends, parentId, depth, priority, tags, metadata, key } = it;
  const { contentHash, hasWorkspace, createdAt, raceId } = it;
  const who = { id, runId, role, persona, cli, ends, parentId, depth, priority, tags, metadata, key };
  return { ...who, raceId, contentHash, hasWorkspace, createdAt };
}

/** The same of a loop. */
export function loopAtBirth(it: Loop): Partial<Loop> {
  const { id, persona, cli, model, concurrency, maxIterations, untilEmpty, delayMs, template } = it;
  const { hasWorkspace, gate, createdAt } = it;
  const bounds = { concurrency, maxIterations, untilEmpty, delayMs };
  return { id, persona, cli, model, ...bounds, template, hasWorkspace, gate, createdAt };
}
