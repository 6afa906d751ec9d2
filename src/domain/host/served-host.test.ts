import { expect, test } from 'vitest';
import { isServedBy } from './served-host.ts';

const shared = { hostId: 'ada', config: { store: 'postgres://db/swarm' } };
const alone = { hostId: 'ada', config: { store: null } };

test('a host that shares its store serves its own rows, and those that belong to none', () => {
  const hosts = ['ada', 'bob', null];
  expect(hosts.map((hostId) => isServedBy(shared, { hostId }))).toEqual([true, false, true]);
});

test('a host that has its store to itself serves all rows, also those of an earlier name of it', () => {
  expect(isServedBy(alone, { hostId: 'ada.local' })).toBe(true);
});
