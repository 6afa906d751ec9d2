import type { PlaceDeps } from '../app/deps.ts';
import { type MachinePlace, machinePorts } from './machine-ports.ts';
import { type ProjectFolder, workflowPorts } from './workflow-ports.ts';

/** Everything that verbs need which work without an open project. Each port is loaded by its first use. */
export const placeDeps = (folder: ProjectFolder, machine: MachinePlace): PlaceDeps => ({
  ...workflowPorts(folder),
  ...machinePorts(machine),
});
