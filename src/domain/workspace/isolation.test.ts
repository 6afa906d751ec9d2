import { expect, test } from 'vitest';
import { decideWorkspace, type IsolationInput, needsCheckoutAlone } from './isolation.ts';

const of = (more: Partial<IsolationInput> = {}): IsolationInput => ({
  asked: undefined,
  persona: null,
  standard: 'auto',
  isScripted: false,
  writes: true,
  ...more,
});

test.each([
  ['an agent that writes', {}, 'preferred'],
  ['one that only reads', { writes: false }, 'none'],
  ['a program', { isScripted: true }, 'none'],
  ['a project that works in its checkout', { standard: 'here' }, 'none'],
  ['a persona that wants one', { persona: true, writes: false }, 'preferred'],
  ['a persona that wants none', { persona: false }, 'none'],
  ['--workspace', { asked: true, isScripted: true, persona: false }, 'required'],
  ['--here', { asked: false, persona: true }, 'none'],
] as const)('%s', (_, more, need) => {
  expect(decideWorkspace(of(more))).toBe(need);
});

test('only a word of the person lets two writers share a checkout', () => {
  expect(needsCheckoutAlone(of())).toBe(true);
  expect(needsCheckoutAlone(of({ persona: false }))).toBe(true);
  for (const more of [
    { asked: false },
    { standard: 'here' },
    { isScripted: true },
    { writes: false },
  ] as const) {
    expect(needsCheckoutAlone(of(more))).toBe(false);
  }
});
