import { approvedIds, type WorkflowState } from '../workflow/state.ts';
import type { WantedArtifact } from './artifact.ts';
import type { RecordedMessage, RunRecord } from './record.ts';

/** What the roles delivered, by whether it counts. */
export type Work = Readonly<{
  approved: readonly RecordedMessage[];
  /** Went on without a review. */
  unreviewed: readonly RecordedMessage[];
  /** Sent back, replaced by a later round, or never looked at. */
  leftOut: readonly RecordedMessage[];
}>;

const DELIVERIES: ReadonlySet<string> = new Set(['task', 'finding', 'artifact', 'result']);

export const isDelivery = ({ content }: RecordedMessage): boolean => DELIVERIES.has(content.type);

export function sortWork({ state, said }: Pick<RunRecord, 'state' | 'said'>): Work {
  const counts = new Set(approvedIds(state));
  const work = said.filter(isDelivery);
  const approved = work.filter(({ id }) => counts.has(id));
  const unreviewed = work.filter((one) => isUnreviewed(state, one) && !isReplaced(one, approved));
  const known = new Set([...approved, ...unreviewed]);
  return { approved, unreviewed, leftOut: work.filter((one) => !known.has(one)) };
}

const isUnreviewed = ({ unreviewed }: WorkflowState, { id }: RecordedMessage): boolean =>
  unreviewed.includes(id);

// What no review saw in one stage may have been sent back by a later one.
const isReplaced = (one: RecordedMessage, approved: readonly RecordedMessage[]): boolean =>
  approved.some(
    ({ id, role, round }) => id === one.id || (role === one.role && (round ?? 0) > (one.round ?? 0)),
  );

/** The files that belong to the result: named by work that counts, each once, as it was named last. */
export function listWanted(record: Pick<RunRecord, 'state' | 'said'>): readonly WantedArtifact[] {
  const { approved, unreviewed } = sortWork(record);
  // What was approved comes last: a path without a review in one message may be approved in another.
  const wanted = [
    ...unreviewed.flatMap((one) => wantedOf(one, false)),
    ...approved.flatMap((one) => wantedOf(one, true)),
  ];
  return wanted.filter(
    ({ role, path }, index) => !wanted.slice(index + 1).some((one) => one.role === role && one.path === path),
  );
}

const wantedOf = ({ id, role, content }: RecordedMessage, isApproved: boolean): readonly WantedArtifact[] =>
  content.type === 'artifact'
    ? [{ messageId: id, role, path: content.path, summary: content.summary, isApproved }]
    : [];
