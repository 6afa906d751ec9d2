/** An address of the page, from its words. */
export const pathTo = (...words: readonly string[]): string => `/${words.map(encodeURIComponent).join('/')}`;
