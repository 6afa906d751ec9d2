/** Linux takes no single argument longer than 128 KiB. */
const ARGUMENT_BYTES = 100_000;

// The screen takes these for itself: a command of its own, a shell command, the way out, an unfinished line.
const COMMAND = /^\s*[/!#]/;
const WAY_OUT = /^\s*(exit|quit|:q|:q!|:wq|:wq!)\s*$/i;
const UNFINISHED = /\\\s*$/;

/**
 * The words that a turn is put to the screen with. They are the turn's own wherever the screen leaves them
 * alone; a text too long for it is read from the file that holds it.
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
