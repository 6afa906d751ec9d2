import type * as z from 'zod/mini';
import type { RescueListAnswer } from '../contract/answer/rescue.ts';
import type { Rescue } from '../domain/workspace/rescue.ts';
import { oneLine } from './one-line.ts';
import { renderTable } from './table.ts';
import { renderInstant, renderSecond } from './time.ts';

const COMMIT_LETTERS = 10;

export function renderRescues(rescues: readonly Rescue[]): string {
  if (rescues.length === 0) return 'No rescues\n';
  return renderTable([
    ['RESCUE', 'SAVED', 'COMMIT', 'WHAT'],
    ...rescues.map(({ ref, at, commit, subject }) => [
      ref,
      renderSecond(at),
      commit.slice(0, COMMIT_LETTERS),
      oneLine(subject),
    ]),
  ]);
}

export const rescueListJson = (rescues: readonly Rescue[]): z.infer<typeof RescueListAnswer> => ({
  rescues: rescues.map(({ ref, sessionId, number, commit, at, subject }) => ({
    ref,
    session_id: sessionId,
    number,
    commit,
    at: renderInstant(at),
    subject,
  })),
});
