import { describe, expect, test } from 'vitest';
import { aWorkSpec } from '../../../tests/samples/work.ts';
import { type Candidate, decideAdmission } from './admission.ts';
import { findCircular, findNeedsCycle } from './cycle.ts';

let lines = 0;
const one = (id: string, needs: readonly string[] = [], contentHash = id): Candidate => ({
  line: ++lines,
  id,
  spec: aWorkSpec({ needs }),
  contentHash,
  isDone: false,
});
const decide = (candidates: readonly Candidate[], known: Record<string, string> = {}) => {
  const first = candidates[0]?.line ?? 0;
  const { fresh, already, bad } = decideAdmission(candidates, new Map(Object.entries(known)));
  const told = bad.map(({ line, problem }) => `${line - first + 1}: ${problem}`);
  return { fresh: fresh.map(({ id }) => id).join(''), already: already.join(''), bad: told };
};

describe('admission', () => {
  test('takes what needs only what is there or comes along, in any order', () => {
    const found = decide([one('a', ['b', 'x']), one('b')], { x: 'x' });
    expect(found).toEqual({ fresh: 'ab', already: '', bad: [] });
  });

  test('the same again is there already; the same id with other content is bad', () => {
    const found = decide([one('a'), one('b', [], 'other'), one('c'), one('c'), one('c', [], 'new')], {
      a: 'a',
      b: 'b',
    });
    expect(found).toEqual({
      fresh: 'c',
      already: 'ac',
      bad: [
        '2: "b" is already in the queue, with different content',
        expect.stringMatching(/^5: the id "c" has other content on line \d+$/),
      ],
    });
  });

  test('an unknown dependency is bad, and so is whatever needs what is bad', () => {
    const found = decide([one('a', ['b']), one('b', ['none']), one('c')]);
    expect(found).toEqual({
      fresh: 'c',
      already: '',
      bad: ['1: unknown dependency "b"', '2: unknown dependency "none"'],
    });
  });

  test('a circle is told whole, and spoils nothing beside it', () => {
    const found = decide([one('a', ['b']), one('b', ['a']), one('c'), one('d', ['d'])]);
    expect(found.fresh).toBe('c');
    expect(found.bad).toEqual([
      '1: it needs itself, or what does, in the end: a, b, a',
      '2: it needs itself, or what does, in the end: a, b, a',
      '4: it needs itself, or what does, in the end: a, b, a',
    ]);
  });
});

describe('circles', () => {
  test('contain those in them and those that wait for them, and no other', () => {
    const all = [
      { id: 'a', needs: ['b'] },
      { id: 'b', needs: ['c', 'x'] },
      { id: 'c', needs: ['b'] },
      { id: 'x', needs: ['far', 'far'] },
    ];
    expect([...findCircular(all)].join('')).toBe('abc');
    expect(findNeedsCycle(all)).toEqual(['b', 'c', 'b']);
  });

  test('are none in ten thousand that need each other in a row', () => {
    const row = Array.from({ length: 10_000 }, (_, n) => ({ id: `${n}`, needs: n > 0 ? [`${n - 1}`] : [] }));
    expect(findNeedsCycle(row.toReversed())).toBeUndefined();
    expect(findNeedsCycle([...row, { id: '0', needs: ['9999'] }])?.length).toBeGreaterThan(9_000);
  });
});
