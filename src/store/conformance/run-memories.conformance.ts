import { describe, expect, test } from 'vitest';
import { aMemory, aNote, aRun } from '../../../tests/store/rows.ts';
import { advanceRun } from '../../domain/run/run.ts';
import type { Write } from '../store.ts';
import { type Pair, SAVED } from './pair.conformance.ts';

const RUN = aRun();

export function describeRunMemories(on: Pair): void {
  const save = async (...writes: Write[]) => expect(await on.other.commit(writes)).toEqual(SAVED);
  const found = () => on.store.findRunMemory(RUN.id);

  describe('what a run remembers', () => {
    test('is nothing before the run is there, and its own from then on', async () => {
      expect(await found()).toBe(undefined);
      await save({ kind: 'add-run', run: RUN, memory: aMemory(), journal: aNote() });
      expect(await found()).toEqual(aMemory());
      expect(await on.store.findRunMemory('another')).toBe(undefined);
    });

    test('is not read again while nothing steps, and read anew after a step of another process', async () => {
      await save({ kind: 'add-run', run: RUN, memory: aMemory(), journal: aNote() });
      const before = await found();
      expect(await found()).toBe(before);
      const step = advanceRun(RUN, { progress: 50 });
      const definition = { ...aMemory().definition, name: 'another' };
      const { state } = aMemory('Another goal.');
      await save({ kind: 'step-run', step, memory: state, definition, journal: aNote() });
      expect(await found()).toEqual({ definition, state });
    });

    test('is found of more runs than are kept', async () => {
      const goals = Array.from({ length: 12 }, (_, n) => `Goal ${n}`);
      for (const [n, goal] of goals.entries())
        await save({
          kind: 'add-run',
          run: aRun({ id: `run-${n}`, key: null }),
          memory: aMemory(goal),
          journal: aNote(),
        });
      for (const _ of ['once', 'again'])
        for (const [n, goal] of goals.entries())
          expect(await on.store.findRunMemory(`run-${n}`)).toEqual(aMemory(goal));
    });
  });
}
