/** The most letters of a title. */
export const TITLE_LETTERS = 120;

const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---(?:\r?\n|$)/;
const HEADING_MARKS = /^#{1,6}\s+|\s+#+$/g;
const BLANKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/** What a session is called: the title it was given, or else the first heading or line of its task. */
export const titleOf = (task: string, given?: string): string =>
  shorten(plain(given ?? '') || plain(firstLine(task)));

const firstLine = (task: string): string =>
  task
    .replace(FRONT_MATTER, '')
    .split('\n')
    .map((line) => line.trim().replace(HEADING_MARKS, ''))
    .find((line) => /[\p{L}\p{N}\p{So}]/u.test(line)) ?? '';

const plain = (text: string): string => text.replace(BLANKS, ' ').trim();

function shorten(text: string): string {
  const letters = [...text];
  return letters.length <= TITLE_LETTERS ? text : `${letters.slice(0, TITLE_LETTERS - 1).join('')}…`;
}
