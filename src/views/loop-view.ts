import type { LoopAnswer, LoopListAnswer } from '../contract/answer/loop.ts';
import { type Loop, listActive } from '../domain/loop/loop.ts';
import { renderDuration } from './duration.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';
import { renderInstant, renderInstantOrNull } from './time.ts';

export function renderLoopTable(loops: readonly Loop[], now: number, style: Style): string {
  if (loops.length === 0) return 'No loops\n';
  const rows = loops.map((loop) => [
    style.bold(loop.id),
    loop.state,
    loop.persona,
    `iteration ${loop.iteration}`,
    renderCounts(loop),
    renderDuration((loop.endedAt ?? now) - loop.createdAt),
    loop.questionId === null ? '' : `swarm answer ${loop.questionId} …`,
  ]);
  return renderTable(rows);
}

/** "3 done, 1 failed, 2 at work, 1 set aside". */
function renderCounts(loop: Loop): string {
  const active = listActive(loop).length;
  const aside = loop.atWork.length - active;
  const words = `${loop.doneCount} done, ${loop.failedCount} failed, ${active} at work`;
  return aside === 0 ? words : `${words}, ${aside} set aside`;
}

export const loopJson = (loop: Loop): LoopAnswer => ({
  loop_id: loop.id,
  state: loop.state,
  persona: loop.persona,
  cli: loop.cli,
  model: loop.model,
  concurrency: loop.concurrency,
  max_waiting: loop.maxWaiting,
  max_iterations: loop.maxIterations,
  until_empty: loop.untilEmpty,
  delay_ms: loop.delayMs,
  work_dir: loop.workDir,
  rig: loop.rig,
  label: loop.label,
  actor: loop.actor,
  iteration: loop.iteration,
  done: loop.doneCount,
  failed: loop.failedCount,
  consecutive_failures: loop.failures,
  at_work: loop.atWork.map(({ number, sessionId, workId, isAside = false, held, shelf }) => ({
    iteration: number,
    session_id: sessionId,
    work_item: workId,
    is_set_aside: isAside,
    held_because: held?.why ?? null,
    rescue: shelf?.ref ?? null,
  })),
  question_id: loop.questionId,
  reason: loop.reasonText,
  next_at: renderInstantOrNull(loop.nextAt),
  created_at: renderInstant(loop.createdAt),
  ended_at: renderInstantOrNull(loop.endedAt),
});

export const loopListJson = (loops: readonly Loop[]): LoopListAnswer => ({ loops: loops.map(loopJson) });
