import { posix } from 'node:path';

export type Page = Readonly<{ path: string; text: string }>;

const FOLDERS = /^(src|tests|scripts|docs|agents|workflows|templates|examples|schema)\//;
const FENCE = /^(`{3,})(\w*)\n([\s\S]*?)^\1$/gm;
const CODE = /`([^`\n]+)`/g;

const withoutFences = (text: string): string => text.replace(FENCE, '');

/** What stands in backticks outside of fenced blocks. */
export const listCode = ({ text }: Page): string[] =>
  [...withoutFences(text).matchAll(CODE)].map(([, code = '']) => code);

/** Files and folders of the project that a page names in backticks, as it names them. */
export const listPaths = (page: Page): string[] =>
  listCode(page).filter(
    (code) => (/^[\w./*-]+\.(ts|mjs)$/.test(code) || FOLDERS.test(code)) && !/[<…{ ]/.test(code),
  );

/** Where links lead, from the root. Addresses of the web are left out. */
export const listLinks = ({ path, text }: Page): string[] =>
  [...withoutFences(text).matchAll(/\]\(([^)#\s]+)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => posix.join(posix.dirname(path), target));

/** A path may be given by its end alone, and `*` stands for a part of a name. */
export function isThere(named: string, paths: readonly string[]): boolean {
  const escaped = named.replace(/[.+^$()[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');
  const pattern = new RegExp(`(^|/)${escaped.replace(/\/$/, '')}($|/)`);
  return paths.some((path) => pattern.test(path));
}

/** Names of functions and constants that a page gives in backticks: `decideDue`, `NEXT`. */
export const listNames = (page: Page): string[] =>
  listCode(page).filter((code) => /^([a-z]+[A-Z]\w*|[A-Z]{3,}|[A-Z][a-z]+[A-Z]\w*)$/.test(code));

/** Command lines of Swarm in blocks for a shell, one word each, without comments. */
export const listCommandLines = ({ text }: Page): string[][] =>
  [...text.matchAll(FENCE)]
    .filter(([, , language]) => language === 'sh')
    .flatMap(([, , , body = '']) => body.split('\n'))
    .filter((line) => /^(\.\/)?swarm /.test(line))
    .map(toWords);

/** Commands in backticks, as far as they go: `swarm questions`, `swarm answer <id> allow`. */
export const listInlineCommands = (page: Page): string[][] =>
  listCode(page)
    .filter((code) => /^swarm [a-z]/.test(code))
    .map(toWords);

const TEST = /(`[\w./*-]*(tests\/[\w./*-]+|\.(test|conformance)\.ts)`|[Ss]ame file)/;

/** Bullets that name no test, in sections where no paragraph names one for all of them. */
export const listUnheldClaims = ({ text }: Page, without: readonly string[]): string[] =>
  withoutFences(text)
    .split(/^## /m)
    .slice(1)
    .filter((section) => !without.some((title) => section.startsWith(`${title}\n`)))
    .flatMap((section) => {
      const blocks = section.split(/\n(?=- )|\n\n/).map((block) => block.trim());
      const claims = blocks.filter((block) => block.startsWith('- '));
      const isHeldWhole = blocks.some((block) => !block.startsWith('- ') && TEST.test(block));
      return isHeldWhole ? [] : claims.filter((claim) => !TEST.test(claim));
    });

/** Words as a shell parts them; a placeholder `<id>` is a word, and what may be left out is there. */
export function toWords(line: string): string[] {
  const plain = line
    .replace(/[[\]]/g, '')
    .replace(/(^|\s)#.*$/, '')
    .replaceAll('…', '');
  const words = plain.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  return words.slice(1).map((word) => word.replace(/^["']|["']$/g, '').replace(/^<(.*)>$/, '$1'));
}
