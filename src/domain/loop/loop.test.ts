import { expect, test } from 'vitest';
import { aLoop } from '../../../tests/samples/loop.ts';
import { LOOP_STATES, type LoopEvent, stepLoop } from './loop.ts';

const EVENTS: readonly LoopEvent[] = [
  'begin',
  'settle',
  'gate',
  'set-aside',
  'clear',
  'hold',
  'return',
  'take-up',
  'ask',
  'answered',
  'pause',
  'unpause',
  'stop',
  'finish',
];

test('the machine is this table, and every other step is refused', () => {
  const table = LOOP_STATES.map((state) => {
    const steps = EVENTS.flatMap((event) => {
      const step = stepLoop(aLoop({ state }), event, { at: 2_000 });
      return step.ok ? [{ event, to: step.value.to.state }] : [];
    });
    const reached = LOOP_STATES.filter((to) => steps.some((step) => step.to === to));
    const eventsTo = (to: string) => steps.flatMap((one) => (one.to === to ? [one.event] : []));
    const cells = reached.map((to) => `${eventsTo(to).join(' ')}→${to}`);
    return [state, ...cells].join('\n  ');
  });
  expect(table.join('\n')).toMatchInlineSnapshot(`
    "running
      begin settle gate set-aside clear hold return take-up→running
      ask→waiting
      pause→paused
      stop→stopping
      finish→finished
    waiting
      answered→running
      settle gate set-aside clear hold return take-up→waiting
      pause→paused
      stop→stopping
    paused
      unpause→running
      settle→paused
      stop→stopping
    stopping
      settle gate set-aside clear hold return take-up→stopping
      finish→finished
    finished"
  `);
});

test('a step raises the version, and only a wait keeps its question', () => {
  const asked = stepLoop(aLoop(), 'ask', { at: 2_000, patch: { questionId: 'q-1' } });
  expect(asked).toMatchObject({ ok: true, value: { to: { questionId: 'q-1', version: 2, endedAt: null } } });
  const waiting = asked.ok ? asked.value.to : aLoop();
  expect(stepLoop(waiting, 'settle', { at: 3_000 })).toMatchObject({ value: { to: { questionId: 'q-1' } } });
  expect(stepLoop(waiting, 'pause', { at: 3_000 })).toMatchObject({ value: { to: { questionId: null } } });
});

test('a loop ends once', () => {
  const finished = stepLoop(aLoop(), 'finish', { at: 9_000 });
  expect(finished).toMatchObject({ value: { to: { state: 'finished', endedAt: 9_000 } } });
});
