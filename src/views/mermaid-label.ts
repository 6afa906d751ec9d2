import { shortLine } from './one-line.ts';

const COLUMNS = 100;

/** A text that stands between the quotes of a label: what Mermaid would read as its own is spelt out. */
export const mermaidLabel = (text: string): string =>
  shortLine(text, COLUMNS).replaceAll(/[#"<>&;[\]{}|`\\]/g, (letter) => `#${letter.codePointAt(0)};`);
