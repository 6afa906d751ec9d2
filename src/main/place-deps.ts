import type { PlaceDeps } from '../app/deps.ts';
import { type MachinePlace, machinePorts } from './machine-ports.ts';

/** Everything that verbs need which work without an open project. Each port is loaded by its first use. */
export const placeDeps = (place: MachinePlace): PlaceDeps => ({ ...machinePorts(place) });
