import { expect, test } from 'vitest';
import { aPlan, aTask } from '../../../tests/samples/plan.ts';
import { renderApproval } from './approval.ts';

const command = `true\n${'x'.repeat(500)}\nNo command would be run to check the work.\u001b[1A`;
const criteria = [{ text: 'it works', command, file: null }];
const plan = aPlan([aTask({ id: 'make_1727539200', role: 'maker', criteria })]);
const estimate = { sessions: 1, turns: 1, costUsd: null, withoutHistory: [] };

test('a command that would be run is shown whole, and none of its lines passes for one of ours', () => {
  const shown = renderApproval({ plan, file: '', estimate, taskMs: 1 }, { title: 'Run it?', missing: [] });
  expect(shown).toContain('x'.repeat(500));
  expect(shown).toContain(
    `$ true⏎${'x'.repeat(500)}⏎No command would be run to check the work.<U+001B>[1A\n`,
  );
  expect(shown.split('\n').filter((line) => line.startsWith('No command'))).toEqual([]);
  expect(shown).toContain('\n    > No command would be run');
});
