/** Linux limits one argument to 128 KiB. */
const ARGUMENT_BYTES = 100_000;

// The screen interprets these: a slash command, a shell command, the exit, an unfinished line.
const COMMAND = /^\s*[/!#]/;
const WAY_OUT = /^\s*(exit|quit|:q|:q!|:wq|:wq!)\s*$/i;
const UNFINISHED = /\\\s*$/;

/**
 * The text that is typed for a turn: the turn's own, unless the screen would interpret it or it is too
 * long; then a pointer to the file that contains it.
 */
export function screenPrompt(body: string, file: string): string {
  if (new TextEncoder().encode(body).length > ARGUMENT_BYTES) {
    return `Your task is in the file ${file}. Read all of it, then do what it says.`;
  }
  if (!COMMAND.test(body) && !WAY_OUT.test(body) && !UNFINISHED.test(body)) return body;
  return `The task is:\n\n${body}\n\n(End of the task.)`;
}

/** Whether what was submitted is this prompt. A terminal changes blanks and line ends, and nothing else. */
export const isSameText = (asked: string, seen: string): boolean => blanked(asked) === blanked(seen);

const blanked = (text: string): string => text.replace(/\s+/g, ' ').trim();
