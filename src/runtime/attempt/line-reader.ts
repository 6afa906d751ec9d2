/** One piece of a file of lines, cut at line feeds only: other line ends may stand inside a JSON string. */
export type LineReader = Readonly<{
  /** Reads the next bytes; false when a limit is reached. */
  push(chunk: Uint8Array): boolean;
  /** Counts the unfinished rest as a line: no writer is left to finish it. */
  finish(): void;
  result(): LinesRead;
}>;

export type LinesRead = Readonly<{
  lines: readonly string[];
  /** Bytes up to the end of the last whole line. */
  bytes: number;
  tooLong: number;
  /** Bytes of the unfinished rest. */
  restBytes: number;
}>;

export type LineLimits = Readonly<{
  maxLineBytes: number;
  /** No more lines are read once this is reached. */
  maxLines: number;
  maxBytes: number;
}>;

const LINE_FEED = 0x0a;

/** `skippedBytes` of an unfinished line were read before and exceed the limit already. */
export function lineReader(limits: LineLimits, skippedBytes = 0): LineReader {
  const lines: string[] = [];
  let buffered: Uint8Array[] = [];
  let restBytes = skippedBytes;
  let bytes = 0;
  let tooLong = 0;

  const buffer = (part: Uint8Array): void => {
    restBytes += part.length;
    if (restBytes > limits.maxLineBytes) buffered = [];
    // A copy, because the caller reads the next bytes into the same memory.
    else if (part.length > 0) buffered.push(new Uint8Array(part));
  };
  const end = (last: Uint8Array, feedBytes: 0 | 1): void => {
    const lineBytes = restBytes + last.length;
    if (lineBytes > limits.maxLineBytes) tooLong += 1;
    else lines.push(Buffer.concat([...buffered, last]).toString('utf8'));
    bytes += lineBytes + feedBytes;
    buffered = [];
    restBytes = 0;
  };
  const isFull = (): boolean => lines.length + tooLong >= limits.maxLines || bytes >= limits.maxBytes;

  return {
    push(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
        end(chunk.subarray(from, at), 1);
        from = at + 1;
        if (isFull()) return false;
      }
      buffer(chunk.subarray(from));
      return true;
    },
    finish() {
      if (restBytes > 0 && !isFull()) end(new Uint8Array(), 0);
    },
    result: () => ({ lines, bytes, tooLong, restBytes }),
  };
}
