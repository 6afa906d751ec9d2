import { renderConflicts } from '../../views/conflict-list.ts';
import { command } from '../command.ts';

export const conflicts = command({
  name: 'conflicts',
  summary: 'List files at work that will not merge, and between whom',
  about: 'Merges the work of all who are here in memory, committed or not, and changes nothing.',
  examples: ['swarm conflicts', 'swarm conflicts --json'],
  show: { 'workspace.conflicts': renderConflicts },
});
