import { type CharSet, charSetsMeet } from './char-set.ts';
import type { Glob, GlobSegment } from './glob.ts';
import type { GlobToken } from './glob-token.ts';

const LAST_ASCII = 0x7e;
const FIRST_BEYOND = 0x80;
/** Bytes of a character beyond ASCII, for a matcher that reads bytes. */
const BEYOND_ASCII = '[\\200-\\377]+';
const ANY_NAME = '[^/]';

/** The glob as an extended regular expression of POSIX, for `awk` in the C locale. */
export const globRegex = ({ alternatives }: Glob): string => `^(${alternatives.map(rowRegex).join('|')})$`;

function rowRegex(row: readonly GlobSegment[]): string {
  const last = row.length - 1;
  const isTail = (index: number): boolean => index === last && row[index] === 'any-depth';
  return row
    .map((segment, index) => {
      if (isTail(index)) return `(/${ANY_NAME}+)*`;
      if (segment === 'any-depth') return `(${ANY_NAME}+/)*`;
      return `${segment.map(tokenRegex).join('')}${index === last || isTail(index + 1) ? '' : '/'}`;
    })
    .join('');
}

function tokenRegex(token: GlobToken): string {
  if (token.kind === 'slash') return '/';
  return token.kind === 'star' ? `${ANY_NAME}*` : setRegex(token.set, token.isLiteral);
}

function setRegex(set: CharSet, isLiteral: boolean): string {
  const ascii = Array.from({ length: LAST_ASCII }, (_, index) => index + 1).filter((code) =>
    holds(set, code),
  );
  const beyond = set.filter(([, last]) => last >= FIRST_BEYOND);
  const choices = [
    ...ascii.map((code) => escaped(String.fromCharCode(code))),
    ...(isLiteral ? beyond.map(([first]) => String.fromCodePoint(first)) : []),
    ...(!isLiteral && beyond.length > 0 ? [BEYOND_ASCII] : []),
  ];
  return choices.length === 1 ? choices.join('') : `(${choices.join('|')})`;
}

const holds = (set: CharSet, code: number): boolean => charSetsMeet(set, [[code, code]]);

const escaped = (char: string): string => (/[A-Za-z0-9_ ,:;@#%=~<>&"'`!-]/.test(char) ? char : `\\${char}`);
