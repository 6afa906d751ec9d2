import { at, type Rule } from './source-file.ts';

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

/** Where a text of any kind names somebody's own folders. */
export function findHomePaths(path: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (HOME.test(line) ? [`${path}:${index + 1} ${HOME.exec(line)?.[0]}`] : []));
}
