import { join } from 'node:path';

export type WorkflowSource = 'project' | 'shipped';

export type WorkflowFolders = Readonly<{
  /** The project. */
  root: string;
  /** The `workflows/` folder of Swarm's own package. */
  shipped: string;
}>;

export type WorkflowFolder = Readonly<{ source: WorkflowSource; folder: string }>;

/** How a workflow's file may end, in the order in which it is looked for. */
export const ENDINGS = ['.yaml', '.yml'] as const;

/** In the order of precedence. */
export const workflowFolders = ({ root, shipped }: WorkflowFolders): readonly WorkflowFolder[] => [
  { source: 'project', folder: join(root, 'workflows') },
  { source: 'shipped', folder: shipped },
];
