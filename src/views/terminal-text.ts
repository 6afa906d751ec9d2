type Screen = Readonly<{ hasColours: boolean; isJson: boolean }>;

/** Makes a stream of text safe, piece by piece. */
export type TerminalFilter = Readonly<{
  pass(text: string): string;
  /** What was held back for its rest, and the end of colours that were left on. */
  end(): string;
}>;

/**
 * Everything by which text can move a cursor, rename a window, fill a clipboard or reverse what is read:
 * controls but tab and line feed, and the marks of writing direction. A sequence of colours may stay.
 */
const ESCAPE = '\\u001b';
const COLOURS = `${ESCAPE}\\[[\\d;:]*m`;
const CONTROLS = '\\0-\\u0008\\u000b-\\u001f\\u007f-\\u009f';
const DIRECTIONS = '\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';
const UNSAFE = new RegExp(`${COLOURS}|\\r\\n|[${CONTROLS}${DIRECTIONS}]`, 'g');
const UNFINISHED = new RegExp(`(?:\\r|${ESCAPE}(?:\\[[\\d;:]*)?)$`);
const RESET = '\u001b[0m';

const PICTURES = 0x2400;
const DELETE = 0x7f;

/** Agents write what they like; a terminal obeys what it is given. This stands between the two. */
export function terminalFilter({ hasColours, isJson }: Screen): TerminalFilter {
  let held = '';
  let isPainted = false;
  const replace = (found: string): string => {
    if (isJson) return escapeJson(found);
    if (found === '\r\n') return '\n';
    if (found.length === 1) return visible(found);
    isPainted = hasColours && found !== RESET;
    return hasColours ? found : '';
  };
  return {
    pass(text) {
      const whole = held + text;
      held = UNFINISHED.exec(whole)?.[0] ?? '';
      return whole.slice(0, whole.length - held.length).replace(UNSAFE, replace);
    },
    end() {
      const rest = held.replace(UNSAFE, replace);
      held = '';
      return isPainted ? `${rest}${RESET}` : rest;
    },
  };
}

/** The picture of a control character; others by their number. */
function visible(letter: string): string {
  const code = letter.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(PICTURES + code);
  if (code === DELETE) return '␡';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** In JSON, where it can only be part of a string, an escape means the same letter. */
const escapeJson = (text: string): string =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
