import type { FolderDeps } from '../app/deps.ts';
import { machinePorts, type WorkingFolder } from './machine-ports.ts';
import { type ProjectFolder, workflowPorts } from './workflow-ports.ts';

/** Everything that verbs need which work without an open project. Each port is loaded by its first use. */
export const folderDeps = (folder: ProjectFolder, machine: WorkingFolder): FolderDeps => ({
  ...workflowPorts(folder),
  ...machinePorts(machine),
  now: Date.now,
});
