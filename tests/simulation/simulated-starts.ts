import type { StartProbe } from '../../src/runtime/agent/start-probe.ts';
import type { Dice } from './dice.ts';
import type { Life, Schedule } from './schedule.ts';
import type { World } from './world.ts';

export type StartsDeps = Readonly<{ world: World; schedule: Schedule; dice: Dice }>;

const MISSED = 0.3;

/** Files of the CLI's own that come and go while there is trouble; each look may be the last of its life. */
export const simulatedStarts = ({ world, schedule, dice }: StartsDeps, life: Life): StartProbe => ({
  observeContext: async (start) => ({
    ...start,
    home: '/h',
    repository: null,
    platform: 'linux',
    isRoot: false,
  }),
  readFiles: (files) =>
    schedule.look({ life, kind: 'look', label: 'starts.readFiles' }, () =>
      Object.fromEntries(files.map(({ path }) => [path, !world.isCalm && dice.chance(MISSED) ? null : '{}'])),
    ),
});
