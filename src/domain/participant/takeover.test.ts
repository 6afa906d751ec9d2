import { expect, test } from 'vitest';
import { SESSION_STATES, type SessionState } from '../session/session.ts';
import { decideTakeover, type TakeoverEvidence } from './takeover.ts';

const MINUTE = 60_000;
const now = 1_000 * MINUTE;
const ago = (minutes: number): number => now - minutes * MINUTE;

const quiet: TakeoverEvidence = {
  wordAt: ago(12),
  mailAt: ago(40),
  fileAt: ago(11),
  gitAt: ago(10),
  process: 'gone',
  isPartial: false,
  session: null,
};
const decide = (evidence: Partial<TakeoverEvidence>, quietMinutes = 10) =>
  decideTakeover({ ...quiet, ...evidence }, { now, quietMs: quietMinutes * MINUTE });
const against = (evidence: Partial<TakeoverEvidence>, quietMinutes?: number) =>
  decide(evidence, quietMinutes)
    .reasons.filter(({ isQuiet }) => !isQuiet)
    .map(({ sign }) => sign);

test('one that has been quiet in every way may be taken over, and every sign is told', () => {
  expect(decide({})).toEqual({
    isAllowed: true,
    reasons: [
      { sign: 'word', isQuiet: true, at: ago(12) },
      { sign: 'mail', isQuiet: true, at: ago(40) },
      { sign: 'files', isQuiet: true, at: ago(11) },
      { sign: 'git', isQuiet: true, at: ago(10) },
      { sign: 'process', isQuiet: true, at: null },
    ],
  });
});

test.each<[string, Partial<TakeoverEvidence>, string[]]>([
  ['a word', { wordAt: ago(9) }, ['word']],
  ['a mail', { mailAt: ago(1) }, ['mail']],
  ['a changed file', { fileAt: ago(9.99) }, ['files']],
  ['a commit', { gitAt: ago(0) }, ['git']],
  ['a live process', { process: 'alive' }, ['process']],
  ['a process on another host', { process: 'out-of-reach' }, ['process']],
  ['a folder that is too large to look at', { isPartial: true }, ['look']],
  ['a clock that was set back', { wordAt: now + MINUTE }, ['word']],
  ['several at once', { process: 'alive', gitAt: ago(2) }, ['git', 'process']],
])('%s alone is enough to leave it alone', (_, evidence, signs) => {
  expect(decide(evidence).isAllowed).toBe(false);
  expect(against(evidence)).toEqual(signs);
});

test('what was never there is quiet', () => {
  expect(decide({ mailAt: null, fileAt: null, gitAt: null }).isAllowed).toBe(true);
});

test('a longer silence may be asked for, as before it ends by itself', () => {
  expect(against({}, 30)).toEqual(['word', 'files', 'git']);
  expect(decide({ wordAt: ago(30), fileAt: ago(31), gitAt: null }, 30).isAllowed).toBe(true);
});

test('a process that cannot be looked at counts as gone after a day without a word', () => {
  expect(decide({ process: 'out-of-reach', wordAt: ago(24 * 60) }).isAllowed).toBe(true);
  expect(against({ process: 'out-of-reach', wordAt: ago(24 * 60 - 1) })).toEqual(['process']);
});

test('a session of ours that works, waits, is parked or has a turn queued is active', () => {
  const isActive = (state: SessionState, hasQueued: boolean) =>
    against({ session: { state, hasQueued } }).includes('session');
  expect(SESSION_STATES.filter((state) => isActive(state, false))).toEqual([
    'starting',
    'working',
    'waiting',
    'parked',
    'stopping',
  ]);
  expect(SESSION_STATES.every((state) => isActive(state, true))).toBe(true);
});
