import { WorkRef } from '../../contract/queue.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { styleFor } from '../../views/style.ts';
import { renderWork, workReportJson } from '../../views/work-view.ts';
import { type AgentRequest, type AskingOutcome, commitIntake, said } from '../asking/request.ts';
import { verb } from '../verb.ts';
import { denyWork, type QueueAskingDeps } from './agent-queue.ts';
import { findWork } from './find-work.ts';
import type { QueueDeps } from './queue-deps.ts';
import { viewOne, type WorkView } from './view-work.ts';

const MOST_LINES = 1_000;

export type WorkReport = WorkView & Readonly<{ history: readonly JournalEntry[] }>;

/** One work item with all that happened to it. */
export async function showWork(
  { store, clock }: Pick<QueueDeps, 'store' | 'clock'>,
  { workId }: WorkRef,
): Promise<Outcome<WorkReport>> {
  const found = await findWork(store, workId);
  if (!found.ok) return found;
  const history = await store.listJournal({ after: 0, limit: MOST_LINES, workId });
  return accept({ ...(await viewOne(store, found.value, clock.now())), history });
}

async function intake(deps: QueueAskingDeps, { file, input }: AgentRequest<WorkRef>): Promise<AskingOutcome> {
  const report = await showWork(deps, input);
  if (!report.ok) return denyWork(deps, file, report.refusal);
  const text = renderWork(report.value, styleFor(false));
  return commitIntake(deps, { file, answer: said(text, workReportJson(report.value)) });
}

export const showWorkVerb = verb({
  name: 'queue.show',
  summary: 'Show one work item and its history',
  asks: 'anyone',
  reads: true,
  input: WorkRef,
  answer: async () => (await import('../../contract/answer/queue.ts')).WorkReportAnswer,
  run: showWork,
  intake,
  json: workReportJson,
});
