import type { MergedRun } from '../../app/run/merge-run.ts';
import { MergeRun } from '../../contract/merge.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { mergeJson, renderMerge, renderMergeProgress } from '../../views/merge-text.ts';
import { localCommand } from '../command.ts';
import { asList } from '../flag.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';

export const merge = localCommand({
  asks: 'anyone',
  name: 'merge',
  summary: "Merge a run's branches into yours, once the project's check passes on them",
  about: [
    'Merges in a folder of its own, runs merge.check there, and moves your branch only if that passes.',
    'Touches: the branch that is checked out here, or --into, and the files of its checkout.',
    "Never touches: uncommitted work of yours, the run's branches, and anything at all when a merge",
    'conflicts or the check fails: then it exits 1. A second run says that all of it is there.',
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
  show: (merged) => renderMerge({ ...merged, runId: merged.run.id }),
  json: (merged) => mergeJson({ ...merged, runId: merged.run.id }),
  exitCode: ({ end }) => (end.is === 'merged' || end.is === 'nothing-new' ? 0 : 1),
});

async function run(host: Host, input: MergeRun, io: Io): Promise<Outcome<MergedRun>> {
  const giveUp = new AbortController();
  io.onInterrupt(() => giveUp.abort());
  return (await host.app()).mergeRun(input, {
    tell: (progress) => void io.say(renderMergeProgress(progress)),
    signal: giveUp.signal,
  });
}
