import { fileResult, filesOf, findUncommitted } from '../../domain/plan/check-submission.ts';
import type { Plan, PlanTask } from '../../domain/plan/plan.ts';
import { asAgentWords } from '../../domain/plan/plan-folder.ts';
import type { CriterionResult, SeenOutput, TaskCheck } from '../../domain/plan/verification.ts';
import { runKey } from '../../domain/run/names.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { SubmissionObservation } from '../../runtime/workspace/workspaces.ts';
import { isThrough } from '../gate/check-gate.ts';
import type { GateOrder } from '../gate/gate-runner.ts';
import { findBadNotes } from '../plan/intake-ended.ts';
import { isProjectHeld } from '../project-held.ts';
import type { FoundFact, RunDeps, RunScene } from './run-deps.ts';
import { listToldNotes } from './told-notes.ts';

/** A task that was handed over, and where its agent left it. */
type CheckScene = Readonly<{
  check: TaskCheck;
  plan: Plan;
  task: PlanTask;
  session: Session;
  workspace: Workspace;
  /** The commands of its criteria, one after the other. */
  orders: readonly GateOrder[];
  /** Its agent plays work and does none. */
  isRehearsed: boolean;
}>;

/**
 * What came of the look at a task that was handed over; null while it goes on. Its commands run beside the
 * rounds: one that a crash broke off is run again, and the row of the look takes its end in once.
 */
export async function findChecked(deps: RunDeps, scene: RunScene): Promise<FoundFact | null> {
  const { definition } = scene.memory;
  if (!('plan' in definition)) return null;
  const open = await deps.store.listTaskChecks({ runId: scene.run.id, isOpen: true });
  const looked: CheckScene[] = [];
  for (const check of open) {
    const one = await lookAt(deps, scene, { check, plan: definition.plan });
    if (one !== null) looked.push(one);
  }
  const orders = looked.flatMap((one) => one.orders);
  deps.gateRunner.ensureOnly(runKey(scene.run.id), orders);
  for (const one of looked) {
    const fact = await goOn(deps, scene, one);
    if (fact !== null) return fact;
  }
  return null;
}

type CheckRequest = Readonly<{ check: TaskCheck; plan: Plan }>;

/** Null while its agent is still at work: what it commits after its message counts too. */
async function lookAt(
  deps: RunDeps,
  { run, sessions }: RunScene,
  { check, plan }: CheckRequest,
): Promise<CheckScene | null> {
  const task = plan.tasks.find(({ id }) => id === check.taskId);
  const session = sessions.findLast(({ role }) => role === task?.role);
  if (!task || !session || !(await isAtRest(deps, session))) return null;
  const workspace = await deps.store.findWorkspace(session.id);
  if (!workspace) return null;
  const isRehearsed = deps.findAgent(session.cli)?.isRehearsal === true;
  const commands = isRehearsed ? [] : task.criteria.flatMap(({ command }) => command ?? []);
  const orders = commands.map((command, index) => ({
    owner: runKey(run.id),
    name: `${run.id}.${task.id}.${index + 1}`,
    rest: String(check.number),
    command: asAgentWords(command),
    workDir: workspace.path,
  }));
  return { check, plan, task, session, workspace, orders, isRehearsed };
}

async function isAtRest({ store }: RunDeps, session: Session): Promise<boolean> {
  return isOver(session) || isThrough(session, await store.listTurns(session.id));
}

async function goOn(deps: RunDeps, scene: RunScene, looked: CheckScene): Promise<FoundFact | null> {
  const { orders } = looked;
  const seen = orders.map((order) => deps.gateRunner.observe(order));
  const next = seen.findIndex((one) => one !== 'over');
  const isBegun = seen.some((one) => one !== 'absent');
  // No command is run for what goes back anyway.
  const bad = isBegun ? null : await findBadNotes(deps, looked.session);
  if (bad === 'moved') return null;
  if (bad !== null) return finish(deps, scene, { looked, seen: await observe(deps, looked), bad });
  if (next === -1) return finish(deps, scene, { looked, seen: await observe(deps, looked) });
  if (seen[next] !== 'absent') return null;
  // What is not committed is told before anything is run: a command would look at something else.
  const work = next === 0 ? await observe(deps, looked) : null;
  if (work !== null && findUncommitted(looked.task, work) !== null)
    return finish(deps, scene, { looked, seen: work });
  const order = orders[next];
  if (order && !deps.room.isFull() && !(await isProjectHeld(deps))) deps.gateRunner.ensureBegun(order);
  return null;
}

const observe = (
  { workspaces }: RunDeps,
  { plan, task, workspace }: CheckScene,
): Promise<SubmissionObservation> =>
  workspaces.observeSubmission(workspace, [...new Set(tasksOf(plan, task).flatMap(filesOf))]);

/** Its own, and those of the same role before it: a later task may change what an earlier one wrote. */
const tasksOf = ({ tasks }: Plan, { role }: PlanTask): readonly PlanTask[] =>
  tasks.filter((task) => task.role === role);

type CheckedSubmission = Readonly<{ looked: CheckScene; seen: SubmissionObservation; bad?: CriterionResult }>;

async function finish(deps: RunDeps, scene: RunScene, ended: CheckedSubmission): Promise<FoundFact> {
  const { check, plan, task } = ended.looked;
  const { commit, hashes } = ended.seen;
  const results = ended.bad === undefined ? await resultsOf(deps, ended) : [ended.bad];
  const outputs: readonly SeenOutput[] = tasksOf(plan, task).flatMap((one) =>
    one.outputs.map(({ path }) => ({ task: one.id, path, hash: hashes.get(path) ?? null })),
  );
  const notes = await listToldNotes(deps, scene, { plan, task });
  const to: TaskCheck = { ...check, commit, results, endedAt: deps.clock.now() };
  const note = `${task.id}: ${wordsOf(results)}`;
  const journal = { at: deps.clock.now(), by: deps.by, note };
  return {
    fact: { is: 'criteria-run', task: task.id, number: check.number, commit, results, outputs, notes },
    note,
    more: [{ kind: 'step-task-check', from: check, to, journal }],
  };
}

async function resultsOf(
  deps: RunDeps,
  { looked, seen }: CheckedSubmission,
): Promise<readonly CriterionResult[]> {
  const { task, orders, isRehearsed } = looked;
  if (isRehearsed) return task.criteria.map((one) => ({ ...one, is: 'skipped', output: '' }));
  const uncommitted = findUncommitted(task, seen);
  const isRun = orders.every((order) => deps.gateRunner.observe(order) === 'over');
  // Once commands were run, what they left in the folder is no work that was forgotten.
  if (uncommitted !== null && (!isRun || orders.length === 0)) return [uncommitted];
  const results: CriterionResult[] = [];
  const left = [...orders];
  for (const criterion of task.criteria) {
    const order = criterion.command === null ? undefined : left.shift();
    if (order) results.push({ ...criterion, ...(await endOf(deps, order)) });
    else if (criterion.file !== null) results.push(fileResult({ ...criterion, file: criterion.file }, seen));
  }
  return results;
}

async function endOf(deps: RunDeps, order: GateOrder): Promise<Pick<CriterionResult, 'is' | 'output'>> {
  const end = await deps.gateRunner.endOf(order);
  if (end.isGreen) return { is: 'green', output: '' };
  return { is: end.isMissing ? 'missing' : 'red', output: end.output };
}

function wordsOf(results: readonly CriterionResult[]): string {
  const bad = results.filter(({ is }) => is === 'red' || is === 'missing');
  return bad.length === 0 ? 'nothing is red' : bad.map(({ text, is }) => `${is}: ${text}`).join('; ');
}
