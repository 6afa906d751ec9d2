import { advanceRun, type Run, type RunEvent, stepRun } from '../../src/domain/run/run.ts';
import type { Write } from '../../src/store/store.ts';
import { choose, type KnownRows, moved, note, one, pick, type Seedling } from './random-rows.ts';
import { aDelivery, aMemory, aMessage, aRun, aRunError, T0 } from './rows.ts';

type RunKind =
  | 'move-paths'
  | 'add-intake'
  | 'save-message'
  | 'add-delivery'
  | 'add-run'
  | 'step-run'
  | 'add-run-error'
  | 'add-run-fact';

/** Writes about runs and what comes in for them, and about the place of all. */
export const GROW_RUNS: Record<RunKind, (seedling: Seedling, known: KnownRows) => Write> = {
  'add-intake': ({ a, b }) => ({ kind: 'add-intake', key: `k${a % 10}`, at: T0, answer: `${b}` }),
  'move-paths': (seedling) => ({
    kind: 'move-paths',
    from: `w${seedling.b}`,
    to: `w${seedling.c}`,
    hostId: one(seedling.a, 'here', 'there'),
    journal: note(seedling),
  }),
  'save-message': (seedling, known) => {
    const from = choose(known.messages, seedling, aMessage({ id: 'none' }));
    const to = { ...from, deadLetter: one(seedling.b, null, 'again'), toRole: one(seedling.c, 'cook', null) };
    return { kind: 'save-message', from, to: moved(known.messages, from, to), journal: note(seedling) };
  },
  'add-delivery': (seedling, known) => {
    const { a, b } = seedling;
    const delivery = aDelivery({
      messageId: pick(known.messages.now, a)?.id ?? 'none',
      runId: pick(known.runs.now, b)?.id ?? 'none',
      role: one(b, 'cook', 'judge'),
      at: T0 + (b % 4),
    });
    return { kind: 'add-delivery', delivery, journal: note(seedling) };
  },
  'add-run': (seedling, known) => {
    const { a, b, c } = seedling;
    const run = aRun({
      id: one(a, 'r1', 'r2', 'r3'),
      key: one(b, null, 'k1', 'k2'),
      workflow: one(c, 'research', 'development'),
      timeoutMs: one(c, 60_000, null),
      createdAt: T0 + (b % 3),
    });
    known.runs.now.push(run);
    return { kind: 'add-run', run, memory: aMemory(`g${b}`), journal: note(seedling) };
  },
  'step-run': (seedling, known) => {
    const from = choose(known.runs, seedling, aRun({ id: 'none' }));
    const step = runStep(from, seedling);
    moved(known.runs, from, step.to);
    const memory = seedling.b % 2 === 0 ? null : aMemory(`g${seedling.c}`).state;
    const { definition } = aMemory(`g${seedling.a}`);
    const changed =
      seedling.c % 3 === 0 ? { definition: { ...definition, description: `v${seedling.a}` } } : {};
    return { kind: 'step-run', step, memory, ...changed, journal: note(seedling) };
  },
  'add-run-fact': ({ a, b, c }, known) => ({
    kind: 'add-run-fact',
    kept: {
      runId: pick(known.runs.now, a)?.id ?? 'none',
      number: b % 5,
      at: T0 + c,
      fact: { is: 'faulted', message: `f${c}`, isPassing: true },
    },
  }),
  'add-run-error': (seedling, known) => ({
    kind: 'add-run-error',
    error: aRunError({
      id: `e${seedling.b % 20}`,
      runId: pick(known.runs.now, seedling.a)?.id ?? 'none',
      at: T0 + (seedling.c % 3),
      recovered: seedling.c % 2 === 0,
    }),
    journal: note(seedling),
  }),
};

const RUN_EVENTS: readonly [RunEvent, ...RunEvent[]] = [
  'begun',
  'asked',
  'answered',
  'finish',
  'stop',
  'synthesised',
  'kill',
];

function runStep(from: Run, { b, c }: Seedling): ReturnType<typeof advanceRun> {
  const patch = { stage: `s${c}`, progress: c };
  const legal = stepRun(from, one(b, ...RUN_EVENTS), { at: T0 + b, patch: { ...patch, ending: 'failed' } });
  return legal.ok ? legal.value : advanceRun(from, patch);
}
