import * as z from 'zod/mini';
import { SafeId } from '../../contract/id.ts';
import { CleanProject } from '../../contract/session.ts';
import { renderCleanedRun, renderCleanReport } from '../../views/clean-text.ts';
import { command } from '../command.ts';
import { askVerb } from '../reply.ts';

const Input = z.extend(CleanProject, { runId: z.optional(SafeId) });

export const clean = command({
  name: 'clean',
  summary: 'Remove what finished sessions or one finished run left behind',
  about: [
    'Touches: workspaces of finished sessions (uncommitted work is saved to a rescue ref first, then the',
    'folder is renamed into .swarm/trash/), and what has been in the trash for longer than',
    'workspace.trashDays.',
    'With a run: its workspaces and panes, and those of its branches that hold no commit of their own.',
    'Never touches: sessions and runs that are not over, branches with work, commits, rescue refs, session',
    'folders, your files. Session folders that no row explains are kept and listed.',
    'A second run: finds nothing left and changes nothing. "swarm rescue restore" brings work back.',
  ].join('\n'),
  examples: ['swarm clean --dry-run', 'swarm clean', 'swarm clean 1763222400000'],
  words: [{ name: 'run', key: 'runId', isOptional: true, about: 'Only what this run left behind' }],
  flags: [{ name: 'dry-run', short: 'n', key: 'dryRun', about: 'Only say what would be done' }],
  input: Input,
  run: async (host, { runId, dryRun }) =>
    runId === undefined
      ? askVerb(host, 'project.clean', { dryRun })
      : askVerb(host, 'run.clean', { runId, dryRun }),
  show: { 'project.clean': renderCleanReport, 'run.clean': renderCleanedRun },
});
