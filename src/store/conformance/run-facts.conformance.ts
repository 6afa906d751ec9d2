import { describe, expect, test } from 'vitest';
import { aMemory, aNote, aRun, T0 } from '../../../tests/store/rows.ts';
import type { KeptFact } from '../../domain/run/memory.ts';
import type { RunFact } from '../../domain/run/program.ts';
import type { Write } from '../store.ts';
import { duplicateOf, type Pair, SAVED } from './pair.conformance.ts';

const MESSAGE: RunFact = {
  is: 'message',
  id: 'm1',
  from: 'cook',
  to: null,
  type: 'result',
  verdict: null,
  findings: [{ about: 'soup.md', text: 'too salty' }],
  body: 'half of a pair \uD800, a NUL \0 and "quotes"',
  round: 3,
};
const kept = (number: number, fact: RunFact, runId = aRun().id): KeptFact => ({
  runId,
  number,
  at: T0 + number,
  fact,
});
const add = (one: KeptFact): Write => ({ kind: 'add-run-fact', kept: one });

export function describeRunFacts(on: Pair): void {
  const save = async (...writes: Write[]) => expect(await on.store.commit(writes)).toEqual(SAVED);

  describe('facts of a run', () => {
    test('come back as they were told, in the order of their numbers', async () => {
      await save({ kind: 'add-run', run: aRun(), memory: aMemory(), journal: aNote() });
      const ended = kept(12, { is: 'turn-ended', role: 'cook', round: 3 });
      await save(add(ended));
      await save(add(kept(2, MESSAGE)));
      expect(await on.other.listRunFacts(aRun().id)).toEqual([kept(2, MESSAGE), ended]);
      expect(await on.other.listRunFacts('another')).toEqual([]);
    });

    test('a number is given once, and a run that does not exist has none', async () => {
      await save(
        { kind: 'add-run', run: aRun(), memory: aMemory(), journal: aNote() },
        add(kept(2, MESSAGE)),
      );
      expect(await on.other.commit([add(kept(2, { is: 'deadline-passed' }))])).toEqual(
        duplicateOf('run-fact'),
      );
      await expect(on.store.commit([add(kept(2, MESSAGE, 'none'))])).rejects.toThrow();
    });
  });
}
