const NEWLINE = 0x0a;

export type LineSplitter = Readonly<{
  /** The lines that this chunk completes; null once a line is longer than the limit. */
  push(chunk: Buffer): readonly Buffer[] | null;
  /** True while a line has begun and not ended. */
  hasPartial(): boolean;
}>;

/**
 * Cuts bytes at newlines. Only bytes count: readline also cuts at U+2028, which may stand inside a string.
 */
export function lineSplitter(limitBytes: number): LineSplitter {
  let buffered: Buffer[] = [];
  let bufferedBytes = 0;

  const buffer = (rest: Buffer): void => {
    if (rest.length > 0) buffered.push(rest);
    bufferedBytes += rest.length;
  };
  const complete = (end: Buffer): Buffer => {
    const line = buffered.length === 0 ? end : Buffer.concat([...buffered, end]);
    buffered = [];
    bufferedBytes = 0;
    return line;
  };

  return {
    push(chunk) {
      const lines: Buffer[] = [];
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        lines.push(complete(chunk.subarray(from, at)));
        from = at + 1;
      }
      buffer(chunk.subarray(from));
      const isTooLong = bufferedBytes > limitBytes || lines.some((line) => line.length > limitBytes);
      return isTooLong ? null : lines;
    },
    hasPartial: () => bufferedBytes > 0,
  };
}
