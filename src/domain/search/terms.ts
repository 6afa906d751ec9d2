const MOST_TERMS = 12;

/** What a query asks for: all of these, anywhere in a text, in any case. */
export const termsOf = (query: string): readonly string[] =>
  [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, MOST_TERMS);
