import { expect, test } from 'vitest';
import { parseSource, type Rule } from './source-file.ts';
import {
  commentsNameTheActor,
  findHomePaths,
  foldersAreNouns,
  namesAreKebabCase,
  namesAreOfTheField,
  nothingIsCalledPlace,
  nothingIsLeftForLater,
  textsNameTheActor,
  titlesNameTheActor,
  typesAreNamedForWhatTheyAre,
} from './wording.ts';

const faults = ({ check }: Rule, path: string, text = '') => check(parseSource(path, text));

test.each([
  ['src/app/stopSession.ts'],
  ['src/app/stop_session.ts'],
  ['src/App/stop.ts'],
  ['src/app/stop-.ts'],
])('%s is not kebab-case', (path) => {
  expect(faults(namesAreKebabCase, path)).toHaveLength(1);
});

test('kebab-case names with a suffix or a number are allowed', () => {
  expect(faults(namesAreKebabCase, 'src/store/0001-first.ts')).toEqual([]);
  expect(faults(namesAreKebabCase, 'src/store/sql-store.conformance.ts')).toEqual([]);
});

test('a folder named for a kind of code is refused, at any depth', () => {
  expect(faults(foldersAreNouns, 'src/app/utils/a.ts')).toHaveLength(1);
  expect(faults(foldersAreNouns, 'src/helpers/session/a.ts')).toHaveLength(1);
  expect(faults(foldersAreNouns, 'src/domain/session/types.ts')).toEqual([]);
});

test('work left for later is refused in comments and ignored in strings', () => {
  const marks = ['FIX', 'TO'].map((start, index) => start + ['ME', 'DO'][index]);
  for (const mark of marks) {
    expect(faults(nothingIsLeftForLater, 'src/app/a.ts', `// ${mark} mend\n/* ${mark} */`)).toHaveLength(2);
    expect(faults(nothingIsLeftForLater, 'src/app/a.ts', `const a = '${mark}';`)).toEqual([]);
  }
});

test('a comment without an actor is refused in folders that are plain', () => {
  const text = '// Somebody deleted it.\n/** Woken by whoever waits. */\nconst a = "nobody";';
  expect(faults(commentsNameTheActor, 'src/runtime/a.ts', text)).toHaveLength(2);
  expect(faults(commentsNameTheActor, 'elsewhere/a.ts', text)).toEqual([]);
});

test('a text without an actor is refused in the program, and not in its tests', () => {
  const text = "const a = 'Somebody ended it';\nconst b = `nobody answers`;\nconst c = 'no one else';";
  expect(faults(textsNameTheActor, 'src/views/a.ts', text)).toHaveLength(2);
  expect(faults(textsNameTheActor, 'src/views/a.test.ts', text)).toEqual([]);
});

test.each([
  "test('nobody is asked', () => {});",
  "describe.each([1])('whoever waits', () => {});",
  'test(`somebody left`, () => {});',
])('the title of %s is refused', (text) => {
  expect(faults(titlesNameTheActor, 'tests/e2e/a.test.ts', text)).toHaveLength(1);
});

test('a vague word in the body of a test is no title', () => {
  const text = "test('an unknown role is refused', () => send('nobody'));";
  expect(faults(titlesNameTheActor, 'tests/e2e/a.test.ts', text)).toEqual([]);
});

test.each(['StartEyes', 'Hands', 'takeGrip', 'answerBell', 'purse', 'certain'])('%s is no name', (name) => {
  expect(faults(namesAreOfTheField, 'src/runtime/a.ts', `const ${name} = 1;`)).toHaveLength(1);
});

test('a name that only contains such a word is allowed', () => {
  const text = 'const a = { isHandshake: 1, BellmanFord: 2, uncertain: 3, handsOver: 4 };';
  expect(faults(namesAreOfTheField, 'src/runtime/a.ts', text)).toEqual([]);
});

test.each(['place', 'Places', 'PLACES', 'watchPlace', 'isInPlace'])('%s is no name either', (name) => {
  expect(faults(nothingIsCalledPlace, 'src/runtime/a.ts', `const ${name} = 1;`)).toHaveLength(1);
  expect(faults(nothingIsCalledPlace, 'src/runtime/a.ts', 'const fillPlaceholders = 1;')).toEqual([]);
});

test.each([
  'type About = string;',
  'type Ended = string;',
  'type Of<K> = K;',
  'type Asked = string;',
  'export interface Known { a: string }',
])('"%s" names no thing', (text) => {
  expect(faults(typesAreNamedForWhatTheyAre, 'src/runtime/a.ts', text)).toHaveLength(1);
});

test('a type that says of what it is part is allowed', () => {
  const text = 'type KnownFault = string;\ntype AskedQuestion = string;';
  expect(faults(typesAreNamedForWhatTheyAre, 'src/runtime/a.ts', text)).toEqual([]);
});

test('a path below a home folder is found in any text', () => {
  const separator = '/';
  for (const folder of ['home/ada/code', 'Users/ada', 'root', 'root/.claude']) {
    expect(findHomePaths('docs/a.md', `line\nsee ${separator}${folder} there`)).toHaveLength(1);
  }
  expect(findHomePaths('docs/a.md', '~/code, $HOME/x, src/root/x, https://example.com/home/page')).toEqual(
    [],
  );
});
