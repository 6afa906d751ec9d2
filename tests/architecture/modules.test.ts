import { expect, test } from 'vitest';
import {
  builtinsCarryTheirPrefix,
  CATCHING_FILES,
  environmentIsReadInMain,
  errorsAreCaughtAtTheEdge,
  exportsAreConstant,
  nothingIsAny,
  nothingIsExportedByDefault,
  oneFileWritesToTerminals,
  textIsNeverMarkup,
  thereAreNoBarrels,
} from './modules.ts';
import { parseSource, type Rule } from './source-file.ts';

const faults = ({ check }: Rule, path: string, text: string) => check(parseSource(path, text));

test('a default export is refused, except in a tool’s configuration', () => {
  expect(faults(nothingIsExportedByDefault, 'src/app/a.ts', 'export default 1;')).toHaveLength(1);
  expect(faults(nothingIsExportedByDefault, 'vitest.config.ts', 'export default 1;')).toEqual([]);
});

test('an export that can be assigned to is refused', () => {
  expect(faults(exportsAreConstant, 'src/app/a.ts', 'export let a = 1;\nexport var b = 2;')).toHaveLength(2);
  expect(faults(exportsAreConstant, 'src/app/a.ts', 'export const a = 1;\nlet b = 2;')).toEqual([]);
});

test('an index, a star export and a file of re-exports are barrels', () => {
  expect(faults(thereAreNoBarrels, 'src/app/index.ts', 'export const a = 1;')).toHaveLength(1);
  expect(faults(thereAreNoBarrels, 'src/app/a.ts', "export { b } from './b.ts';")).toHaveLength(1);
  expect(faults(thereAreNoBarrels, 'src/app/a.ts', "const a = 1;\nexport * from './b.ts';")).toHaveLength(1);
  expect(faults(thereAreNoBarrels, 'src/index.ts', "export { b } from './app/b.ts';")).toEqual([]);
  expect(faults(thereAreNoBarrels, 'src/app/a.ts', 'export const a = 1;')).toEqual([]);
});

test('any is refused wherever it hides', () => {
  const text = 'const a = (b: any[]): Promise<any> => b as any;';
  expect(faults(nothingIsAny, 'tests/a.ts', text)).toHaveLength(3);
  expect(faults(nothingIsAny, 'tests/a.ts', "const any = 'any'; // any")).toEqual([]);
});

test('catch is refused in the middle, as a clause and as a method', () => {
  const text = "try { a(); } catch { b(); }\nvoid c().catch(() => {});\nconst d = z.catch(e, 'f');";
  for (const layer of ['domain', 'contract', 'views', 'app', 'supervisor']) {
    expect(faults(errorsAreCaughtAtTheEdge, `src/${layer}/a.ts`, text)).toHaveLength(2);
  }
  expect(faults(errorsAreCaughtAtTheEdge, 'src/runtime/a.ts', text)).toEqual([]);
  for (const path of CATCHING_FILES) expect(faults(errorsAreCaughtAtTheEdge, path, text)).toEqual([]);
  expect(faults(errorsAreCaughtAtTheEdge, 'src/app/a.ts', 'try { a(); } finally { b(); }')).toEqual([]);
});

test.each([['process.env.HOME;'], ['const { env } = process;'], ["import { env } from 'node:process';"]])(
  '%s is refused outside main',
  (text) => {
    expect(faults(environmentIsReadInMain, 'src/agents/a.ts', text)).toHaveLength(1);
    expect(faults(environmentIsReadInMain, 'src/main/a.ts', text)).toEqual([]);
  },
);

test.each([
  ['console.error(1);'],
  ["process.stdout.write('x');"],
  ['const out = process.stderr;'],
  ['pipe(process.stdout);'],
  ['const { stdout } = process;'],
  ["import { stdout } from 'node:process';"],
  ["writeSync(1, 'x');"],
  ["writeSync(STDERR, 'x');"],
  ["openSync('/dev/tty', 'w');"],
])('%s is refused outside of the file that makes text safe', (text) => {
  expect(faults(oneFileWritesToTerminals, 'src/cli/a.ts', text)).toHaveLength(1);
  expect(faults(oneFileWritesToTerminals, 'src/main/output.ts', text)).toEqual([]);
});

test('whether a terminal is there may be asked anywhere', () => {
  expect(faults(oneFileWritesToTerminals, 'src/main/a.ts', 'process.stdout.isTTY;')).toEqual([]);
});

test.each([
  ['<div dangerouslySetInnerHTML={{ __html: text }} />;'],
  ['<iframe srcDoc={text} />;'],
  ['element.innerHTML = text;'],
  ["element.insertAdjacentHTML('beforeend', text);"],
  ['document.write(text);'],
])('%s is refused in the page', (text) => {
  expect(faults(textIsNeverMarkup, 'web/a.tsx', text)).toHaveLength(1);
  expect(faults(textIsNeverMarkup, 'src/views/a.tsx', text)).toEqual([]);
});

test('the text of an element is no markup', () => {
  expect(faults(textIsNeverMarkup, 'web/a.tsx', '<p>{text}</p>; element.textContent = text;')).toEqual([]);
});

test('a bare import of a Node module is refused', () => {
  expect(faults(builtinsCarryTheirPrefix, 'src/app/a.ts', "import 'fs/promises';")).toHaveLength(1);
  expect(faults(builtinsCarryTheirPrefix, 'src/app/a.ts', "import 'node:fs/promises';")).toEqual([]);
});
