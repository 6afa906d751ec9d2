import { type Note, noteLabel } from '../../domain/note/note.ts';
import type { Plan, PlanTask } from '../../domain/plan/plan.ts';
import type { ToldNote } from '../../domain/plan/verification.ts';
import type { RunDeps, RunScene } from './run-deps.ts';

/** A verifier reads so many; the rest is in `swarm note list`. */
const TOLD_NOTES = 50;

type TaskOfPlan = Readonly<{ plan: Plan; task: PlanTask }>;

/** The notes that a role has logged on a task, with how each was settled: those since the task before. */
export async function listToldNotes(
  { store }: Pick<RunDeps, 'store'>,
  { run, sessions }: RunScene,
  { plan, task }: TaskOfPlan,
): Promise<readonly ToldNote[]> {
  const own = new Set(sessions.filter(({ role }) => role === task.role).map(({ id }) => id));
  const others = plan.tasks.filter(({ id, role }) => role === task.role && id !== task.id);
  const rounds = await store.listTaskRounds(run.id);
  const before = rounds.filter(
    ({ taskId, verdict }) => verdict === 'approved' && others.some(({ id }) => id === taskId),
  );
  const since = Math.max(0, ...before.map(({ at }) => at));
  const notes = await store.listNotes({ runId: run.id });
  const isAbout = ({ taskId, createdAt }: Note): boolean =>
    taskId === null ? createdAt >= since : taskId === task.id;
  return notes
    .filter((note) => own.has(note.sessionId) && isAbout(note))
    .slice(-TOLD_NOTES)
    .map((note) => ({
      label: noteLabel(note),
      description: note.description,
      resolution: note.resolution,
      resolvedBy: note.resolvedBy,
    }));
}
