import { join, resolve } from 'node:path';
import type { CheckedWorkflow, Workflows } from '../app/workflow/workflow-deps.ts';
import { accept, refuse } from '../domain/outcome.ts';
import { checkPersonas } from '../domain/workflow/check.ts';
import {
  findWorkflow,
  type LocatedWorkflow,
  listWorkflowNames,
  listWorkflows,
  locateWorkflow,
} from '../runtime/workflow/find-workflow.ts';
import { readWorkflow } from '../runtime/workflow/read-workflow.ts';
import { packageDir } from './project.ts';

type ProjectFiles = Readonly<{ root: string; cwd: string; personaNames: () => Promise<readonly string[]> }>;

/** The workflows of a project, and those that ship with Swarm. */
export function openWorkflows({ root, cwd, personaNames }: ProjectFiles): Workflows {
  const folders = { root, shipped: join(packageDir(), 'workflows') };
  const check = async (located: LocatedWorkflow): Promise<CheckedWorkflow> => {
    const { name, file, source, workflow, problems, locate } = located;
    const strangers = workflow === null ? [] : checkPersonas(workflow, await personaNames());
    return { name, file, source, workflow, problems: [...problems, ...strangers.map(locate)] };
  };
  const locate = async (word: string): Promise<LocatedWorkflow | undefined> => {
    if (!isFile(word)) return locateWorkflow(folders, word);
    const file = resolve(cwd, word);
    const read = await readWorkflow(file);
    return read && { name: read.workflow?.name ?? word, file, source: 'project', ...read };
  };
  return {
    names: () => listWorkflowNames(folders),
    find: (name) => findWorkflow(folders, name),
    checkAll: async () => Promise.all((await listWorkflows(folders)).map(check)),
    async check(word) {
      const located = await locate(word);
      if (located !== undefined) return accept(await check(located));
      // The refusal of an unknown name knows the nearest ones.
      const missing = isFile(word) ? null : await findWorkflow(folders, word);
      return missing === null || missing.ok
        ? refuse({ code: 'workflow-not-found', name: word, near: [] })
        : missing;
    },
  };
}

const isFile = (word: string): boolean => /[/\\]|\.ya?ml$/.test(word);
