/** What a person pressed. */
export type Key =
  | Readonly<{ is: 'typed' | 'pasted'; text: string }>
  | Readonly<{ is: (typeof NAMED)[keyof typeof NAMED] | 'unknown' }>;

/** What terminals send for the keys that are known here. */
const NAMED = {
  '\u001b[A': 'up',
  '\u001bOA': 'up',
  '\u001b[B': 'down',
  '\u001bOB': 'down',
  '\u001b[5~': 'page-up',
  '\u0002': 'page-up',
  '\u001b[6~': 'page-down',
  '\u0006': 'page-down',
  '\u001b[H': 'first',
  '\u001bOH': 'first',
  '\u001b[1~': 'first',
  '\u001b[F': 'last',
  '\u001bOF': 'last',
  '\u001b[4~': 'last',
  '\r': 'enter',
  '\n': 'enter',
  '\u001b': 'escape',
  '\u007f': 'erase',
  '\b': 'erase',
  '\u0015': 'erase-all',
  '\u0003': 'quit',
  '\u001a': 'suspend',
  '\f': 'redraw',
} as const;

const ESCAPE = '\\u001b';
const PASTE = `${ESCAPE}\\[200~([^]*?)${ESCAPE}\\[201~`;
const SEQUENCE = `${ESCAPE}\\[[0-?]*[ -/]*[@-~]|${ESCAPE}O[^]|${ESCAPE}`;
const TOKEN = new RegExp(`${PASTE}|${SEQUENCE}|[^]`, 'gu');
const OPEN_PASTE = new RegExp(`${ESCAPE}\\[200~(?![^]*${ESCAPE}\\[201~)[^]*$`);
const OPEN_SEQUENCE = new RegExp(`${ESCAPE}(?:\\[[0-?]*[ -/]*|O)?$`);

export type ReadKeys = Readonly<{ keys: readonly Key[]; rest: string }>;

/** Keys of what a terminal sent; `rest` may be the beginning of one more. */
export function readKeys(text: string): ReadKeys {
  const rest = (OPEN_PASTE.exec(text) ?? OPEN_SEQUENCE.exec(text))?.[0] ?? '';
  const whole = text.slice(0, text.length - rest.length);
  return { keys: [...whole.matchAll(TOKEN)].map(keyOf), rest };
}

/** Nothing followed in time: an escape was the key itself. A paste is waited for. */
export const flushKeys = (rest: string): ReadKeys =>
  OPEN_PASTE.test(rest) || rest === ''
    ? { keys: [], rest }
    : { keys: [rest === '\u001b' ? { is: 'escape' } : { is: 'unknown' }], rest: '' };

function keyOf([token, pasted]: RegExpMatchArray): Key {
  if (pasted !== undefined) return { is: 'pasted', text: pasted };
  if (isNamed(token)) return { is: NAMED[token] };
  return /^\P{Cc}$/u.test(token) ? { is: 'typed', text: token } : { is: 'unknown' };
}

const isNamed = (token: string): token is keyof typeof NAMED => Object.hasOwn(NAMED, token);
