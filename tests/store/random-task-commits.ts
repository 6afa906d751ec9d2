import type { TaskCheck } from '../../src/domain/plan/verification.ts';
import type { Write } from '../../src/store/store.ts';
import { choose, type KnownRows, moved, note, one, type Seedling } from './random-rows.ts';
import { T0 } from './rows.ts';

type TaskKind = 'add-task-check' | 'step-task-check' | 'add-task-round' | 'add-task-output';

const keyOf = ({ a, b }: Seedling) =>
  ({ runId: one(a, 'r1', 'r2'), taskId: one(b, 'table_1', 'page_2') }) as const;

const checkOf = (seedling: Seedling): TaskCheck => ({
  ...keyOf(seedling),
  number: (seedling.c % 3) + 1,
  commit: null,
  results: [],
  startedAt: T0 + (seedling.b % 3),
  endedAt: null,
});

/** Writes about the tasks of plans. */
export const GROW_TASKS: Record<TaskKind, (seedling: Seedling, known: KnownRows) => Write> = {
  'add-task-check': (seedling, known) => {
    const check = checkOf(seedling);
    known.checks.now.push(check);
    return { kind: 'add-task-check', check, journal: note(seedling) };
  },
  'step-task-check': (seedling, known) => {
    const from = choose(known.checks, seedling, checkOf(seedling));
    const result = { text: 'it runs', command: 'make', file: null, is: 'red', output: 'no' } as const;
    const to = { ...from, commit: `c${seedling.b}`, results: [result], endedAt: T0 + seedling.c };
    moved(known.checks, from, to);
    return { kind: 'step-task-check', from, to, journal: note(seedling) };
  },
  'add-task-round': (seedling) => ({
    kind: 'add-task-round',
    round: {
      ...keyOf(seedling),
      number: (seedling.c % 3) + 1,
      isConfirmation: seedling.a % 2 === 0,
      verifier: 'checker',
      verdict: one(seedling.b, 'approved', 'changes', 'blocked'),
      findings: [{ about: 'a.md', text: 'no source' }],
      summary: `said ${seedling.b}`,
      commit: one(seedling.c, null, 'c1'),
      at: T0 + (seedling.a % 3),
    },
    journal: note(seedling),
  }),
  'add-task-output': (seedling) => ({
    kind: 'add-task-output',
    output: {
      ...keyOf(seedling),
      path: one(seedling.c, 'a.md', 'b/'),
      version: (seedling.a % 3) + 1,
      hash: `h${seedling.b}`,
      verifiedAt: T0,
    },
    journal: note(seedling),
  }),
};
