import { expect, test } from 'vitest';
import { aTurn } from '../../../tests/store/rows.ts';
import type { TurnKind } from '../turn/turn.ts';
import { stretchesOf } from './stretch.ts';

const turnsOf = (...kinds: readonly TurnKind[]) => kinds.map((kind, n) => aTurn({ kind, number: n + 1 }));

test('stretches count from the last turn that anything else began, and a nudge is none', () => {
  expect(stretchesOf([])).toBe(0);
  expect(stretchesOf(turnsOf('prompt'))).toBe(0);
  expect(stretchesOf(turnsOf('prompt', 'stretch', 'nudge', 'stretch'))).toBe(2);
  expect(stretchesOf(turnsOf('prompt', 'stretch', 'stretch', 'message'))).toBe(0);
  expect(stretchesOf(turnsOf('prompt', 'stretch', 'continue', 'stretch'))).toBe(1);
});
