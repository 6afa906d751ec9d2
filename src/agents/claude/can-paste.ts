/** A paste of this size arrives within a moment. */
const PASTE_BYTES = 30_000;

// The screen acts on what begins so: a slash command, a shell command, a task for elsewhere.
const COMMAND = /^\s*[/!&]/;

// The terminal or the CLI interprets, replaces or removes these: controls (ESC could end the paste, so that
// the rest presses keys), tabs, carriage returns, line separators, invisible characters, bidi marks.
const CHANGED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

// Emoji of several parts: tmux and the CLI disagree on their width, and the box is drawn askew from then on.
const MISDRAWN = /[\p{Emoji_Modifier}\p{Regional_Indicator}]/u;

/** Whether a paste carries the text to Claude Code unchanged, in every version that was tried. */
export function canPaste(text: string): boolean {
  if (COMMAND.test(text) || Buffer.byteLength(text) > PASTE_BYTES) return false;
  // An inline paste is composed (NFC); one that is folded is not.
  if (text.normalize('NFC') !== text) return false;
  return !CHANGED.test(text.replaceAll('\n', '')) && !MISDRAWN.test(text);
}
