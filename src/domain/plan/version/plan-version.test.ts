import { expect, test } from 'vitest';
import {
  approvedOf,
  nextNumber,
  openVersion,
  type PlanVersion,
  stepVersion,
  VERSION_STATES,
  type VersionEvent,
} from './plan-version.ts';

const DRAFT = openVersion({
  plan: 'sign-up',
  number: 3,
  text: 'name: sign-up',
  contentHash: 'abc',
  author: 'person',
  runId: null,
  findings: [],
  createdAt: 7,
});
const EVENTS: readonly VersionEvent[] = ['verify', 'approve', 'reject', 'supersede'];

test('the whole machine: what each event makes of each state', () => {
  const lines = VERSION_STATES.map((state) => {
    const cells = EVENTS.map((event) => {
      const step = stepVersion({ ...DRAFT, state }, event, { by: 'ann', at: 9 });
      return `${event}=${step.ok ? step.value.to.state : '-'}`;
    });
    return `${state}: ${cells.join(' ')}`;
  });
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "draft: verify=verified approve=approved reject=rejected supersede=superseded
    unsound: verify=- approve=- reject=- supersede=-
    verified: verify=- approve=approved reject=rejected supersede=superseded
    approved: verify=- approve=- reject=- supersede=superseded
    rejected: verify=- approve=- reject=- supersede=-
    superseded: verify=- approve=- reject=- supersede=-"
  `);
});

test('a decision keeps who made it, when, and in which words', () => {
  expect(stepVersion(DRAFT, 'reject', { by: 'ann', at: 9, words: 'too many tasks' })).toMatchObject({
    value: { to: { state: 'rejected', words: 'too many tasks', decidedBy: 'ann', decidedAt: 9, version: 2 } },
  });
  expect(stepVersion(DRAFT, 'verify', { by: 'supervisor', at: 9 })).toMatchObject({
    value: { to: { decidedBy: null, decidedAt: null } },
  });
});

test('what has findings is unsound from the beginning', () => {
  const finding = { line: 1, rule: 'schema', at: '', problem: 'no YAML', advice: 'write some' };
  expect([DRAFT.id, DRAFT.state, openVersion({ ...DRAFT, findings: [finding] }).state]).toEqual([
    'sign-up.v3',
    'draft',
    'unsound',
  ]);
});

test('only the approved version with exactly this content may be run', () => {
  const approved: PlanVersion = { ...DRAFT, state: 'approved' };
  const old: PlanVersion = { ...DRAFT, number: 1, state: 'superseded', contentHash: 'old' };
  expect([
    approvedOf([old, approved], 'abc')?.number,
    approvedOf([old, approved], 'old'),
    approvedOf([DRAFT], 'abc'),
    nextNumber([old, approved]),
    nextNumber([]),
  ]).toEqual([3, undefined, undefined, 4, 1]);
});
