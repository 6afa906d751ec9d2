import { RunPlan } from '../../contract/plan/plan.ts';
import { StartRun } from '../../contract/run.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { DRAWN_PATHS, PLAN_FOLDER } from '../../domain/plan/plan-folder.ts';
import { approvedOf } from '../../domain/plan/version/plan-version.ts';
import { definePlan } from '../../domain/run/plan/plan-state.ts';
import { runJson, runStatusJson } from '../../views/run-status.ts';
import { type StartedRun, type StartRunDeps, startDefinition } from '../run/start-run.ts';
import { verb } from '../verb.ts';
import { type ApproveDeps, approveText } from './approve-plan.ts';
import { findSoundPlan, type SoundPlan } from './find-sound-plan.ts';
import { findOtherRun, guardOnePlan } from './one-plan.ts';

/** Starts a plan: the run, a session for each role and the first tasks are one commit, or nothing is. */
async function runPlan(
  deps: StartRunDeps & ApproveDeps,
  { plan: word, yes, ...asked }: RunPlan,
): Promise<Outcome<StartedRun>> {
  const sound = await findSoundPlan(deps.plans, word);
  if (!sound.ok) return sound;
  const { plan } = sound.value;
  const known = asked.key === undefined ? undefined : await deps.store.findRunByKey(asked.key);
  const other = known === undefined ? await findOtherRun(deps, plan.name) : null;
  if (other !== null) return other;
  const apart = await ensureUntracked(deps, plan.name);
  if (!apart.ok) return apart;
  const approved = await ensureApproved(deps, sound.value, yes);
  if (!approved.ok) return approved;
  const input = StartRun.parse({ ...asked, workflow: plan.name, goal: plan.goal });
  const wish = { cli: asked.cli ?? null, isUnattended: yes, rounds: deps.config.plan.rounds };
  const workflow = definePlan(plan, wish);
  return startDefinition(deps, { input, workflow, guard: guardOnePlan(deps, plan.name) });
}

/** Each workspace has the folder of the plan: what the repository has there would be drawn over. */
async function ensureUntracked(deps: StartRunDeps, name: string): Promise<Outcome<null>> {
  const head = await deps.observeHead();
  if (!head.ok) return head;
  const files = await deps.workspaces.listCommitted(head.value, DRAWN_PATHS);
  if (files.length === 0) return accept(null);
  return refuse({ code: 'plan-folder-tracked', name, folder: PLAN_FOLDER, files });
}

/** Only content that a person approved is run; `yes` approves it. */
async function ensureApproved(
  deps: ApproveDeps,
  { plan, text }: SoundPlan,
  yes: boolean,
): Promise<Outcome<unknown>> {
  if (yes) return approveText(deps, { plan, text });
  const versions = await deps.store.listPlanVersions({ plan: plan.name });
  const version = approvedOf(versions, deps.ids.hash(text));
  if (version !== undefined) return accept(version);
  const commands = plan.tasks.flatMap(({ criteria }) => criteria.flatMap(({ command }) => command ?? []));
  return refuse({ code: 'plan-not-approved', name: plan.name, commands: commands.length });
}

export const runPlanVerb = verb({
  name: 'plan.run',
  summary: 'Run a plan: its tasks, their reviews and their verifications',
  asks: 'person',
  reads: false,
  input: RunPlan,
  answer: async () => (await import('../../contract/answer/run.ts')).StartedRunAnswer,
  run: runPlan,
  json: ({ run, isNew, warnings, ended }) => ({
    ...runJson(run, run.createdAt),
    is_new: isNew,
    warnings,
    ended: ended === null ? null : runStatusJson(ended),
  }),
});
