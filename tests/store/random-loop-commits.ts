import { LOOP_STATES, type Loop, type LoopStep, stepLoop } from '../../src/domain/loop/loop.ts';
import type { Write } from '../../src/store/store.ts';
import { aLoop } from '../samples/loop.ts';
import { choose, type KnownRows, moved, note, one, type Seedling } from './random-rows.ts';
import { T0 } from './rows.ts';

type LoopKind = 'add-loop' | 'step-loop';

/** Writes about loops. */
export const GROW_LOOPS: Record<LoopKind, (seedling: Seedling, known: KnownRows) => Write> = {
  'add-loop': (seedling, known) => {
    const { a, b, c } = seedling;
    const loop = aLoop({
      id: `l${a % 4}`,
      createdAt: T0 + (b % 3),
      cli: one(b, null, 'claude'),
      maxWaiting: c % 3,
      maxFailures: c % 2 === 0 ? null : c % 5,
      backoffCapMs: b % 2 === 0 ? null : c,
      archives: c % 2 === 1,
      untilEmpty: c % 2 === 0,
      hasWorkspace: b % 2 === 0,
      gate: one(c, null, 'make check'),
      workDir: one(b, null, '/srv'),
      rig: one(c, null, 'r1'),
      label: one(b, null, 'x'),
      actor: one(c, null, 'ann'),
    });
    known.loops.now.push(loop);
    return { kind: 'add-loop', loop, journal: note(seedling) };
  },
  'step-loop': (seedling, known) => {
    const from = choose(known.loops, seedling, aLoop({ id: 'none' }));
    const step = loopStep(from, seedling);
    moved(known.loops, from, step.to);
    return { kind: 'step-loop', step, journal: note(seedling) };
  },
};

function loopStep(from: Loop, { a, b, c }: Seedling): LoopStep {
  const event = one(
    b,
    ...([
      'begin',
      'settle',
      'gate',
      'set-aside',
      'clear',
      'return',
      'take-up',
      'ask',
      'answered',
      'pause',
      'unpause',
    ] as const),
    ...(['stop', 'finish'] as const),
  );
  const patch = {
    iteration: a,
    atWork:
      c % 3 === 0
        ? []
        : [
            {
              number: a,
              sessionId: `s${b}`,
              workId: `w${c}`,
              gate: one(b, null, 'x'),
              isGreen: b > 9,
              reds: c,
              isAside: b % 2 === 0,
            },
          ],
    doneCount: b,
    failedCount: c,
    failures: c % 6,
    nextAt: one(b, null, T0 + c),
    questionId: one(c, null, 'q1'),
    reasonText: one(b, null, `r${c}`),
  };
  const legal = stepLoop(from, event, { at: T0 + b, patch });
  if (legal.ok) return legal.value;
  return { from, event, to: { ...from, ...patch, state: one(c, ...states), version: from.version + 1 } };
}

const states = LOOP_STATES as readonly [Loop['state'], ...Loop['state'][]];
