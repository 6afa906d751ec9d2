import { expect, test } from 'vitest';
import { parseEntries } from './index-entries.ts';

const OF = `${'a'.repeat(40)} 0`;
const records = (...lines: string[]): string => lines.map((line) => `${line}\0`).join('');

test('an index tells which files git would not look at, and what is a repository of its own', () => {
  const text = records(
    '? inner/',
    '? new.txt',
    `H 100644 ${OF}\tplain.txt`,
    `h 100644 ${OF}\tassumed.txt`,
    `S 100644 ${OF}\tskipped.txt`,
    `s 100644 ${OF}\tboth.txt`,
    `H 160000 ${OF}\tmodule`,
  );
  expect(parseEntries(text)).toEqual({
    assumed: ['assumed.txt', 'both.txt'],
    skipped: ['skipped.txt', 'both.txt'],
    submodules: ['module'],
    nested: ['inner'],
  });
});

test('a new file that is called like a line of the index is no submodule', () => {
  const name = `160000 ${OF}\tsub\nmodule`;
  expect(parseEntries(records(`? ${name}`, `s 100644 ${OF}\ttwo\nlines`))).toEqual({
    assumed: ['two\nlines'],
    skipped: ['two\nlines'],
    submodules: [],
    nested: [],
  });
});

test('a file in conflict is named once, though the index has it three times', () => {
  const stages = [1, 2, 3].map((stage) => `s 160000 ${'a'.repeat(40)} ${stage}\tboth`);
  expect(parseEntries(records(...stages))).toMatchObject({ assumed: ['both'], submodules: ['both'] });
});
