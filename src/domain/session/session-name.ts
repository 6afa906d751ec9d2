/** How a text may name a session, in the order in which it is tried. */
export const NAME_TIERS = ['prefix', 'suffix', 'persona', 'title'] as const;
export type NameTier = (typeof NAME_TIERS)[number];

/** What cannot be undone by another word takes no more than an id or the beginning of one. */
const STRICT_VERBS: ReadonlySet<string> = new Set(['kill', 'clean', 'merge', 'archive', 'drop']);
/** Fewer letters name nothing but the beginning of an id. */
const LEAST_LETTERS = 3;

/** The ways in which a verb lets a text name a session. */
export function nameTiersFor(verb: string, text: string): readonly NameTier[] {
  return STRICT_VERBS.has(verb) || text.length < LEAST_LETTERS ? ['prefix'] : NAME_TIERS;
}

/** The place in the list that `@last` or `@2` names, from 1; null for another text. */
export function listPosition(text: string): number | null {
  if (text === '@last') return 1;
  const position = /^@([1-9]\d{0,5})$/.exec(text)?.[1];
  return position === undefined ? null : Number(position);
}

/** True where the text is a whole word of the title, in any case. */
export const hasWord = (title: string, text: string): boolean =>
  title
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .includes(text.toLowerCase());
