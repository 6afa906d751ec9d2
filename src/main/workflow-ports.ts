import { join } from 'node:path';
import type { ConfigDeps } from '../app/config/show-config.ts';
import type { PersonaDeps } from '../app/persona/persona-deps.ts';
import type { PlanDeps } from '../app/plan/plan-deps.ts';
import type { TemplateDeps } from '../app/template/template-deps.ts';
import type { WorkflowDeps } from '../app/workflow/workflow-deps.ts';
import type { LoadedConfig } from '../runtime/config/load-config.ts';
import { lazy } from './lazy.ts';
import type { Env } from './project.ts';

/** Where a project is, and how it is set up. Its store stays closed. */
export type ProjectFolder = Readonly<{
  root: () => string;
  cwd: string;
  settings: () => Promise<LoadedConfig>;
  env: Env;
}>;

type Ports = WorkflowDeps & PlanDeps & PersonaDeps & TemplateDeps & ConfigDeps;

/** Ports that read the files of a project: its workflows, plans, personas, templates and settings. */
export const workflowPorts = (folder: ProjectFolder): Ports => ({
  workflows: lazy(async () => {
    const { openWorkflows } = await import('./workflows.ts');
    const { root, cwd } = folder;
    return openWorkflows({ root: root(), cwd, personaNames: () => personaNames(folder) });
  }),
  plans: lazy(async () => {
    const { openPlans } = await import('./plans.ts');
    const { config } = await folder.settings();
    const { root, cwd } = folder;
    return openPlans({ root: root(), cwd, config, personaNames: () => personaNames(folder) });
  }),
  templates: lazy(async () => {
    const { openTemplates } = await import('../runtime/template/open-templates.ts');
    const { packageDir } = await import('./project.ts');
    return openTemplates({ root: folder.root(), shipped: join(packageDir(), 'templates') });
  }),
  async listPersonas() {
    const { listPersonas } = await import('../runtime/persona/list-personas.ts');
    const { config } = await folder.settings();
    return { ...(await listPersonas(await personaFoldersOf(folder))), defaultCli: config.cli };
  },
  async readConfig() {
    const { file, resolved } = await folder.settings();
    const { observeUnobeyed } = await import('./compare-supervisor.ts');
    return { file, resolved, root: folder.root(), unobeyed: await observeUnobeyed(folder) };
  },
});

/** Names only: nothing is read. */
export async function personaNames(folder: ProjectFolder): Promise<readonly string[]> {
  const { listPersonaNames } = await import('../runtime/persona/list-personas.ts');
  return listPersonaNames(await personaFoldersOf(folder));
}

async function personaFoldersOf({ root, settings }: ProjectFolder) {
  const { packageDir } = await import('./project.ts');
  const { config } = await settings();
  return { root: root(), agents: config.paths.agents, shipped: join(packageDir(), 'agents') };
}
