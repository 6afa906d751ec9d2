import * as z from 'zod/mini';
import { SafeId } from '../../contract/id.ts';
import { MergeRun } from '../../contract/merge.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderMerge, renderMergedSessions } from '../../views/merge-text.ts';
import { command } from '../command.ts';
import { asList } from '../flag.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { exitCodeOf, watchMerge } from '../merge-named.ts';
import { type Reply, reply } from '../reply.ts';

const Input = z.extend(z.omit(MergeRun, { runId: true }), {
  names: z.array(SafeId).check(z.minLength(1), z.maxLength(1000)),
});
type Input = z.infer<typeof Input>;

export const merge = command({
  name: 'merge',
  summary: "Merge branches of a run, or of sessions, into yours if the project's check passes",
  about: [
    'Merges in a folder of its own, runs merge.check there, and moves your branch only if that passes.',
    'Touches: the branch that is checked out here, or --into, and the files of its checkout.',
    'Never touches: uncommitted work of yours, the branches that it merges, and anything at all when a merge',
    'conflicts or the check fails: then it exits 1. A second run finds everything merged.',
  ].join('\n'),
  examples: [
    'swarm merge 1763222400000',
    'swarm merge 20251118-153042-developer 20251118-160211-developer',
    'swarm merge 1763222400000 --into next --json',
  ],
  words: [
    {
      name: 'run|session|item|loop',
      key: 'names',
      about: 'One run, or any number of sessions, work items and loops',
      gather: asList,
      offers: 'target',
    },
  ],
  flags: [
    { name: 'into', key: 'into', value: 'branch', about: 'Instead of the branch that is checked out here' },
    {
      name: 'role',
      key: 'roles',
      value: 'role',
      about: 'Of a run, only the branch of this role; may be given again',
      gather: asList,
    },
    { name: 'anyway', key: 'anyway', about: 'Also what failed or was stopped' },
  ],
  input: Input,
  run,
  show: {
    'run.merge': (merged) => renderMerge({ ...merged, runId: merged.run.id, names: [merged.run.id] }),
    'session.merge': renderMergedSessions,
  },
});

async function run(
  host: Host,
  { names, roles, ...how }: Input,
  io: Io,
): Promise<Outcome<Reply<'run.merge' | 'session.merge'>>> {
  const watch = watchMerge(io);
  const [runId = '', ...others] = names;
  const ofRun = others.length === 0 ? await host.ask('run.merge', { runId, roles, ...how }, watch) : null;
  if (ofRun?.ok) return reply('run.merge', ofRun.value, { exitCode: exitCodeOf(ofRun.value.end) });
  if (ofRun !== null && ofRun.refusal.code !== 'run-not-found') return ofRun;
  if (roles.length > 0) throw new UsageError('--role is for a run', { key: 'roles' });
  const merged = await host.ask('session.merge', { names, ...how }, watch);
  if (merged.ok) return reply('session.merge', merged.value, { exitCode: exitCodeOf(merged.value.end) });
  // Runs are named by digits alone.
  return ofRun !== null && /^\d+$/.test(runId) ? ofRun : merged;
}
