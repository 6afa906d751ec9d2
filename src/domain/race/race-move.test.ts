import { expect, test } from 'vitest';
import { aRace } from '../../../tests/samples/race.ts';
import type { Race, RacePolicy, Rival } from './race.ts';
import { decideRaceMove, type RaceFacts, type RivalSighting } from './race-move.ts';

type SightingParts = Partial<Omit<RivalSighting, 'sessionId'>>;

const seen = (...rivals: readonly SightingParts[]): RaceFacts => ({
  now: 1_000,
  rivals: rivals.map((one, index) => ({
    sessionId: `s${index + 1}`,
    is: 'live',
    why: '',
    endedAt: null,
    gate: 'absent',
    ...one,
  })),
  judge: null,
  question: null,
});
const LIVE: SightingParts = { is: 'live' };
const LOST: SightingParts = { is: 'lost', why: 'FAILED (crash)' };
const done = (endedAt: number): SightingParts => ({ is: 'completed', endedAt });

const race = (policy: Partial<RacePolicy> = {}, changes: Partial<Race> = {}): Race =>
  aRace({ policy: { ...aRace().policy, ...policy }, ...changes });
const rivals = (...changes: readonly Partial<Rival>[]): readonly Rival[] =>
  aRace().rivals.map((rival, index) => ({ ...rival, ...changes[index] }));

test('without a gate the one that completed first wins, not the one that is listed first', () => {
  expect(decideRaceMove(race(), seen(LIVE, LOST))).toEqual({ is: 'rest', until: null });
  expect(decideRaceMove(race(), seen(done(20), done(10)))).toMatchObject({ is: 'win', sessionId: 's2' });
});

test('with a gate a success counts once the gate is green, and a red one is out', () => {
  const gated = race({ gate: 'npm test' });
  expect(decideRaceMove(gated, seen(done(5), LIVE))).toEqual({ is: 'check', sessionId: 's1' });
  expect(decideRaceMove(gated, seen({ ...done(5), gate: 'running' }, LIVE))).toEqual({
    is: 'rest',
    until: null,
  });
  const oneOver = seen({ ...done(5), gate: 'absent' }, { ...done(6), gate: 'over' });
  expect(decideRaceMove(gated, oneOver)).toEqual({ is: 'check', sessionId: 's2' });
  const red = { ...gated, rivals: rivals({ gate: 'red' }, { gate: 'green' }) };
  expect(decideRaceMove(red, seen(done(5), done(9)))).toMatchObject({ is: 'win', sessionId: 's2' });
});

test('one that is ending is not out yet', () => {
  expect(decideRaceMove(race(), seen({ is: 'leaving' }, LOST))).toEqual({ is: 'rest', until: null });
});

test('a race in which no rival succeeds fails, with the reason of each', () => {
  const red = race({ gate: 'npm test' }, { rivals: rivals({ gate: 'red' }) });
  const why = 'no rival was accepted: s1: its gate is red; s2: FAILED (crash)';
  expect(decideRaceMove(red, seen(done(1), LOST))).toEqual({ is: 'give-up', why });
});

test('of a staged race the next starts when the one before is red or slow, and not before', () => {
  const staged = race({ stageMs: 500 }, { startedCount: 1, startedAt: 800 });
  expect(decideRaceMove(staged, seen(LIVE, LIVE))).toEqual({ is: 'rest', until: 1_300 });
  expect(decideRaceMove(staged, { ...seen(LIVE, LIVE), now: 1_300 })).toMatchObject({ is: 'start' });
  expect(decideRaceMove(staged, seen(LOST, LIVE))).toMatchObject({ is: 'start' });
  expect(decideRaceMove(staged, seen(done(3), LIVE))).toMatchObject({ is: 'win', sessionId: 's1' });
});

test('where all are compared a judge is asked once all are over, unless only one was accepted', () => {
  const best = race({ kind: 'best', judge: 'reviewer' });
  expect(decideRaceMove(best, seen(done(1), LIVE))).toEqual({ is: 'rest', until: null });
  expect(decideRaceMove(best, seen(done(1), done(2)))).toEqual({ is: 'judge' });
  expect(decideRaceMove(best, seen(LOST, done(2)))).toMatchObject({ is: 'win', sessionId: 's2' });
});

test('a judge decides; one that fails, or names one that cannot win, leaves it to a person', () => {
  const judging = race({ kind: 'best', judge: 'reviewer' }, { state: 'judging', judgeId: 'j' });
  const both = seen(done(1), done(2));
  const verdict = (winnerId: string) => ({ is: 'verdict', winnerId, why: 'simpler' }) as const;
  const moves = [
    { is: 'live' } as const,
    verdict('s2'),
    verdict('s9'),
    { is: 'none', why: 'j is FAILED' } as const,
  ];
  expect(moves.map((judge) => decideRaceMove(judging, { ...both, judge }).is)).toEqual([
    'rest',
    'win',
    'ask',
    'ask',
  ]);
  expect(decideRaceMove(judging, both)).toEqual({ is: 'ask', why: 'its judge is gone' });
});

test('an answer names the winner or ends the race', () => {
  const asking = race({}, { state: 'asking', questionId: 'q' });
  const answer = (question: RaceFacts['question']) =>
    decideRaceMove(asking, { ...seen(done(1), done(2)), question });
  expect(answer({ state: 'open', winnerId: null }).is).toBe('rest');
  expect(answer({ state: 'answered', winnerId: 's1' })).toMatchObject({ is: 'win', sessionId: 's1' });
  expect(answer({ state: 'answered', winnerId: null }).is).toBe('stop');
});

test('once it is settled the others are ended, then put away, and it closes when none is left', () => {
  const won = race({}, { state: 'closing', ending: 'decided', winnerId: 's1' });
  expect(decideRaceMove(won, seen(done(1), LIVE))).toEqual({ is: 'end', sessionId: 's2' });
  expect(decideRaceMove(won, seen(done(1), { is: 'leaving' }))).toEqual({ is: 'rest', until: null });
  expect(decideRaceMove(won, seen(done(1), LOST))).toEqual({ is: 'put-away', sessionId: 's2' });
  const put = { ...won, rivals: rivals({}, { isPutAway: true }) };
  expect(decideRaceMove(put, seen(done(1), LOST))).toEqual({ is: 'close' });
});

test('where none has won nothing is put away', () => {
  const failed = race({}, { state: 'closing', ending: 'failed' });
  expect(decideRaceMove(failed, seen(LOST, LOST))).toEqual({ is: 'close' });
});

test('a judge that is still at work is ended with its race', () => {
  const stopped = race({}, { state: 'closing', ending: 'stopped', judgeId: 'j' });
  const facts = { ...seen(done(1), done(2)), judge: { is: 'live' } as const };
  expect(decideRaceMove(stopped, facts)).toEqual({ is: 'end', sessionId: 'j' });
});
