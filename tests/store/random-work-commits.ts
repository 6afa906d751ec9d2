import { stepWork, type WorkItem, type WorkStep } from '../../src/domain/queue/work-item.ts';
import type { Write } from '../../src/store/store.ts';
import { aWork } from '../samples/work.ts';
import { choose, type KnownRows, moved, note, one, pick, type Seedling } from './random-rows.ts';
import { T0 } from './rows.ts';

type WorkKind = 'add-work' | 'step-work' | 'claim-next';

/** Writes about the work queue. */
export const GROW_WORK: Record<WorkKind, (seedling: Seedling, known: KnownRows) => Write> = {
  'add-work': (seedling, known) => {
    const work = newWork(seedling, known.works.now);
    known.works.now.push(work);
    return { kind: 'add-work', work, journal: note(seedling) };
  },
  'step-work': (seedling, known) => {
    const from = choose(known.works, seedling, aWork({ id: 'none' }));
    const step = workStep(from, seedling);
    moved(known.works, from, step.to);
    return { kind: 'step-work', step, journal: note(seedling) };
  },
  'claim-next': (seedling) => {
    const { a, b, c } = seedling;
    const claim = { holder: `h${a % 3}`, at: T0 + b, until: T0 + b + (c % 9), sessionId: one(c, null, 's') };
    const filter = { ...(a % 4 === 0 ? { rig: 'r1' } : {}), ...(c % 5 === 0 ? { label: 'x' } : {}) };
    return { kind: 'claim-next', claim, filter, journal: note(seedling) };
  },
};

function newWork({ a, b, c }: Seedling, others: readonly WorkItem[]): WorkItem {
  const needed = c === 3 ? 'none' : pick(others, b)?.id;
  return aWork({
    id: `w${a % 25}`,
    priority: b % 3,
    position: c % 4,
    createdAt: T0 + (a % 3),
    rig: one(c, null, 'r1', 'r2'),
    labels: [...'xyz'].filter((_, n) => (b >> n) & 1),
    needs: a % 3 === 0 && needed !== undefined ? [needed] : [],
    notBefore: one(c, null, null, T0 + b),
    deadline: one(b, null, null, null, T0 + c),
    state: one(a, 'queued', 'queued', 'queued', 'done'),
  });
}

function workStep(from: WorkItem, { b, c }: Seedling): WorkStep {
  const events = [
    'claim',
    'renew',
    'report',
    'move',
    'release',
    'retry',
    'fail',
    'finish',
    'reopen',
  ] as const;
  const event = one(b, ...events);
  const at = T0 + b;
  const held =
    event === 'claim' || event === 'renew' ? { holder: `h${c % 3}`, leaseUntil: at + (c % 9) } : {};
  const progress = { stepsCompleted: c, stepsTotal: one(c, null, 60), currentStep: one(b, null, `s${c}`) };
  const patch = { ...held, progress, position: c % 5, reasonText: one(c, null, `r${b}`) };
  const legal = stepWork(from, event, { at, patch });
  if (legal.ok) return legal.value;
  return {
    from,
    event,
    to: { ...from, state: one(c, 'queued', 'done', 'failed'), version: from.version + 1 },
  };
}
