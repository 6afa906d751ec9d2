export const PLACEHOLDERS = ['goal', 'input', 'feedback'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];
export type Filling = Readonly<Record<Placeholder, string>>;

// One word in braces is a placeholder; in double braces it is itself.
const IN_BRACES = /\{\{(\w+)\}\}|\{(\w+)\}/g;

const isPlaceholder = (word: string): word is Placeholder =>
  (PLACEHOLDERS as readonly string[]).includes(word);

/** Every word in braces, known or not. */
export const placeholdersOf = (text: string): readonly string[] =>
  [...text.matchAll(IN_BRACES)].flatMap(([, , word]) => (word === undefined ? [] : [word]));

/** The text with its placeholders filled. Not recursive: filled-in text is not expanded again. */
export function fillPlaceholders(text: string, filling: Filling): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const filled = line.replace(IN_BRACES, (whole, literal?: string, word?: string) => {
        if (literal !== undefined) return `{${literal}}`;
        return word !== undefined && isPlaceholder(word) ? filling[word] : whole;
      });
      // A line with nothing but an empty placeholder is removed.
      return filled.trim() === '' && line.trim() !== '' ? [] : [filled];
    })
    .join('\n')
    .trim();
}
