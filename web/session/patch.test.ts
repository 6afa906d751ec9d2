import { expect, test } from 'vitest';
import { type Remark, remarksMessage } from '../../src/contract/remark.ts';
import { parsePatch } from './patch.ts';

const CHANGED = `diff --git a/a.ts b/a.ts
index 1..2 100644
--- a/a.ts
+++ b/a.ts
@@ -1,2 +1,3 @@ function f() {
 same
-gone
+come
+--- not a header
@@ -10 +11 @@
-old
+new
\\ No newline at end of file
`;

const linesOf = (patch: string): string[] =>
  parsePatch(patch).flatMap(({ lines }) =>
    lines.map(({ kind, text, before, after }) => `${kind} ${before ?? '-'} ${after ?? '-'} ${text}`),
  );

test('each line of a diff has its number in the file before and after', () => {
  expect(linesOf(CHANGED)).toEqual([
    'hunk - - @@ -1,2 +1,3 @@ function f() {',
    'same 1 1 same',
    'gone 2 - gone',
    'come - 2 come',
    'come - 3 --- not a header',
    'hunk - - @@ -10 +11 @@',
    'gone 10 - old',
    'come - 11 new',
    'note - - \\ No newline at end of file',
  ]);
});

test('a file has the name that it has after the change, or had where it is gone', () => {
  const head = (text: string): string => `diff --git a/x b/x\n${text}`;
  const patch = [
    CHANGED,
    head('deleted file mode 100644\n--- a/gone.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n'),
    head('similarity index 100%\nrename from old name\nrename to new name\n'),
    'diff --git a/p.png b/p.png\nBinary files a/p.png and b/p.png differ\n',
  ].join('');
  expect(parsePatch(patch).map(({ path }) => path)).toEqual(['a.ts', 'gone.ts', 'new name', 'p.png']);
});

test('a text that is no diff has no files', () => {
  expect(parsePatch('')).toEqual([]);
  expect(parsePatch('fatal: bad object')).toEqual([]);
});

test('a message of remarks names each line, and says which ones are gone', () => {
  const remark: Remark = { path: 'a.ts', line: 2, side: 'after', code: '  come', text: 'Why? ' };
  expect(remarksMessage([remark])).toBe(
    'I read your diff. Please go through this remark:\n\na.ts:2\n> come\nWhy?\n',
  );
  expect(remarksMessage([remark, { ...remark, side: 'before' }])).toContain('these 2 remarks');
  expect(remarksMessage([{ ...remark, side: 'before' }])).toContain('a.ts:2 (removed line)');
});
