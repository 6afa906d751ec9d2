import { expect, test } from 'vitest';
import { parseMailBody } from './mail-body.ts';

test.each([
  ['Track: a', { track: 'a' }],
  ['- **Track**: a', { track: 'a' }],
  ['**Track:** a', { track: 'a' }],
  ['> Current track: `a`', { track: 'a' }],
  ['Track: none', { track: null }],
  ['Files: **/x.ts, "b c.md"', { files: ['**/x.ts', 'b c.md'] }],
  ['files_reserved: a,{b,c}/d', { files: ['a', '{b,c}/d'] }],
  ['Files:\n- a/**\n* b\n\nnext', { files: ['a/**', 'b'] }],
  ['Files:\nnothing yet\n- a', { files: [] }],
  ['Claimed beads: bd-1 (in_progress)', { items: ['bd-1'] }],
  ['Items: -', { items: [] }],
  ['Please look at: a', {}],
  ['', {}],
])('%j says %j', (body, told) => {
  expect(parseMailBody(body)).toEqual(told);
});

test('a body without end costs no more than its first lines', () => {
  expect(parseMailBody(`${'x\n'.repeat(100_000)}Track: a`)).toEqual({});
  expect(parseMailBody(`Files: ${','.repeat(1_000_000)}`)).toEqual({ files: [] });
});
