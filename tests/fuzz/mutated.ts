import * as fc from 'fast-check';

/** Pieces that parsers trip over. */
const PIECES = [
  ...[
    '\0',
    '\r',
    '\t',
    '\u2028',
    '\uFEFF',
    '\uD800',
    '\u202E',
    '\x1b[2J',
    '"',
    "'",
    '\\',
    '`',
    '#',
    '%',
    '\n---\n',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    ': ',
    '- ',
    '&a ',
    '*a',
    '<<: *a',
    '!!binary ',
    '? ',
    '| ',
    '{{',
    '}}',
    '$(',
    '../',
  ],
  ...['__proto__', 'constructor', 'toString', 'null', 'NaN', '-0', '1e999', '9'.repeat(400)],
  ...['['.repeat(2_000), '{"a":'.repeat(2_000), 'é'.repeat(3_000), '\n'.repeat(500)],
];

type Edit = Readonly<{ at: number; length: number; piece: string }>;

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(fc.constant(0), fc.nat(20), fc.nat(2_000)),
  piece: fc.oneof(fc.constant(''), fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 8 })),
});

const applyEdit = (text: string, { at, length, piece }: Edit): string => {
  const from = Math.floor(at * text.length);
  return text.slice(0, from) + piece + text.slice(from + length);
};

/** One of these texts, cut, doubled and spoilt in a few places. */
export const mutatedText = (seeds: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...seeds), fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([seed, edits]) => edits.reduce(applyEdit, seed));

/** A value that does not belong where it stands. */
export const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e300, '', '\0', '../../etc', 'x'.repeat(10_000), [], {}, [[]]),
  fc.constantFrom(...PIECES),
  fc.jsonValue({ maxDepth: 3 }),
);

/** One of these JSON values with some of its parts exchanged for strange ones. */
export const mutatedJson = (seeds: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.constantFrom(...seeds),
      fc.array(fc.tuple(fc.nat(), strangeValue), { minLength: 1, maxLength: 3 }),
    )
    .map(([seed, swaps]) => swaps.reduce((value, [at, strange]) => swapPart(value, at, strange), seed));

function swapPart(value: unknown, at: number, strange: unknown): unknown {
  if (typeof value !== 'object' || value === null || at % 5 === 0) return strange;
  const keys = Object.keys(value);
  const key = keys[at % Math.max(keys.length, 1)];
  if (key === undefined) return strange;
  const inner = swapPart((value as Record<string, unknown>)[key], Math.floor(at / 3), strange);
  if (Array.isArray(value)) return value.map((each, n) => (String(n) === key ? inner : each));
  return { ...value, [key]: inner };
}
