import { expect, test } from 'vitest';
import { aRace } from '../../../tests/samples/race.ts';
import { mayStart, RACE_STATES, type RaceEvent, stepRace } from './race.ts';

const EVENTS: readonly RaceEvent[] = [
  'start',
  'check',
  'judge',
  'ask',
  'win',
  'give-up',
  'stop',
  'put-away',
  'close',
];

test('what follows from every state and event', () => {
  const rows = RACE_STATES.map((state) => {
    const steps = EVENTS.flatMap((event) => {
      const step = stepRace(aRace({ state, ending: 'decided' }), event, { at: 2 });
      return step.ok ? [`${event}→${step.value.to.state}`] : [];
    });
    return [`${state}:`, ...steps].join('\n  ');
  });
  expect(rows.join('\n')).toMatchInlineSnapshot(`
    "running:
      start→running
      check→running
      judge→judging
      ask→asking
      win→closing
      give-up→closing
      stop→closing
    judging:
      ask→asking
      win→closing
      stop→closing
    asking:
      win→closing
      stop→closing
    closing:
      put-away→closing
      close→decided
    decided:
    failed:
    stopped:"
  `);
});

test('what ends a race says how, and its last step keeps that', () => {
  const race = aRace({ state: 'asking', questionId: 'q-1' });
  const won = stepRace(race, 'win', { at: 5, patch: { winnerId: 's2', reasonText: 'better' } });
  expect(won).toMatchObject({ value: { to: { state: 'closing', ending: 'decided', questionId: null } } });
  const closed = won.ok ? stepRace(won.value.to, 'close', { at: 9 }) : won;
  expect(closed).toMatchObject({
    value: { to: { state: 'decided', winnerId: 's2', endedAt: 9, version: 3 } },
  });
});

test('a rival of a staged race may not start before it is let go, nor once the race is settled', () => {
  const staged = aRace({ startedCount: 1 });
  expect(['s1', 's2', 'judge'].map((id) => mayStart(staged, id))).toEqual([true, false, true]);
  expect(mayStart({ ...staged, state: 'closing' }, 's1')).toBe(false);
});
