import { basename, join } from 'node:path';
import { isSafeId } from '../../contract/id.ts';
import type { ReadWorkflow } from '../../contract/parse-workflow.ts';
import { nearest } from '../../domain/config/nearest.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Workflow } from '../../domain/workflow/workflow.ts';
import { listOwn } from '../agent-files/read-plain.ts';
import { brokenWorkflow, readWorkflow } from './read-workflow.ts';
import {
  ENDINGS,
  type WorkflowFolder,
  type WorkflowFolders,
  type WorkflowSource,
  workflowFolders,
} from './workflow-folders.ts';

export type LocatedWorkflow = Readonly<{ name: string; file: string; source: WorkflowSource }> & ReadWorkflow;

export type FoundWorkflow = Readonly<{ workflow: Workflow; file: string; source: WorkflowSource }>;

const MOST_PER_FOLDER = 2000;

/** The workflow with this name, from the first folder that has it. One with problems is refused. */
export async function findWorkflow(folders: WorkflowFolders, name: string): Promise<Outcome<FoundWorkflow>> {
  const located = await locateWorkflow(folders, name);
  if (located === undefined) {
    const near = nearest(name, await listWorkflowNames(folders), 5);
    return refuse({ code: 'workflow-not-found', name, near });
  }
  const { workflow, problems, file, source } = located;
  const [first] = problems;
  if (first !== undefined) return refuse({ code: 'workflow-broken', ...first });
  return workflow === null
    ? refuse({ code: 'workflow-not-found', name, near: [] })
    : accept({ workflow, file, source });
}

/** The same, whatever is wrong with it. */
export async function locateWorkflow(
  folders: WorkflowFolders,
  name: string,
): Promise<LocatedWorkflow | undefined> {
  if (!isSafeId(name)) return undefined;
  for (const { source, folder } of workflowFolders(folders)) {
    for (const ending of ENDINGS) {
      const file = join(folder, `${name}${ending}`);
      const read = await readWorkflow(file);
      if (read !== undefined) return { name, file, source, ...read };
    }
  }
  return undefined;
}

/** Every workflow that can be named, in the order of names; before them folders that cannot be listed. */
export async function listWorkflows(folders: WorkflowFolders): Promise<readonly LocatedWorkflow[]> {
  const names = await listWorkflowNames(folders);
  const found = await Promise.all(names.map((name) => locateWorkflow(folders, name)));
  const odd = workflowFolders(folders).flatMap(({ source, folder }) => {
    const entries = listOwn(folder);
    if (!('problem' in entries)) return [];
    return [{ name: basename(folder), file: folder, source, ...brokenWorkflow(folder, entries.problem) }];
  });
  return [...odd, ...found.filter((one) => one !== undefined)];
}

/** Names only: nothing is read. */
export async function listWorkflowNames(folders: WorkflowFolders): Promise<readonly string[]> {
  return [...new Set(workflowFolders(folders).flatMap(listNames))].sort();
}

function listNames({ folder }: WorkflowFolder): readonly string[] {
  const entries = listOwn(folder);
  if ('problem' in entries) return [];
  return entries.slice(0, MOST_PER_FOLDER).flatMap((entry) => {
    const ending = ENDINGS.find((one) => entry.endsWith(one));
    const name = ending === undefined ? '' : entry.slice(0, -ending.length);
    return isSafeId(name) ? [name] : [];
  });
}
