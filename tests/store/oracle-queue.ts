import { compareWork } from '../../src/domain/queue/order.ts';
import { standingOf } from '../../src/domain/queue/standing.ts';
import { stepWork, type WorkItem, type WorkState } from '../../src/domain/queue/work-item.ts';
import type { WorkFilter, Write } from '../../src/store/store.ts';

type ClaimNext = Extract<Write, { kind: 'claim-next' }>;
type StepWork = Extract<Write, { kind: 'step-work' }>;

/** The queue of the store without a database. */
export const matchingWork = (works: readonly WorkItem[], { states, rig, label }: WorkFilter): WorkItem[] =>
  works
    .filter((it) => states === undefined || states.includes(it.state))
    .filter((it) => rig === undefined || it.rig === rig)
    .filter((it) => label === undefined || it.labels.includes(label))
    .sort(compareWork);

export function readyWork(works: readonly WorkItem[], filter: WorkFilter, at: number): WorkItem | undefined {
  const states = new Map(works.map(({ id, state }) => [id, state]));
  return matchingWork(works, filter).find((it) => standingOf(it, states, at) === 'ready');
}

/** The step that a claim of whatever is ready comes to; undefined when nothing is. */
export function claimStep(works: readonly WorkItem[], write: ClaimNext): StepWork | undefined {
  const { claim, filter, journal } = write;
  const work = readyWork(works, filter, claim.at);
  const { holder, until: leaseUntil, sessionId } = claim;
  const step = work && stepWork(work, 'claim', { at: claim.at, patch: { holder, leaseUntil, sessionId } });
  return step?.ok ? { kind: 'step-work', step: step.value, journal } : undefined;
}

export function countWork(works: readonly WorkItem[]): Partial<Record<WorkState, number>> {
  const tally: Partial<Record<WorkState, number>> = {};
  for (const { state } of works) tally[state] = (tally[state] ?? 0) + 1;
  return tally;
}

/** What no step may change. */
export function settledAtBirth(it: WorkItem): Partial<WorkItem> {
  const { id, title, body, rig, actor, labels, needs, retries, deadline, gate, template } = it;
  const { contentHash, source, createdAt } = it;
  const spec = { id, title, body, rig, actor, labels, needs, retries, deadline, gate, template };
  return { ...spec, contentHash, source, createdAt };
}
