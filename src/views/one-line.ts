const CONTROL = /\p{Cc}+/gu;

/** Text of unknown origin as part of one line: no line feeds, and nothing that a terminal would obey. */
export const oneLine = (text: string): string => text.replace(CONTROL, ' ').trim();

/** The same, not longer than a bound. */
export function shortLine(text: string, limit: number): string {
  const line = oneLine(text);
  const letters = [...line];
  return letters.length <= limit ? line : `${letters.slice(0, limit - 1).join('')}…`;
}
