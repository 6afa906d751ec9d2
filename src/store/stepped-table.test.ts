import { expect, test } from 'vitest';
import { steppedTable } from './stepped-table.ts';
import { plain, Table } from './table.ts';

type Stamped = Readonly<{ id: string; version: number }>;

const stamped = steppedTable(
  new Table<Stamped>('stamped', ['id'], () => ({ id: plain('id'), version: plain('version') })),
  { duplicateOf: 'note', stepped: { version: true }, guards: ['version'] },
);
const from = { id: 'a', version: 3 };

test.each([3, 5])('a step from version 3 to %i is a bug, and nothing is written', (version) => {
  const program = stamped.step({ from, to: { id: 'a', version } });
  expect(() => program.next()).toThrow('a step of stamped must raise its version by one');
});

test('a step that raises the version by one is written under its guard', () => {
  const { done, value } = stamped.step({ from, to: { id: 'a', version: 4 } }).next();
  expect({ done, value }).toMatchObject({ done: false, value: { statement: { values: [4, 'a', 3] } } });
});
