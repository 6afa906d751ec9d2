export type TextEnd = Readonly<{
  add: (text: string) => void;
  /** What is kept, and how many characters before it are not. */
  end: () => Readonly<{ text: string; cut: number }>;
}>;

/** Keeps the end of a text that comes in parts, and never holds much more than `most` characters. */
export function keepTextEnd(most: number): TextEnd {
  let parts: string[] = [];
  let held = 0;
  let cut = 0;
  const shorten = (): void => {
    const whole = parts.join('');
    const from = wholeLetterFrom(whole, Math.max(0, whole.length - most));
    parts = [whole.slice(from)];
    cut += from;
    held -= from;
  };
  return {
    add(text) {
      parts.push(text);
      held += text.length;
      if (held > 2 * most) shorten();
    },
    end() {
      shorten();
      return { text: parts.join(''), cut };
    },
  };
}

// A letter of two code units is kept or cut whole.
const wholeLetterFrom = (text: string, from: number): number =>
  from > 0 && /[\uDC00-\uDFFF]/.test(text.charAt(from)) ? from + 1 : from;
