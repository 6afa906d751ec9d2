import * as z from 'zod/mini';
import { RemoveProject } from '../../contract/project-removal.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderRemovedProject } from '../../views/removed-project.ts';
import { command } from '../command.ts';
import { isConfirmed } from '../confirm.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { askVerb, type Reply, reply } from '../reply.ts';

const Input = z.extend(RemoveProject, { yes: z._default(z.boolean(), false) });
type Input = z.infer<typeof Input>;

export const remove = command({
  name: 'remove',
  summary: 'Take Swarm out of this project',
  about: [
    'Touches: ends the supervisor, the page and the tmux server of this project, puts its worktrees away',
    '(uncommitted work is saved to a rescue ref first), takes away the service and the commit hook that',
    'Swarm installed, and deletes what Swarm keeps in .swarm/: the store, sessions, logs, the archive.',
    'Never touches: your files, branches, rescue refs, plans, and what lacks the mark of this project.',
    'Refused while a session is not over; --kill ends them. Asks once; --yes, or "y" from a pipe, is an',
    'answer. A second run: after a crash, goes on; otherwise there is no project any more.',
  ].join('\n'),
  examples: ['swarm remove --dry-run', 'swarm remove', 'swarm remove --kill --yes'],
  flags: [
    { name: 'dry-run', short: 'n', key: 'dryRun', about: 'Only say what would be done' },
    { name: 'kill', key: 'kill', about: 'End sessions that are not over' },
    { name: 'yes', short: 'y', key: 'yes', about: 'Do not ask' },
  ],
  input: Input,
  run: removeAll,
  show: { 'project.remove': renderRemovedProject },
});

async function removeAll(
  host: Host,
  { dryRun, kill, yes }: Input,
  io: Io,
): Promise<Outcome<Reply<'project.remove'>>> {
  if (dryRun || yes) return askVerb(host, 'project.remove', { dryRun, kill });
  const planned = await host.ask('project.remove', { dryRun: true, kill });
  if (!planned.ok) return planned;
  // What would be refused is not asked about.
  if (planned.value.ends.length > 0 && !kill) return askVerb(host, 'project.remove', { dryRun, kill });
  io.warn(renderRemovedProject(planned.value));
  const asked = { question: 'Take Swarm out of this project?', sure: 'swarm remove --yes' };
  if (!(await isConfirmed(io, asked))) {
    return reply('project.remove', planned.value, { exitCode: 1, written: 'text' });
  }
  return askVerb(host, 'project.remove', { dryRun: false, kill });
}
