import type { TaskRound } from '../../domain/plan/verification.ts';
import { renderInstant } from '../time.ts';

/** One verification as it is shown beside the files of its agent. */
export const renderRoundFile = (round: TaskRound): string =>
  `${JSON.stringify(
    {
      task_id: round.taskId,
      round: round.number,
      is_confirmation: round.isConfirmation,
      verifier: round.verifier,
      verdict: round.verdict,
      summary: round.summary,
      findings: round.findings,
      commit: round.commit,
      at: renderInstant(round.at),
    },
    null,
    2,
  )}\n`;
