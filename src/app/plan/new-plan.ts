import { NewPlan } from '../../contract/plan/plan.ts';
import type { PlanFile } from '../../contract/plan/plan-file.ts';
import { planOfList } from '../../contract/plan/task-list.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import type { NewProject, Touched } from '../../runtime/project/new-project.ts';
import { drawPlan } from '../../views/plan/plan-drawing.ts';
import { goalOf, renderSummaryForm } from '../../views/plan/summary-form.ts';
import type { InitDeps } from '../project/init-project.ts';
import { folderVerb } from '../verb.ts';
import { checkLocated, type LocatedFinding } from './check-located.ts';
import type { PlanDeps } from './plan-deps.ts';

export type NewPlanDeps = PlanDeps & InitDeps & Readonly<{ now: () => number }>;
export type MadePlan = Readonly<{
  name: string;
  folder: string;
  touched: readonly Touched[];
  findings: readonly LocatedFinding[];
}>;

const SCHEMA_FILE = 'plan.schema.json';

/** Makes every folder and file of a plan where it is missing, and draws what follows from the plan. */
async function newPlan(deps: NewPlanDeps, input: NewPlan): Promise<Outcome<MadePlan>> {
  const { plans, newProject } = deps;
  const { name } = input;
  const file = fileOf(input, deps.now());
  if (!file.ok) return file;
  const project = await newProject();
  const folder = await plans.folderOf(name);
  const other = await plans.find(`${project.root}/${folder}/plan.yaml`);
  if (other.ok && other.value.plan !== null && other.value.plan.name !== name) {
    return refuse({ code: 'plan-folder-taken', folder, name: other.value.plan.name });
  }
  // Lazy: writing YAML is slow to load.
  const { renderPlanFile } = await import('../../contract/plan/render-plan-file.ts');
  const { renderPlanSchema } = await import('../../contract/plan/plan-schema.ts');
  const touched = [
    await project.ensureSwarmDir(),
    await project.ensureFile(
      `${folder}/conversation_summary_${name}.md`,
      input.summary ?? renderSummaryForm(name),
    ),
    await project.ensureFile(`${folder}/plan.yaml`, renderPlanFile(file.value)),
    await project.drawFile(`${folder}/${SCHEMA_FILE}`, renderPlanSchema()),
  ];
  const located = await plans.find(`${project.root}/${folder}/plan.yaml`);
  if (!located.ok) return located;
  const { plan, findings } = await checkLocated(plans, located.value);
  const drawn = plan === null || findings.length > 0 ? [] : await ensureParts(project, folder, plan);
  return accept({ name, folder, touched: [...touched, ...drawn], findings });
}

function fileOf({ name, summary, list }: NewPlan, at: number): Outcome<PlanFile> {
  const { agents, tasks, checkpoints, bad } =
    list === undefined ? { agents: {}, tasks: [], checkpoints: [], bad: [] } : planOfList(list, at);
  if (bad.length > 0) return refuse({ code: 'plan-list-bad', bad });
  if (list !== undefined && tasks.length === 0)
    return refuse({ code: 'plan-list-bad', bad: [{ line: 1, problem: 'no open task, as "- [ ] title"' }] });
  return accept({
    $schema: `./${SCHEMA_FILE}`,
    name,
    goal: goalOf(summary ?? list ?? '') ?? name,
    escalation: ['workflow_architect', 'user'],
    agents,
    tasks: [...tasks],
    parallel_groups: [],
    checkpoints: [...checkpoints],
    new_personas: [],
  });
}

/** Shown files are drawn again; folders stay as they are. */
async function ensureParts(project: NewProject, folder: string, plan: Plan): Promise<readonly Touched[]> {
  const { files, folders } = drawPlan(plan);
  const touched: Touched[] = [];
  for (const [path, text] of files) touched.push(await project.drawFile(`${folder}/${path}`, text));
  for (const path of folders) touched.push(await project.ensureFolder(`${folder}/${path}`));
  return touched;
}

export const newPlanVerb = folderVerb({
  name: 'plan.new',
  summary: 'Make every folder and file of a plan',
  asks: 'person',
  reads: false,
  input: NewPlan,
  answer: async () => (await import('../../contract/answer/plan.ts')).NewPlanAnswer,
  run: newPlan,
  json: (made) => made,
});
