import * as z from 'zod/mini';
import { CleanProject } from '../../contract/session.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderCleanedRun, renderCleanReport } from '../../views/clean-text.ts';
import { command } from '../command.ts';
import { isConfirmed } from '../confirm.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { askVerb, type Reply, reply } from '../reply.ts';
import { SELECTION_FLAGS, SESSIONS_WORD } from '../selection-flags.ts';

const Input = z.extend(CleanProject, { yes: z._default(z.boolean(), false) });
type Input = z.infer<typeof Input>;

export const clean = command({
  name: 'clean',
  summary: 'Remove what finished sessions or one finished run left behind',
  about: [
    'Touches: workspaces of finished sessions (uncommitted work is saved to a rescue ref first, then the',
    'folder is renamed into .swarm/trash/), and what has been in the trash for longer than',
    'workspace.trashDays; and panes that tmux.keepOnExit kept.',
    'With sessions or filters: only the workspaces of those that are over.',
    'With a run: its workspaces and panes, and those of its branches that hold no commit of their own.',
    'Never touches: sessions and runs that are not over, branches with work, commits, rescue refs, session',
    'folders, your files. Session folders that no row explains are kept and listed.',
    'Without a run it asks once, where workspaces would go; --yes, or "y" from a pipe, is an answer.',
    'A second run: finds nothing left and changes nothing. "swarm rescue restore" brings work back.',
  ].join('\n'),
  examples: [
    'swarm clean --dry-run',
    'swarm clean --yes',
    'swarm clean --status failed --older-than 2d',
    'swarm clean 1763222400000',
  ],
  words: [
    { ...SESSIONS_WORD, name: 'run|session', about: 'Only what this run, or these sessions, left behind' },
  ],
  flags: [
    ...SELECTION_FLAGS,
    { name: 'dry-run', short: 'n', key: 'dryRun', about: 'Only say what would be done' },
    { name: 'yes', short: 'y', key: 'yes', about: 'Do not ask before workspaces of the project go' },
  ],
  input: Input,
  run: async (host, input, io) => {
    const [runId, ...others] = input.sessionIds;
    const run = runId === undefined || others.length > 0 ? null : await host.ask('run.show', { runId });
    if (run?.ok) return askVerb(host, 'run.clean', { runId: run.value.run.id, dryRun: input.dryRun });
    return run && isRunId(runId) ? run : cleanAll(host, input, io);
  },
  show: { 'project.clean': renderCleanReport, 'run.clean': renderCleanedRun },
});

const isRunId = (name: string | undefined): boolean => /^\d+$/.test(name ?? '');

async function cleanAll(
  host: Host,
  { yes, ...input }: Input,
  io: Io,
): Promise<Outcome<Reply<'project.clean'>>> {
  const planned = await host.ask('project.clean', { ...input, dryRun: true });
  if (!planned.ok || input.dryRun) return planned.ok ? reply('project.clean', planned.value) : planned;
  const { length } = planned.value.releasedWorkspaces;
  if (length > 0 && !yes) {
    io.warn(renderCleanReport(planned.value));
    const question = length === 1 ? 'Put this workspace away?' : `Put these ${length} workspaces away?`;
    if (!(await isConfirmed(io, { question, sure: 'swarm clean --yes' }))) {
      return reply('project.clean', planned.value, { exitCode: 1, written: 'text' });
    }
  }
  return askVerb(host, 'project.clean', input);
}
