import type { Scope } from './scope.ts';

/** What a mail says about its sender; what it does not speak of is left out. */
export type MailBody = Partial<Scope> & Readonly<{ session?: string }>;

type Key = 'track' | 'items' | 'files' | 'session';

/** A heartbeat says it in its first lines; a long mail is not searched. */
const MOST_LINES = 100;
const LONGEST_LINE = 1_000;
const MOST_VALUES = 200;
const LINE = /^[\s>*_\u2022-]*([A-Za-z][A-Za-z _]{0,24})[*_\s]*:(.*)$/;
const BULLET = /^\s*[-*\u2022]\s+(.*)$/;
const NOTHING = /^(none|null|nil|n\/a|-|\u2013|\u2014|)$/i;

const KEYS: Readonly<Record<string, Key>> = {
  track: 'track',
  'current track': 'track',
  session: 'session',
  'session id': 'session',
  bead: 'items',
  beads: 'items',
  'claimed beads': 'items',
  'beads claimed': 'items',
  item: 'items',
  items: 'items',
  'claimed items': 'items',
  files: 'files',
  'reserved files': 'files',
  'files reserved': 'files',
  reservations: 'files',
};

/** Reads lines such as `Track: cc-v2`, `- **Files**: src/api/**`, or a key with a list below it. */
export function parseMailBody(body: string): MailBody {
  const told = new Map<Key, readonly string[]>();
  let open: Key | null = null;
  for (const line of body.split('\n', MOST_LINES)) {
    const [, word, rest = ''] = LINE.exec(line.slice(0, LONGEST_LINE)) ?? [];
    const key = keyOf(word);
    if (key !== null) {
      told.set(key, valuesOf(rest));
      open = rest.trim() === '' ? key : null;
      continue;
    }
    const [, entry] = BULLET.exec(line.slice(0, LONGEST_LINE)) ?? [];
    if (entry === undefined || open === null) open = line.trim() === '' ? open : null;
    else told.set(open, [...(told.get(open) ?? []), ...valuesOf(entry)].slice(0, MOST_VALUES));
  }
  return scopeOf(told);
}

function scopeOf(told: ReadonlyMap<Key, readonly string[]>): MailBody {
  const [track, session, items, files] = (['track', 'session', 'items', 'files'] as const).map((key) =>
    told.get(key),
  );
  return {
    ...(track ? { track: track[0] ?? null } : {}),
    ...(session?.[0] === undefined ? {} : { session: session[0] }),
    ...(items ? { items } : {}),
    ...(files ? { files } : {}),
  };
}

function keyOf(word: string | undefined): Key | null {
  const plain = word?.trim().toLowerCase().replaceAll('_', ' ') ?? '';
  return Object.hasOwn(KEYS, plain) ? (KEYS[plain] ?? null) : null;
}

/** `bd-101 (in_progress)` is `bd-101`, and marks of Markdown around a value are no part of it. */
const valuesOf = (text: string): readonly string[] =>
  splitValues(text.replaceAll(/\s+/g, ' ').replace(/^[*_]+ /, ''))
    .map((part) => part.trim().replace(/ ?\([^()]*\)$/, ''))
    .map((part) => part.replace(/^[`"']+/, '').replace(/[`"']+$/, ''))
    .filter((part) => !NOTHING.test(part));

/** Commas part values, except inside the braces of a glob. */
export function splitValues(text: string): readonly string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '{') depth += 1;
    if (letter === '}') depth = Math.max(0, depth - 1);
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.slice(0, MOST_VALUES);
}
