import type { TaskCheckAnswer, VerificationAnswer } from '../../contract/answer/verification.ts';
import { contentOfRow, parseMessageContent, wordsOfMessage } from '../../contract/message-content.ts';
import { findingSubject } from '../../domain/plan/finding-subject.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import type { TaskCheck, TaskRound } from '../../domain/plan/verification.ts';
import type { DesignReport, DesignState } from '../../domain/run/design/design-state.ts';
import type { RunReport } from '../../domain/run/report.ts';
import { renderInstant, renderInstantOrNull } from '../time.ts';

export const taskCheckJson = (check: TaskCheck): TaskCheckAnswer => ({
  task_id: check.taskId,
  number: check.number,
  commit: check.commit,
  started_at: renderInstant(check.startedAt),
  ended_at: renderInstantOrNull(check.endedAt),
  results: check.results.map(({ text, command, file, is, output }) => ({ text, command, file, is, output })),
});

/** Every verdict in the order in which it came; none of a workflow. */
export function verificationsJson(report: RunReport): VerificationAnswer[] {
  const { definition, state } = report.memory;
  if ('plan' in definition) return report.rounds.map((round) => ofTask(definition.plan, round));
  if (!('design' in definition)) return [];
  // What a run of a design remembers was made by its program.
  return (state as DesignState).design.reports.map((judged) => ofVersion(report, judged));
}

function ofTask({ tasks }: Plan, round: TaskRound): VerificationAnswer {
  const task = tasks.find(({ id }) => id === round.taskId);
  return {
    task_id: round.taskId,
    version: null,
    round: round.number,
    is_confirmation: round.isConfirmation,
    verifier: round.verifier,
    verdict: round.verdict,
    summary: round.summary,
    findings: round.findings.map(({ about, text }) => ({
      about,
      subject: task === undefined ? 'other' : findingSubject(task, about),
      text,
    })),
    commit: round.commit,
    at: renderInstant(round.at),
  };
}

function ofVersion({ messages }: RunReport, judged: DesignReport): VerificationAnswer {
  const message = messages.find(({ id }) => id === judged.messageId);
  const parsed = message && parseMessageContent(contentOfRow(message.type, message.content));
  const { findings, summary = '' } = parsed?.ok
    ? wordsOfMessage(parsed.content)
    : { findings: [], summary: '' };
  return {
    task_id: null,
    version: judged.version,
    round: judged.round,
    is_confirmation: false,
    verifier: message?.fromRole ?? null,
    verdict: judged.verdict,
    summary,
    findings: findings.map(({ about, text }) => ({ about, subject: 'other', text })),
    commit: null,
    at: message ? renderInstant(message.createdAt) : null,
  };
}
