import { openVersion, type PlanVersion } from '../../src/domain/plan/version/plan-version.ts';
import type { Write } from '../../src/store/store.ts';
import { choose, type KnownRows, moved, note, one, type Seedling } from './random-rows.ts';
import { T0 } from './rows.ts';

type VersionKind = 'add-plan-version' | 'step-plan-version';

const FINDING = { line: 3, rule: 'schema', at: 'tasks', problem: 'no list', advice: 'write one' };

const versionOf = ({ a, b, c }: Seedling): PlanVersion =>
  openVersion({
    plan: one(a, 'p1', 'p2'),
    number: (c % 4) + 1,
    text: `name: p${a}\n`,
    contentHash: `hash ${b}`,
    author: one(b, 'ann', 'session:s1'),
    runId: one(c, null, 'r1', 'r2'),
    findings: one(b, [], [FINDING]),
    createdAt: T0 + a,
  });

/** Writes about versions of plans. */
export const GROW_PLAN_VERSIONS: Record<VersionKind, (seedling: Seedling, known: KnownRows) => Write> = {
  'add-plan-version': (seedling, known) => {
    const added = versionOf(seedling);
    known.planVersions.now.push(added);
    return { kind: 'add-plan-version', added, journal: note(seedling) };
  },
  'step-plan-version': (seedling, known) => {
    const from = choose(known.planVersions, seedling, versionOf(seedling));
    const to: PlanVersion = {
      ...from,
      state: one(seedling.b, 'verified', 'approved', 'rejected', 'superseded'),
      version: from.version + 1,
      words: one(seedling.c, null, 'too large'),
      decidedBy: one(seedling.a, null, 'ann'),
      decidedAt: one(seedling.b, null, T0),
    };
    moved(known.planVersions, from, to);
    return { kind: 'step-plan-version', step: { from, event: 'approve', to }, journal: note(seedling) };
  },
};
