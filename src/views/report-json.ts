import type { EndedSessionAnswer, ReportAnswer } from '../contract/answer/report.ts';
import { howToAnswer } from './question-page.ts';
import { type EndedSession, endedAs, listAtWork, type Report } from './report.ts';
import { renderInstant, renderInstantOrNull } from './time.ts';
import { usageCounts } from './usage-table.ts';

export const reportJson = (report: Report): ReportAnswer => ({
  since: renderInstant(report.since),
  until: renderInstant(report.now),
  completed: endedAs(report, 'completed').map(endedJson),
  failed: endedAs(report, 'failed').map(endedJson),
  killed: endedAs(report, 'killed').map(endedJson),
  cut: report.isCut,
  questions: report.questions.map((question) => ({
    id: question.id,
    kind: question.kind,
    title: question.title,
    session_id: question.sessionId,
    run_id: question.runId,
    text: question.text,
    options: question.options,
    command: howToAnswer(question),
  })),
  live: listAtWork(report).map(({ id, title, state, stateSince }) => ({
    session_id: id,
    title,
    state,
    since: renderInstant(stateSince),
  })),
  usage: { ...usageCounts(report.usage), duration_ms: report.usage.durationMs },
});

export const endedJson = ({ session, costUsd, work }: EndedSession): EndedSessionAnswer => ({
  session_id: session.id,
  title: session.title,
  agent: session.persona,
  run: session.runId,
  ended_at: renderInstantOrNull(session.endedAt),
  reason: session.reason,
  reason_text: session.reasonText,
  cost_usd: costUsd,
  work: work
    ? {
        branch: work.branch === '' ? null : work.branch,
        source: work.source,
        commits: work.commits,
        ...work.size,
        uncommitted: work.uncommitted,
      }
    : null,
  work_known: work !== undefined,
});
