import { expect, test } from 'vitest';
import { observeProcesses, observeProcessesLately, parsePs, parseStat } from './process-table.ts';

const REST = 'S 1 42 41 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 987654 2560 200';

test.each(['sh', 'a b', 'a) S 9 9 (b', '((', ') '])('a process with the name %j is read right', (name) => {
  expect(parseStat(77, `77 (${name}) ${REST}\n`)).toEqual({
    pid: 77,
    parent: 1,
    group: 42,
    session: 41,
    tty: '',
    start: '987654',
    isZombie: false,
  });
});

test('a truncated text is no process', () => {
  expect(parseStat(77, '77 (sh) S 1')).toBe(undefined);
});

test('what ps says elsewhere is read right', () => {
  const text = `    1     0     1 Ss   ??       Sun Nov 15 20:36:39 2026
  501     1   501 Z+   ttys003  Mon Nov  2 01:02:03 2026
garbage
`;
  expect(parsePs(text)).toEqual([
    { pid: 1, parent: 0, group: 1, session: 0, tty: '', start: 'Sun Nov 15 20:36:39 2026', isZombie: false },
    {
      pid: 501,
      parent: 1,
      group: 501,
      session: 0,
      tty: 'ttys003',
      start: 'Mon Nov 2 01:02:03 2026',
      isZombie: true,
    },
  ]);
});

test('those who ask at the same time share a look, and who asks later gets a new one', async () => {
  const [one, other] = await Promise.all([observeProcesses(), observeProcesses()]);
  expect(other).toBe(one);
  expect(await observeProcesses()).not.toBe(one);
  expect(one.some(({ pid }) => pid === process.pid)).toBe(true);
});

test('who only counts is given what was seen a moment ago, and who asks anew a look of its own', async () => {
  const seen = await observeProcesses();
  expect(await observeProcessesLately(60_000)).toBe(seen);
  expect(await observeProcessesLately(0)).not.toBe(seen);
  expect(await observeProcesses()).not.toBe(seen);
});
