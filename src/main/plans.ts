import { relative } from 'node:path';
import type { Plans } from '../app/plan/plan-deps.ts';
import type { Config } from '../contract/config.ts';
import { isPlanPath } from '../domain/plan/handoff.ts';
import type { Plan } from '../domain/plan/plan.ts';
import { listAbsentFiles } from '../runtime/plan/absent-files.ts';
import { findPlan, isOnePlan, listPlanNames, listPlans, planFolder } from '../runtime/plan/find-plan.ts';
import { publishPlan } from '../runtime/plan/publish.ts';
import { readSummary } from '../runtime/plan/read-summary.ts';
import { projectPaths } from '../runtime/project/project-paths.ts';
import { realNewProject } from '../runtime/project/real-new-project.ts';

type ProjectFiles = Readonly<{
  root: string;
  cwd: string;
  config: Config;
  personaNames: () => Promise<readonly string[]>;
}>;

/** The plans of a project. */
export function openPlans({ root, cwd, config, personaNames }: ProjectFiles): Plans {
  const { plansDir } = projectPaths(root, config.paths);
  const project = realNewProject(projectPaths(root, config.paths));
  const folderOf = (name: string): string => relative(root, planFolder(plansDir, name));
  return {
    names: () => listPlanNames(plansDir),
    list: () => listPlans(plansDir),
    find: (word) => findPlan({ plansDir, cwd }, word),
    folderOf: async (name) => folderOf(name),
    readSummary: (name) => readSummary(planFolder(plansDir, name), name),
    publish: (name, publishing) => publishPlan(project, folderOf(name), publishing),
    draw: async (name, path, text) => void (await project.drawFile(`${folderOf(name)}/${path}`, text)),
    isOnePlan: async () => isOnePlan(plansDir),
    observeFacts: async (plan) => ({
      personas: await personaNames(),
      absentFiles: await listAbsentFiles(root, repositoryInputs(plan)),
      limitMs: config.plan.timeoutMs,
      taskMs: config.timeouts.turnMs,
    }),
  };
}

const repositoryInputs = ({ tasks }: Plan): readonly string[] => [
  ...new Set(
    tasks.flatMap(({ inputs }) => inputs.map(({ path }) => path)).filter((path) => !isPlanPath(path)),
  ),
];
