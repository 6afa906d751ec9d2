import type { Pause } from '../../src/domain/pause/pause.ts';
import type { Write } from '../../src/store/store.ts';
import { note, one, type Seedling } from './random-rows.ts';
import { T0 } from './rows.ts';

type PauseKind = 'add-pause' | 'end-pause';

const pauseOf = ({ a, b, c }: Seedling): Pause => ({
  id: `p${a % 4}`,
  since: T0 + b,
  by: one(c, 'ann', 'bob'),
  reason: one(b, '', 'too hot'),
  endedAt: null,
});

/** Writes about pauses: some of them of one that never was. */
export const GROW_PAUSES: Record<PauseKind, (seedling: Seedling) => Write> = {
  'add-pause': (seedling) => ({ kind: 'add-pause', pause: pauseOf(seedling), journal: note(seedling) }),
  'end-pause': (seedling) => {
    const from = pauseOf(seedling);
    const to = { ...from, endedAt: T0 + seedling.c };
    return { kind: 'end-pause', step: { from, to }, journal: note(seedling) };
  },
};
