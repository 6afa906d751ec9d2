import { at, isNode, isTestFile, nameOf, nodesOf, type Rule, SUITE_WORDS, suiteWord } from './source-file.ts';

const VAGUE_FOLDERS = ['utils', 'util', 'helpers', 'types', 'managers', 'common', 'shared', 'misc', 'lib'];
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export const namesAreKebabCase: Rule = {
  claim: 'files and folders are named in kebab-case',
  check: ({ path }) => {
    const isKebab = path.split('/').every((part) => part.split('.').every((word) => KEBAB.test(word)));
    return isKebab ? [] : [`${path} is not kebab-case`];
  },
};

export const foldersAreNouns: Rule = {
  claim: 'a folder is a noun of the product, never a kind of code',
  check: ({ path }) =>
    path
      .split('/')
      .slice(0, -1)
      .filter((folder) => VAGUE_FOLDERS.includes(folder))
      .map((folder) => `${path} lies in a folder called ${folder}`),
};

export const nothingIsLeftForLater: Rule = {
  claim: 'no comment leaves work for later',
  check: (file) =>
    file.comments
      .filter(({ value }) => /\b(FIXME|TODO|XXX)\b/.test(value))
      .map(({ value, start }) => `${at(file, start)} ${value.trim()}`),
};

const HOME = /(?<![\w.~}])\/(home|Users)\/[a-z][\w.-]*|(?<![\w.~}/\\])\/root(?![\w-])/;

/** Where a text of any kind names a person's own folders. */
export function findHomePaths(path: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (HOME.test(line) ? [`${path}:${index + 1} ${HOME.exec(line)?.[0]}`] : []));
}

/** Folders whose comments and identifiers use the words of `docs/GLOSSARY.md` throughout. */
export const PLAIN_FOLDERS: readonly string[] = ['scripts', 'src', 'tests'];

const VAGUE_PEOPLE = /\b(whoever|somebody|nobody|anybody|everybody)\b/i;
const VAGUE_NAMES = /(?:^|_|[a-z0-9])(?:Eyes|Hands|Grip|Slip|Desk|Bell|Purse)(?![a-z])|^(?:purse|certain)$/;

const isPlain = (path: string): boolean => PLAIN_FOLDERS.some((folder) => path.startsWith(`${folder}/`));

export const commentsNameTheActor: Rule = {
  claim: 'a comment names who acts, not "somebody" or "whoever"',
  check: (file) =>
    file.comments
      .filter(({ value }) => isPlain(file.path) && VAGUE_PEOPLE.test(value))
      .map(({ value, start }) => `${at(file, start)} ${VAGUE_PEOPLE.exec(value)?.[0]}`),
};

export const textsNameTheActor: Rule = {
  claim: 'a text or a code of the program names who acts, too',
  check: (file) => {
    if (!file.path.startsWith('src/') || isTestFile(file.path)) return [];
    const texts = [
      ...nodesOf(file, 'Literal').map(({ value, start }) => ({ text: value, start })),
      ...nodesOf(file, 'TemplateElement').map(({ value, start }) => ({ text: rawOf(value), start })),
    ];
    return texts
      .filter(({ text }) => typeof text === 'string' && VAGUE_PEOPLE.test(text))
      .map(({ text, start }) => `${at(file, start)} ${text}`);
  },
};

export const titlesNameTheActor: Rule = {
  claim: 'the title of a test names who acts, too',
  check: (file) =>
    nodesOf(file, 'CallExpression')
      .filter(({ callee }) => isPlain(file.path) && SUITE_WORDS.includes(suiteWord(callee) ?? ''))
      .flatMap(({ arguments: words, start }) => {
        const title = Array.isArray(words) && isNode(words[0]) ? words[0] : undefined;
        const text = title && /Literal$/.test(title.type) ? file.text.slice(title.start, title.end) : '';
        return VAGUE_PEOPLE.test(text) ? [`${at(file, start)} ${text}`] : [];
      }),
};

const rawOf = (value: unknown): unknown => (value as Readonly<{ raw?: unknown }> | null)?.raw;

/** It would be a slot, a folder, a location, a position or a target. */
const PLACES = /(?:^|_|[a-z0-9])Places?(?![a-z])|^(?:places?|PLACES?)$/;

export const nothingIsCalledPlace: Rule = {
  claim: 'an identifier says slot, folder, location, position or target, not place',
  check: (file) =>
    nodesOf(file, 'Identifier')
      .filter((node) => file.path.startsWith('src/') && PLACES.test(nameOf(node) ?? ''))
      .map((node) => `${at(file, node.start)} ${nameOf(node)}`),
};

export const namesAreOfTheField: Rule = {
  claim: 'an identifier says port, probe, account or lock, not eyes, hands, purse or grip',
  check: (file) =>
    nodesOf(file, 'Identifier')
      .filter((node) => isPlain(file.path) && VAGUE_NAMES.test(nameOf(node) ?? ''))
      .map((node) => `${at(file, node.start)} ${nameOf(node)}`),
};

/** Half of a sentence, of which a reader elsewhere does not know the other half. */
const FRAGMENTS = [
  'About Answered Around Asked Born Counted Created Drafted Drawn Ended',
  'Found Given Held How Known Left Listed Looked Made Named Of Over',
  'Planned Played Posted Ran Replied Requested Routed Said Scene Seen Sent Shown Started',
  'Stepped Taken Told Wanted What Who',
].flatMap((line) => line.split(' '));

export const typesAreNamedForWhatTheyAre: Rule = {
  claim: 'a type is named for what it is, not for the sentence that it appears in',
  check: (file) =>
    [...nodesOf(file, 'TSTypeAliasDeclaration'), ...nodesOf(file, 'TSInterfaceDeclaration')]
      .filter(({ id }) => FRAGMENTS.includes(nameOf(id) ?? ''))
      .map(({ id, start }) => `${at(file, start)} ${nameOf(id)}`),
};
