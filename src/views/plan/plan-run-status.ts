import { isSettled, type Note, noteLabel } from '../../domain/note/note.ts';
import { doersOf, type PlanTask, tasksBy, verifiersOf } from '../../domain/plan/plan.ts';
import type { PlanSight } from '../../domain/run/plan/plan-sight.ts';
import { progressOfTask, type TaskStatus } from '../../domain/run/plan/plan-state.ts';
import { isRunOver, type Run } from '../../domain/run/run.ts';
import type { Session } from '../../domain/session/session.ts';
import { renderInstant, renderInstantOrNull } from '../time.ts';
import { rolesBefore } from './coordination-plan.ts';

/** All that the status of a plan is drawn from. */
export type PlanRows = Readonly<{
  run: Run;
  sight: PlanSight;
  sessions: readonly Session[];
  notes: readonly Note[];
}>;

/** The rows by role: a plan may have thousands of them. */
type Indexed = PlanRows &
  Readonly<{
    tasks: ReadonlyMap<string, readonly PlanTask[]>;
    verified: ReadonlyMap<string, readonly PlanTask[]>;
    before: ReadonlyMap<string, readonly string[]>;
    /** Its newest one. */
    session: ReadonlyMap<string | null, Session>;
    notesOf: NotesOf;
  }>;

const indexed = (rows: PlanRows): Indexed => ({
  ...rows,
  tasks: tasksBy('role', rows.sight.plan),
  verified: tasksBy('verifier', rows.sight.plan),
  before: rolesBefore(rows.sight.plan),
  session: new Map(rows.sessions.map((session) => [session.role, session])),
  notesOf: notesByTask(rows),
});

/** What a role noted for a task, in all of its sessions. */
export type NotesOf = (role: string, taskId: string) => readonly Note[];

export function notesByTask({ sessions, notes }: Pick<PlanRows, 'sessions' | 'notes'>): NotesOf {
  const roles = new Map(sessions.map(({ id, role }) => [id, role]));
  const found = new Map<string, Note[]>();
  for (const note of notes) {
    const key = `${roles.get(note.sessionId)} ${note.taskId}`;
    found.set(key, [...(found.get(key) ?? []), note]);
  }
  return (role, taskId) => found.get(`${role} ${taskId}`) ?? [];
}

/** The words of `shared_status.json`; those of a task, and how its agent ended. */
type AgentStatus = TaskStatus | 'failed' | 'session_complete';

/** `shared_status.json` of a plan at work: where it is, what each agent does, and what holds it up. */
export function renderPlanRunStatus(given: PlanRows): string {
  const rows = indexed(given);
  const { run, sight } = rows;
  const why = sight.plan.tasks.flatMap((task) => unsettledOf(rows, task));
  const shown = {
    task_id: sight.plan.name,
    status: overallOf(run),
    session_start: renderInstantOrNull(run.startedAt),
    agents: Object.fromEntries(doersOf(sight.plan).map((role) => [role, agentOf(rows, role)])),
    verification: Object.fromEntries(verifiersOf(sight.plan).map((role) => [role, verifierOf(rows, role)])),
    overall_completion_drive_gate: why.length === 0 ? 'open' : 'blocked',
    overall_completion_drive_gate_reasons: why,
    run_id: run.id,
    goal: run.goal,
    progress: run.progress,
    reason: run.reasonText,
    tasks: Object.fromEntries(
      sight.plan.tasks.map(({ id }) => [id, progressOfTask(sight.state, { id }).status]),
    ),
  };
  return `${JSON.stringify(shown, null, 2)}\n`;
}

function overallOf({ state }: Run): string {
  if (state === 'starting') return 'pending';
  if (state === 'waiting') return 'blocked';
  if (state === 'completed') return 'session_complete';
  return isRunOverBadly(state) ? state : 'in_progress';
}
const isRunOverBadly = (state: Run['state']): boolean => state === 'failed' || state === 'cancelled';

/** Notes that keep a task from being complete, each with its role. */
const unsettledOf = ({ notesOf }: Indexed, task: PlanTask): readonly string[] =>
  notesOf(task.role, task.id)
    .filter((note) => !isSettled(note))
    .map((note) => `${task.role}: ${noteLabel(note)} of ${task.id} is ${note.state}: ${note.description}`);

const IDLE: ReadonlySet<TaskStatus> = new Set(['pending', 'verified']);

/** The task that a role is at work on, else the next one, else the last. */
function currentTask({ sight: { state }, tasks }: Indexed, role: string): PlanTask | undefined {
  const own = tasks.get(role) ?? [];
  const at = (wanted: (status: TaskStatus) => boolean): PlanTask | undefined =>
    own.find((task) => wanted(progressOfTask(state, task).status));
  return at((status) => !IDLE.has(status)) ?? at((status) => status === 'pending') ?? own.at(-1);
}

function agentOf(rows: Indexed, role: string) {
  const task = currentTask(rows, role);
  const session = rows.session.get(role);
  const notes = task === undefined ? [] : rows.notesOf(role, task.id);
  const status = task === undefined ? 'pending' : statusOf(rows, task, session);
  return {
    status,
    completion_drive_notes_count: notes.length,
    unresolved_notes: notes.filter((note) => !isSettled(note)).length,
    dependencies: rows.before.get(role) ?? [],
    last_update: lastUpdate(session, notes),
    task_id: task?.id ?? null,
    session_id: session?.id ?? null,
  };
}

/** A role that is lost has failed, one that waits for an answer is blocked. */
function statusOf({ run, sight }: PlanRows, task: PlanTask, session: Session | undefined): AgentStatus {
  const { status } = progressOfTask(sight.state, task);
  if (status === 'verified') return isRunOver(run) ? 'session_complete' : status;
  if (Object.hasOwn(sight.state.roles, task.role) && sight.state.roles[task.role] === 'lost') return 'failed';
  if (status !== 'pending' && session?.state === 'waiting') return 'blocked';
  return status;
}

function lastUpdate(session: Session | undefined, notes: readonly Note[]): string | null {
  if (session === undefined || session.state === 'created') return null;
  const times = notes.flatMap(({ createdAt, resolvedAt }) => [createdAt, resolvedAt ?? 0]);
  return renderInstant(Math.max(session.stateSince, ...times));
}

function verifierOf({ sight, verified, session }: Indexed, role: string) {
  const tasks = verified.get(role) ?? [];
  return {
    status: verifierStatus(sight, tasks, session.get(role)),
    assigned_agents: [...new Set(tasks.map((task) => task.role))],
  };
}

function verifierStatus(
  { state }: PlanSight,
  tasks: readonly PlanTask[],
  session: Session | undefined,
): AgentStatus {
  const all = tasks.map((task) => progressOfTask(state, task));
  if (all.every(({ status }) => status === 'verified')) return 'verified';
  const isAtWork = all.some(({ status, round }) => status === 'ready_for_verification' && round !== null);
  if (!isAtWork) return 'pending';
  return session?.state === 'waiting' ? 'blocked' : 'working';
}
