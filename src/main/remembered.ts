type Look<T> = Readonly<{ look: () => Promise<T>; now: () => number }>;

/** The same look, whose answer counts for a while. What went wrong is looked at again. */
export function rememberedFor<T>(ms: number, { look, now }: Look<T>): () => Promise<T> {
  let known: Readonly<{ at: number; value: T }> | null = null;
  return async () => {
    if (known !== null && now() - known.at < ms) return known.value;
    const value = await look();
    known = { at: now(), value };
    return value;
  };
}
