import type { Message } from '../../domain/message/message.ts';
import type { DesignReport } from '../../domain/run/design/design-state.ts';

type Judged = Readonly<{ plan: string; runId: string; report: DesignReport; message: Message | null }>;

/** `design_verification/round_<n>.json`: one verdict on one version. */
export function renderDesignReport({ plan, runId, report, message }: Judged): string {
  const { summary = '', findings = [] } = message?.content ?? {};
  const shown = {
    plan,
    run_id: runId,
    round: report.round,
    version: report.version,
    verdict: report.verdict,
    summary,
    findings,
    verified_by: message?.fromRole ?? null,
    verified_at: message === null ? null : new Date(message.createdAt).toISOString(),
  };
  return `${JSON.stringify(shown, null, 2)}\n`;
}
