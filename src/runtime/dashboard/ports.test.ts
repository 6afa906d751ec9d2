import { expect, test } from 'vitest';
import { portsFor } from './ports.ts';

test('a project has ports of its own, which follow from its path, and takes any if all are taken', () => {
  const ports = portsFor('/srv/project', null);
  expect(ports).toEqual(portsFor('/srv/project', null));
  expect(ports).not.toEqual(portsFor('/srv/other', null));
  expect(ports).toHaveLength(5);
  expect(ports.at(-1)).toBe(0);
  for (const port of ports.slice(0, -1)) expect(port >= 20_000 && port < 30_000).toBe(true);
});

test('the port that it had comes first, once', () => {
  expect(portsFor('/p', 4400).slice(0, 2)).toEqual([4400, portsFor('/p', null)[0]]);
  const [first = 0] = portsFor('/p', null);
  expect(portsFor('/p', first)).toEqual(portsFor('/p', null));
});
