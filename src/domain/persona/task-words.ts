/** Words that say nothing about what a task is. */
const EMPTY: ReadonlySet<string> = new Set(
  (
    'am an as at be by do go he if in is it me my no of on or so to up us we about after all also and ' +
    'any are because been before being but can could did does done for from get give had has have her ' +
    'here him his how into its just let like make many may more most much must need not now off one ' +
    'only other our out own please should some such than that the their them then there these they this ' +
    'those through too under until use used using very was way well were what when where which while ' +
    'who why will with would yet you your agent agents anything another every everything nothing ' +
    'something'
  ).split(' '),
);

const LEAST_LETTERS = 2;
const LEAST_STEM = 4;
/** The longest first; what stands for it. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ['ations', ''],
  ['ation', ''],
  ['ies', 'y'],
  ['ings', ''],
  ['ing', ''],
  ['ers', ''],
  ['er', ''],
  ['ors', ''],
  ['or', ''],
  ['ed', ''],
  ['es', ''],
  ['s', ''],
  ['e', ''],
];

/** A word without its ending, so that "reviewer", "reviews" and "reviewing" are one. */
export function stemOf(word: string): string {
  for (const [ending, instead] of ENDINGS) {
    const stem = word.slice(0, -ending.length) + instead;
    if (word.endsWith(ending) && stem.length >= LEAST_STEM) return stem;
  }
  return word;
}

const LETTERS = /[\p{L}\p{N}]+/gu;
const MARKS = /\p{M}/gu;

/** The words of a text that say what it is about, by their stems, each as it was first written. */
export function tellingWords(text: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  const plain = text.normalize('NFKD').replace(MARKS, '').toLowerCase();
  for (const [word] of plain.matchAll(LETTERS)) {
    const isTelling = word.length >= LEAST_LETTERS && !EMPTY.has(word) && !/^\d+$/.test(word);
    const stem = stemOf(word);
    if (isTelling && !words.has(stem)) words.set(stem, word);
  }
  return words;
}
