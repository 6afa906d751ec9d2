import { expect, test } from 'vitest';
import { parseRemark, remarksMessage } from './remark.ts';

test.each([
  ['src/a.ts:12 use the pool', { path: 'src/a.ts', line: 12, text: 'use the pool' }],
  ['src/a.ts:12: use the pool', { path: 'src/a.ts', line: 12, text: 'use the pool' }],
  ['src/a.ts:12=use the pool', { path: 'src/a.ts', line: 12, text: 'use the pool' }],
  ['see http://localhost:80 there', null],
  ['src/a.ts:12', null],
  ['use the pool', null],
])('%j names a line, or none', (text, remark) => {
  const found = parseRemark(text);
  if (remark === null) expect(found).toBeNull();
  else expect(found).toMatchObject(remark);
});

test('words come before the remarks, and a line that is not known is not quoted', () => {
  const remark = { path: 'src/a.ts', line: 3, side: 'after', code: ' let b; ', text: 'name it' } as const;
  expect(remarksMessage([remark, { ...remark, line: 9, code: '' }], 'Nearly there.')).toBe(
    'Nearly there.\n\nI read your diff. Please go through these 2 remarks:\n\n' +
      'src/a.ts:3\n> let b;\nname it\n\nsrc/a.ts:9\nname it\n',
  );
  expect(remarksMessage([], 'Begin anew.')).toBe('Begin anew.\n');
});
