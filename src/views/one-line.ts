const CONTROL = /\p{Cc}+/gu;

/** Untrusted text as part of one line: no line feeds, and no control sequences. */
export const oneLine = (text: string): string => text.replace(CONTROL, ' ').trim();

/** The same, not longer than a bound. */
export function shortLine(text: string, limit: number): string {
  const line = oneLine(text);
  const letters = [...line];
  return letters.length <= limit ? line : `${letters.slice(0, limit - 1).join('')}…`;
}
