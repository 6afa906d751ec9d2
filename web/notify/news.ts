type Question = Readonly<{ id: string; text: string; title: string | null }>;

/** Questions that came since the last look; at the first look nothing is new. */
export function newsIn(known: ReadonlySet<string> | null, open: readonly Question[]): readonly Question[] {
  return known === null ? [] : open.filter(({ id }) => !known.has(id));
}
