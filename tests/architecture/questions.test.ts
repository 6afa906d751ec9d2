import { expect, test } from 'vitest';
import { kindsOfQuestionsStayInTheirTable } from './questions.ts';
import { parseSource } from './source-file.ts';

const IMPORT = "import type { Question } from '../../domain/question/question.ts';\n";
const faults = (path: string, text: string) =>
  kindsOfQuestionsStayInTheirTable.check(parseSource(path, text));

test.each([
  "const a = question.kind === 'login';",
  "const a = question?.kind !== 'budget';",
  "const a = ({ kind }: Question) => 'gate' === kind;",
  "switch (question.kind) { case 'ask': a(); }",
])('outside the table of kinds, "%s" is refused', (text) => {
  expect(faults('src/supervisor/question/a.ts', IMPORT + text)).toHaveLength(1);
  expect(faults('src/domain/question/kind/a.ts', IMPORT + text)).toEqual([]);
  expect(faults('src/supervisor/question/a.test.ts', IMPORT + text)).toEqual([]);
});

test('kinds of other things may be compared, and what a question does', () => {
  expect(faults('src/app/a.ts', "const a = owner.kind === 'run';")).toEqual([]);
  expect(faults('src/app/session/a.ts', `${IMPORT}const a = turn.kind === 'steer';`)).toEqual([]);
  expect(faults('src/app/session/a.ts', `${IMPORT}const a = effect.do === 'carry';`)).toEqual([]);
});
