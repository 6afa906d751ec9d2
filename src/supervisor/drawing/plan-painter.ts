import { findTaskStart } from '../../app/plan/task-start.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import { roleFiles } from '../../domain/plan/plan-folder.ts';
import { listArchived } from '../../domain/run/plan/archived.ts';
import { type PlanSight, planSightOf, tasksInHand } from '../../domain/run/plan/plan-sight.ts';
import { progressOfTask } from '../../domain/run/plan/plan-state.ts';
import type { Run } from '../../domain/run/run.ts';
import { renderAgentInstructions } from '../../views/plan/agent-instructions.ts';
import { renderCoordinationPlan } from '../../views/plan/coordination-plan.ts';
import { type NotesOf, notesByTask, renderPlanRunStatus } from '../../views/plan/plan-run-status.ts';
import { drawArchive } from '../../views/plan/session-archive.ts';
import { renderSessionCurrent } from '../../views/plan/session-current.ts';
import type { RoundDeps } from '../deps.ts';

export type PlanPainter = (run: Run) => Promise<'drawn' | 'no-plan'>;

type Painting = Readonly<{ run: Run; sight: PlanSight; notesOf: NotesOf; deps: RoundDeps; times: Times }>;

/** Draws the folder of a plan's run: its status, what each agent was told, its notes, and the archive. */
export function createPlanPainter(deps: RoundDeps): PlanPainter {
  const drawnPlans = new Map<string, Plan>();
  const times = createTimes(deps);
  return async (run) => {
    const memory = await deps.store.findRunMemory(run.id);
    const sight = memory === undefined ? null : planSightOf(memory);
    if (sight === null) return 'no-plan';
    const sessions = await deps.store.listRunSessions(run.id);
    const notes = await deps.store.listNotes({ runId: run.id });
    const painting = { deps, run, sight, notesOf: notesByTask({ sessions, notes }), times };
    const status = renderPlanRunStatus({ run, sight, sessions, notes });
    await deps.planFolders.drawRun(run.id, 'shared_status.json', status);
    if (drawnPlans.get(run.id) !== sight.plan) await drawDesign(painting);
    drawnPlans.set(run.id, sight.plan);
    await drawCurrent(painting);
    await drawArchived(painting);
    return 'drawn';
  };
}

/** What follows from the plan alone. */
async function drawDesign({ deps: { planFolders }, run, sight: { plan } }: Painting): Promise<void> {
  await planFolders.drawRun(run.id, 'workflow_coordination_plan.md', renderCoordinationPlan(plan));
  for (const { role } of plan.agents)
    await planFolders.drawRun(run.id, roleFiles(role).instructions, renderAgentInstructions(plan, role));
}

/** The notes of each role that has a task in hand. What is over is in the archive, and nowhere else. */
async function drawCurrent(painting: Painting): Promise<void> {
  const { deps, run, sight, notesOf, times } = painting;
  const inHand = tasksInHand(sight);
  for (const { role } of sight.plan.agents) {
    const task = inHand.get(role)?.task;
    const { notes: path } = roleFiles(role);
    if (task !== undefined) {
      const startedAt = await times.startOf({ runId: run.id, role, task, sight });
      const notes = notesOf(role, task.id);
      const text = renderSessionCurrent({ taskId: task.id, startedAt, notes });
      await deps.planFolders.drawRun(run.id, path, text);
    } else if (sight.state.ended !== null) await deps.planFolders.ensureRunFileGone(run.id, path);
  }
}

async function drawArchived(painting: Painting): Promise<void> {
  const { deps, run, sight, notesOf, times } = painting;
  const archived = await Promise.all(
    listArchived(sight).map(async (task) => {
      const { role, id: taskId } = task;
      const startedAt = await times.startOf({ runId: run.id, role, task, sight });
      const endedAt = await times.endOf(progressOfTask(sight.state, task).result?.id ?? null);
      return { role, taskId, startedAt, endedAt, notes: notesOf(role, taskId) };
    }),
  );
  if (archived.length === 0) return;
  for (const [path, text] of drawArchive(archived)) await deps.planFolders.drawRun(run.id, path, text);
}

type TaskOfRun = Parameters<typeof findTaskStart>[1];
type Times = Readonly<{
  startOf: (started: TaskOfRun) => Promise<number | null>;
  /** When the message was sent that a task was handed over with. */
  endOf: (messageId: string | null) => Promise<number | null>;
}>;

/** Times that never change once they are known. */
function createTimes({ store }: RoundDeps): Times {
  const known = new Map<string, number>();
  const once = async (key: string, find: () => Promise<number | null>): Promise<number | null> => {
    const time = known.get(key) ?? (await find());
    if (time !== null) known.set(key, time);
    return time;
  };
  return {
    startOf: (started) => {
      const { firstRound, round } = progressOfTask(started.sight.state, started.task);
      const key = `${started.runId} ${started.role} ${started.task.id} ${firstRound} ${round}`;
      return once(key, () => findTaskStart(store, started));
    },
    endOf: async (id) =>
      id === null
        ? null
        : once(`message ${id}`, async () => (await store.findMessage(id))?.createdAt ?? null),
  };
}
