import { expect, test } from 'vitest';
import { decideScene, type Entry, isAnswer, type Memory, remember } from './memory.ts';
import type { Step } from './step.ts';

const steps: readonly Step[] = [
  { do: 'say', text: 'a' },
  { do: 'ask', text: 'Why?', options: [] },
];
const begun: Entry = { type: 'prompt', turnId: 't1', text: '…', script: { steps } };
const after = (...entries: readonly Entry[]): Memory => entries.reduce<Memory>(remember, null);

test('only a step that ended is behind; one that was begun is played again', () => {
  expect(after(begun)).toMatchObject({ next: 0, isNextBegun: false });
  expect(after(begun, { type: 'step-started', step: 0 })).toMatchObject({ next: 0, isNextBegun: true });
  const ended = after(begun, { type: 'step-started', step: 0 }, { type: 'step-ended', step: 0 });
  expect(ended).toMatchObject({ next: 1, isNextBegun: false });
});

test('a prompt without a script that can be played leaves the script before it in place', () => {
  const silent: Entry = { type: 'prompt', turnId: 't2', text: 'go on', script: null };
  const broken: Entry = { type: 'prompt', turnId: 't3', text: '…', script: { problem: 'line 1' } };
  expect(after(begun, silent, broken)).toMatchObject({ turnId: 't1', steps });
});

const half = after(begun, { type: 'step-ended', step: 0 });
const whole = after(begun, { type: 'step-ended', step: 1 });

test.each([
  ['a first prompt with a script', null, 't1', true, 'read-script'],
  ['a first prompt without one', null, 't1', false, 'play-part'],
  ['the same prompt again, in the middle', half, 't1', true, 'go-on'],
  ['the same prompt again, at the end', whole, 't1', true, 'rest'],
  ['a new script in the middle', half, 't2', true, 'read-script'],
  ['"continue" in the middle', half, 't2', false, 'go-on'],
  ['"continue" at the end', whole, 't2', false, 'rest'],
] as const)('%s', (_what, memory, turnId, hasBlock, scene) => {
  expect(decideScene(memory, { turnId, hasBlock })).toBe(scene);
});

test('a prompt is an answer only to a question that was asked', () => {
  const asked = remember(half, { type: 'step-started', step: 1 });
  expect(isAnswer(asked, 'You asked: Why? Because.')).toBe(true);
  expect(isAnswer(asked, 'continue')).toBe(false);
  expect(isAnswer(half, 'You asked: Why? Because.')).toBe(false);
  expect(isAnswer(null, 'Why?')).toBe(false);
});
