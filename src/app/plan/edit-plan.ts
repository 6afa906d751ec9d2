import { EditPlan } from '../../contract/plan/plan-version.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import type { Touched } from '../../runtime/project/new-project.ts';
import { drawPlan } from '../../views/plan/plan-drawing.ts';
import type { FactDeps } from '../run/apply-run-fact.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { draftAdded } from './approve-plan.ts';
import type { LocatedFinding } from './check-located.ts';
import { checkText } from './check-text.ts';
import { editRunningPlan, isPlanOfRun, textOfRunning } from './edit-running-plan.ts';
import { findRunning, refuseLive } from './find-live.ts';
import type { PlanRun } from './find-plan-run.ts';
import type { LocatedPlan, PlanDeps } from './plan-deps.ts';

export type EditedPlan = Readonly<{
  plan: string;
  is: 'read' | 'unsound' | 'same' | 'saved' | 'handed-in';
  file: string;
  text: string;
  contentHash: string;
  version: number | null;
  /** The run that goes on with it; null while none is at work. */
  runId: string | null;
  /** The design verifier judges it before the run goes on with it. */
  isVerified: boolean;
  findings: readonly LocatedFinding[];
  touched: readonly Touched[];
}>;

type EditDeps = PlanDeps & FactDeps;

/** Gives a plan to an editor and takes it back: a sound text is a new version, also of a run at work. */
async function editPlan(deps: EditDeps, input: EditPlan): Promise<Outcome<EditedPlan>> {
  const located = await deps.plans.find(input.plan);
  if (!located.ok) return located;
  const { name, file } = located.value;
  const live = await refuseLive(deps.store, name, ['design']);
  if (!live.ok) return live;
  const running = await findRunning(deps.store, name);
  const before = running ? await textOfRunning(deps, located.value, running) : (located.value.text ?? '');
  const contentHash = deps.ids.hash(before);
  const runId = running?.run.id ?? null;
  const read = { plan: name, file, version: null, runId, isVerified: false, findings: [], touched: [] };
  const { text } = input;
  if (text === undefined) return accept({ ...read, is: 'read', text: before, contentHash });
  if (input.contentHash !== undefined && input.contentHash !== contentHash)
    return refuse({ code: 'plan-moved', plan: name });
  const edited = { ...read, text, contentHash: deps.ids.hash(text) };
  return applyEdited(deps, { located: located.value, running, edited });
}

type Taking = Readonly<{
  located: LocatedPlan;
  running: PlanRun | null;
  edited: Omit<EditedPlan, 'is'>;
}>;

async function applyEdited(deps: EditDeps, taking: Taking): Promise<Outcome<EditedPlan>> {
  const { located, running, edited } = taking;
  const { name, file } = located;
  const { text } = edited;
  const isFileSame = text === located.text;
  if (running === null && isFileSame) return accept({ ...edited, is: 'same' });
  // A run cannot wait for personas that are still to be made.
  const leniency = { mayCallForPersonas: running === null };
  const { plan, findings } = await checkText(deps.plans, { name, file, text }, leniency);
  if (plan === null || findings.length > 0) return accept({ ...edited, is: 'unsound', findings });
  const isRunSame = running === null || isPlanOfRun(running, plan);
  if (isRunSame && isFileSame) return accept({ ...edited, is: 'same' });
  if (isRunSame) {
    const saved = await save(deps, located, { plan, text });
    return saved.ok ? accept({ ...edited, is: 'saved', ...saved.value }) : saved;
  }
  const handed = await editRunningPlan(deps, running.run.id, { name, plan, text });
  return handed.ok ? accept({ ...edited, is: 'handed-in', ...handed.value }) : handed;
}

type Sound = Readonly<{ plan: Plan; text: string }>;
type Saved = Pick<EditedPlan, 'version' | 'touched'>;

function save(deps: EditDeps, { name }: LocatedPlan, { plan, text }: Sound): Promise<Outcome<Saved>> {
  const { store, clock, by, ids, plans } = deps;
  return whileStale<Saved>(`plan ${name}`, async () => {
    const versions = await store.listPlanVersions({ plan: name });
    const draft = { writes: [], at: clock.now(), by };
    const { number } = draftAdded(draft, { plan: name, text, contentHash: ids.hash(text) }, versions);
    if (!(await store.commit(draft.writes)).saved) return 'stale';
    const publishing = { text, drawing: drawPlan(plan), isAsideKept: false };
    const { touched } = await plans.publish(name, publishing);
    return accept({ version: number, touched });
  });
}

export const editPlanVerb = verb({
  name: 'plan.edit',
  summary: 'Change a plan: the new text is checked, and waits for approval; a run at work goes on with it',
  asks: 'person',
  reads: false,
  input: EditPlan,
  answer: async () => (await import('../../contract/answer/plan-version.ts')).EditedPlanAnswer,
  run: editPlan,
  json: ({ contentHash, runId, isVerified, findings, ...edited }) => ({
    ...edited,
    content_hash: contentHash,
    run_id: runId,
    is_verified: isVerified,
    findings: findings.map(({ file: _, ...finding }) => finding),
  }),
});
