import { expect, test } from 'vitest';
import { findBlock } from './block.ts';

test('the block is found with the line that it begins on', () => {
  expect(findBlock('a\n\n```rehearsal\n- one\n- two\n```\nb')).toEqual({ source: '- one\n- two', line: 4 });
});

test('a block that is never closed goes on to the end', () => {
  expect(findBlock('~~~ rehearsal\n- one\n```\n')).toEqual({ source: '- one\n```\n', line: 2 });
});

test('code within a line opens no block', () => {
  expect(findBlock('```x``` is code\n```rehearsal\n- one\n```\n')?.source).toBe('- one');
});

test('a shorter fence does not close a longer one', () => {
  expect(findBlock('````rehearsal\n- run: |\n    ```\n````\n')?.source).toBe('- run: |\n    ```');
});

test.each([
  '',
  'text',
  '```\n- a\n```',
  '```rehearsals\n```',
  '`rehearsal`',
  '    ```rehearsal\n- a\n    ```',
])('there is no script in %j', (prompt) => {
  expect(findBlock(prompt)).toBeUndefined();
});

test('a megabyte of text is searched quickly', () => {
  const started = performance.now();
  findBlock(`${'`'.repeat(1_000_000)}\n`);
  findBlock(`${' '.repeat(1_000_000)}\n`);
  findBlock('```x\n'.repeat(200_000));
  findBlock(`\`\`\`x${' '.repeat(1_000_000)}x`);
  expect(performance.now() - started).toBeLessThan(2_000);
});
