import { expect, test } from 'vitest';
import { decidePromptMove, type Entry, type Memory, remember } from './memory.ts';
import type { Step } from './step.ts';

const steps: readonly Step[] = [
  { do: 'say', text: 'a' },
  { do: 'ask', text: 'Why?', options: [], timeoutMs: null },
];
const begun: Entry = { type: 'prompt', turnId: 't1', text: '…', script: { steps } };
const after = (...entries: readonly Entry[]): Memory => entries.reduce<Memory>(remember, null);

test('only a step that ended is behind; one that was begun is played again', () => {
  expect(after(begun)).toMatchObject({ next: 0, stage: 'untouched' });
  expect(after(begun, { type: 'step-started', step: 0 })).toMatchObject({ next: 0, stage: 'begun' });
  const ended = after(begun, { type: 'step-started', step: 0 }, { type: 'step-ended', step: 0 });
  expect(ended).toMatchObject({ next: 1, stage: 'untouched' });
});

test('a prompt without a script that can be played leaves the script before it in place', () => {
  const silent: Entry = { type: 'prompt', turnId: 't2', text: 'go on', script: null };
  const broken: Entry = { type: 'prompt', turnId: 't3', text: '…', script: { problem: 'line 1' } };
  expect(after(begun, silent, broken)).toMatchObject({ turnId: 't1', steps });
});

const half = after(begun, { type: 'step-ended', step: 0 });
const whole = after(begun, { type: 'step-ended', step: 1 });
const cutOff = remember(half, { type: 'step-started', step: 1 });
const waiting = remember(cutOff, { type: 'step-waiting', step: 1 });
const ANSWER = 'You asked: Why? The answer is: so.';

test.each([
  ['a first prompt with a script', 'read-script', { memory: null, prompt: { turnId: 't1', hasBlock: true } }],
  ['a first prompt without one', 'play-part', { memory: null, prompt: { turnId: 't1' } }],
  [
    'the same prompt again, in the middle',
    'go-on',
    { memory: half, prompt: { turnId: 't1', hasBlock: true } },
  ],
  ['the same prompt again, at the end', 'rest', { memory: whole, prompt: { turnId: 't1', hasBlock: true } }],
  ['a new script in the middle', 'read-script', { memory: half, prompt: { hasBlock: true } }],
  ['"continue" in the middle', 'go-on', { memory: half, prompt: {} }],
  ['"continue" at the end', 'rest', { memory: whole, prompt: {} }],
  ['the answer to a question that was not asked yet', 'go-on', { memory: half, prompt: { text: ANSWER } }],
  ['the answer to a question that was cut off', 'read-answer', { memory: cutOff, prompt: { text: ANSWER } }],
  ['"continue" after a question that was cut off', 'go-on', { memory: cutOff, prompt: {} }],
  ['the answer to a question that stands', 'read-answer', { memory: waiting, prompt: { text: ANSWER } }],
  ['anything else while a question stands', 'keep-waiting', { memory: waiting, prompt: {} }],
  [
    'the prompt that holds the question, again',
    'keep-waiting',
    { memory: waiting, prompt: { turnId: 't1', text: 'Why?' } },
  ],
] as const)('%s means: %s', (_what, move, { memory, prompt }) => {
  expect(decidePromptMove(memory, { turnId: 't2', text: 'continue', hasBlock: false, ...prompt })).toBe(move);
});
