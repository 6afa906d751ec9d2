import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aWork } from '../../../tests/samples/work.ts';
import { birthPosition, compareWork, decidePositions, type QueueTarget } from './order.ts';

const ids = (works: readonly { id: string }[]): string => works.map(({ id }) => id).join('');

test('work goes by priority, then by position, then by age, then by id', () => {
  const works = [
    aWork({ id: 'e', priority: 3, position: 1 }),
    aWork({ id: 'd', position: 2, createdAt: 1 }),
    aWork({ id: 'c', position: 1, createdAt: 2 }),
    aWork({ id: 'b', position: 1, createdAt: 1 }),
    aWork({ id: 'a', position: 1, createdAt: 1 }),
    aWork({ id: 'z', priority: 0, position: 9 }),
  ];
  expect(ids(works.sort(compareWork))).toBe('zabcde');
});

describe('a new position', () => {
  const line = ['a', 'b', 'c', 'd'].map((id, n) => aWork({ id, position: birthPosition(5, n) }));
  const moved = (id: string, target: QueueTarget, works = line) => {
    const changes = new Map(decidePositions(id, works, target).map((one) => [one.id, one.position]));
    const after = works.map((work) => ({ ...work, position: changes.get(work.id) ?? work.position }));
    return { order: ids(after.sort(compareWork)), count: changes.size };
  };
  test.each([
    ['d', { where: 'first' }, 'dabc'],
    ['a', { where: 'last' }, 'bcda'],
    ['d', { where: 'before', id: 'b' }, 'adbc'],
    ['a', { where: 'after', id: 'c' }, 'bcad'],
    ['a', { where: 'before', id: 'b' }, 'abcd'],
  ] as const)('of %s, %j, gives %s', (id, target, order) => {
    expect(moved(id, target)).toEqual({ order, count: 1 });
  });

  test('beside itself is where it is', () => {
    expect(decidePositions('d', line, { where: 'after', id: 'd' })).toEqual([]);
  });

  test('without room between two neighbours spreads all of them', () => {
    const tight = line.map((work, n) => ({ ...work, position: 7 + n }));
    expect(moved('d', { where: 'before', id: 'b' }, tight)).toEqual({ order: 'adbc', count: 4 });
  });

  test('is where it was asked for, whatever the positions are', () => {
    const paths = fc.uniqueArray(fc.integer({ min: -5, max: 5 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(paths, fc.nat(9), fc.nat(9), (positions, a, b) => {
        const works = positions.map((position, n) => aWork({ id: `${n}`, position })).sort(compareWork);
        const [one, other] = [works[a % works.length], works[b % works.length]];
        if (!one || !other || one === other) return;
        const { order } = moved(one.id, { where: 'before', id: other.id }, works);
        expect(order).toContain(`${one.id}${other.id}`);
      }),
    );
  });
});
