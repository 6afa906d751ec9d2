const SHOWN_LINES = 10;
const LINE_CHARS = 200;

const ESCAPE = String.fromCharCode(27);
const BELL = String.fromCharCode(7);
// Some programs colour what they say, or set a title, also where there is no screen.
const SEQUENCES = new RegExp(
  [
    String.raw`${ESCAPE}\[[0-?]*[ -/]*[@-~]`,
    String.raw`${ESCAPE}\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\)?`,
    `${ESCAPE}[ -/]*[0-~]`,
  ].join('|'),
  'g',
);
const CONTROL = /\p{Cc}+/gu;

/** The last lines that a program complained in: bounded, and nothing in them that a terminal would obey. */
export const errorLines = (errors: string): readonly string[] =>
  plainLines(errors)
    .filter((line) => line !== '')
    .slice(-SHOWN_LINES)
    .map((line) => (line.length > LINE_CHARS ? `${line.slice(0, LINE_CHARS - 1)}…` : line));

/** What a program printed, without what only a terminal understands. */
export const plainLines = (text: string): readonly string[] => text.split('\n').map(plainLine);

// What a carriage return has written over was never meant to stay.
function plainLine(line: string): string {
  const last = line.trimEnd().split('\r').at(-1) ?? '';
  return last.replace(SEQUENCES, '').replace(CONTROL, ' ').trimEnd();
}
