import type { PlanStatusAnswer } from '../../contract/answer/plan-run.ts';
import type { Note } from '../../domain/note/note.ts';
import type { Question } from '../../domain/question/question.ts';
import { isStale, type PlanDefinition, type PlanState } from '../../domain/run/plan/plan-state.ts';
import { standingsOf, type TaskStanding } from '../../domain/run/plan/standing.ts';
import { criteriaOf } from '../../domain/run/plan/task-report.ts';
import type { RoleReport, RunReport } from '../../domain/run/report.ts';
import type { Run } from '../../domain/run/run.ts';
import { noteJson } from '../note-list.ts';
import { runJson } from '../run-status.ts';
import { renderInstantOrNull } from '../time.ts';

/** A run of a plan, with all that is known of it and the notes that are not settled. */
export type PlanProgress = Readonly<{
  run: Run;
  definition: PlanDefinition;
  state: PlanState;
  report: RunReport;
  notes: readonly Note[];
}>;

/** One task as it is shown. */
export type TaskLine = TaskStanding &
  Readonly<{
    beganAt: number | null;
    elapsedMs: number;
    /** Of its agent, which may have other tasks too. */
    costUsd: number;
    openNotes: number;
    questions: readonly Question[];
  }>;

/** Every task with its time, its cost, its notes and what is asked about it. */
export function taskLinesOf(progress: PlanProgress): readonly TaskLine[] {
  const { definition, state, report } = progress;
  const spans = spansOf(report);
  const standings = standingsOf(definition.plan, state);
  const costs = costsOf(report.roles);
  return standings.map((standing) => {
    const { task, progress: own } = standing;
    const turns = own.given.flatMap((round) => spans.get(round) ?? []);
    const beganAt = turns.length === 0 ? null : Math.min(...turns.map(({ from }) => from));
    const isOver = own.status === 'verified' || report.run.endedAt !== null;
    const until = isOver ? Math.max(0, ...turns.map(({ to }) => to)) : report.now;
    return {
      ...standing,
      beganAt,
      elapsedMs: beganAt === null ? 0 : Math.max(0, until - beganAt),
      costUsd: costs.get(task.role) ?? 0,
      openNotes: progress.notes.filter(({ sessionId }) => isOfTask(progress, standing, sessionId)).length,
      questions: openQuestions(progress).filter((question) => taskOfQuestion(progress, question) === task.id),
    };
  });
}

type Span = Readonly<{ from: number; to: number }>;

/** When each round of the run was worked on: turns carry the round that they were given in. */
function spansOf({ roles }: RunReport): ReadonlyMap<number, readonly Span[]> {
  const spans = new Map<number, Span[]>();
  for (const { round, createdAt, changedAt } of roles.flatMap(({ turns }) => turns)) {
    if (round === null) continue;
    const known = spans.get(round);
    const span = { from: createdAt, to: changedAt };
    if (known === undefined) spans.set(round, [span]);
    else known.push(span);
  }
  return spans;
}

const costOf = ({ attempts }: RoleReport): number => attempts.reduce((sum, { costUsd }) => sum + costUsd, 0);

function costsOf(roles: readonly RoleReport[]): ReadonlyMap<string, number> {
  const costs = new Map<string, number>();
  for (const one of roles) {
    const role = one.session.role ?? '';
    costs.set(role, (costs.get(role) ?? 0) + costOf(one));
  }
  return costs;
}

export const totalCost = ({ report: { roles } }: PlanProgress): number =>
  roles.reduce((sum, one) => sum + costOf(one), 0);

export const openQuestions = ({ report: { questions } }: PlanProgress): readonly Question[] =>
  questions.filter(({ state }) => state === 'open');

const roleOfSession = ({ report: { roles } }: PlanProgress, sessionId: string | null): string | null =>
  roles.find(({ session }) => session.id === sessionId)?.session.role ?? null;

/** Notes are of a session; the task that its role is at work on is meant. */
const isOfTask = (
  progress: PlanProgress,
  { task, progress: own }: TaskStanding,
  sessionId: string,
): boolean =>
  own.status !== 'pending' && own.status !== 'verified' && roleOfSession(progress, sessionId) === task.role;

/** A question of the run is about the task that it names; one of a session about the task of its role. */
export function taskOfQuestion(progress: PlanProgress, { sessionId }: Question): string | null {
  const { pending } = progress.state;
  if (sessionId === null) return pending?.about === 'task' ? pending.task : null;
  const role = roleOfSession(progress, sessionId);
  const { state, definition } = progress;
  const standing = standingsOf(definition.plan, state).find(
    ({ task, progress: { status, round } }) =>
      (task.role === role && (status === 'working' || status === 'completion_drive_review')) ||
      (task.verifier === role && status === 'ready_for_verification' && round !== null),
  );
  return standing?.task.id ?? null;
}

export function planStatusJson(progress: PlanProgress): PlanStatusAnswer {
  const { run, report } = progress;
  const {
    run_id,
    goal,
    state,
    reason,
    progress: done,
    created_at,
    ended_at,
    elapsed_ms,
  } = runJson(run, report.now);
  return {
    plan: progress.definition.plan.name,
    ...{ run_id, goal, state, reason, progress: done, created_at, ended_at, elapsed_ms },
    cost_usd: totalCost(progress),
    tasks: taskLinesOf(progress).map(({ task, progress: own, waits, beganAt, elapsedMs, openNotes }) => ({
      task_id: task.id,
      role: task.role,
      verifier: task.verifier,
      status: own.status,
      waits_for: [...waits],
      verifications: own.judged,
      criteria: criteriaOf(own),
      is_stale: isStale(own),
      began_at: renderInstantOrNull(beganAt),
      elapsed_ms: elapsedMs,
      open_notes: openNotes,
    })),
    agents: report.roles.map((one) => ({
      role: one.session.role ?? '',
      session_id: one.session.id,
      state: one.session.state,
      cost_usd: costOf(one),
    })),
    notes: progress.notes.map(noteJson),
    questions: openQuestions(progress).map((question) => ({
      id: question.id,
      role: roleOfSession(progress, question.sessionId),
      task_id: taskOfQuestion(progress, question),
      text: question.text,
      options: question.options,
    })),
  };
}
