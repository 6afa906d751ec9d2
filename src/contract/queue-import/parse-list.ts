import { parseJson } from '../json.ts';
import type { ImportFormat } from '../queue.ts';
import { fromBeads, isBeads } from './beads-work.ts';
import { fromGithub, isGithub } from './github-work.ts';
import { listElements, listLines } from './json-parts.ts';
import { parseMarkdownList } from './markdown-list.ts';
import { fromNative } from './native-work.ts';
import { type ParsedList, parseParts, type RawPart } from './parsed-list.ts';

// GitHub and beads each write lists and lines; which of the two it is shows in the text.
const PARSERS: Readonly<Record<ImportFormat, (text: string) => ParsedList>> = {
  json: (text) => parseParts(listElements(text), fromNative),
  jsonl: (text) => parseParts(listLines(text), fromNative),
  markdown: parseMarkdownList,
  github: (text) => parseParts(listParts(text), fromGithub),
  beads: (text) => parseParts(listParts(text), fromBeads),
};

export const parseList = (text: string, format: ImportFormat): ParsedList => PARSERS[format](text);

const listParts = (text: string): readonly RawPart[] =>
  text.trimStart().startsWith('[') ? listElements(text) : listLines(text);

/** What kind of list a text is; undefined when it shows no sign of any. */
export function detectFormat(text: string): ImportFormat | undefined {
  const start = text.trimStart();
  if (/^\s*(?:[-*+]|\d{1,9}[.)])\s+\[[ xX]\]/m.test(text) && !/^[[{]/.test(start)) return 'markdown';
  if (!/^[[{]/.test(start)) return undefined;
  const isWhole = start.startsWith('[') || parseJson(text).ok;
  const values = (isWhole ? listElements(text) : listLines(text)).flatMap((part) =>
    'value' in part ? [part.value] : [],
  );
  // One line of JSONL is a whole object too.
  const isList = start.startsWith('[') || (isWhole && values.length > 0);
  const all = values.length > 0 ? values : valuesOfLines(text);
  if (all.some(isBeads)) return 'beads';
  if (all.length > 0 && all.every(isGithub)) return 'github';
  return isList ? 'json' : 'jsonl';
}

const valuesOfLines = (text: string): readonly unknown[] =>
  listLines(text).flatMap((part) => ('value' in part ? [part.value] : []));
