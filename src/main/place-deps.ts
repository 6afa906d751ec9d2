import type { PlaceDeps } from '../app/deps.ts';
import { type ProjectFolder, workflowPorts } from './workflow-ports.ts';

/** Everything that verbs need which work without an open project. Each port is loaded by its first use. */
export const placeDeps = (folder: ProjectFolder): PlaceDeps => workflowPorts(folder);
