import { MergeRun } from '../../contract/merge.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderMerge, renderMergeProgress } from '../../views/merge-text.ts';
import { command } from '../command.ts';
import { asList } from '../flag.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { type Reply, reply } from '../reply.ts';

export const merge = command({
  name: 'merge',
  summary: "Merge a run's branches into yours if the project's check passes",
  about: [
    'Merges in a folder of its own, runs merge.check there, and moves your branch only if that passes.',
    'Touches: the branch that is checked out here, or --into, and the files of its checkout.',
    "Never touches: uncommitted work of yours, the run's branches, and anything at all when a merge",
    'conflicts or the check fails: then it exits 1. A second run finds everything merged.',
  ].join('\n'),
  examples: ['swarm merge 1763222400000', 'swarm merge 1763222400000 --into next --json'],
  words: [{ name: 'run', key: 'runId', about: 'Id of the run' }],
  flags: [
    { name: 'into', key: 'into', value: 'branch', about: 'Instead of the branch that is checked out here' },
    {
      name: 'role',
      key: 'roles',
      value: 'role',
      about: 'Only the branch of this role; may be given again',
      gather: asList,
    },
    { name: 'anyway', key: 'anyway', about: 'Also when the run failed or was stopped' },
  ],
  input: MergeRun,
  run,
  show: { 'run.merge': (merged) => renderMerge({ ...merged, runId: merged.run.id }) },
});

async function run(host: Host, input: MergeRun, io: Io): Promise<Outcome<Reply<'run.merge'>>> {
  const giveUp = new AbortController();
  io.onInterrupt(() => giveUp.abort());
  const merged = await host.ask('run.merge', input, {
    tell: (progress) => void io.say(renderMergeProgress(progress)),
    signal: giveUp.signal,
  });
  if (!merged.ok) return merged;
  const { is } = merged.value.end;
  return reply('run.merge', merged.value, { exitCode: is === 'merged' || is === 'nothing-new' ? 0 : 1 });
}
