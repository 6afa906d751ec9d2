export const MAX_LINE_BYTES = 64 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** Cuts a stream of bytes into lines, wherever the pieces were cut. */
export class LineSplitter {
  #pieces: Buffer[] = [];
  #bytes = 0;

  /** The lines that this piece completes. */
  push(piece: Buffer): string[] {
    const lines: string[] = [];
    let from = 0;
    for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, from)) {
      this.#keep(piece.subarray(from, at));
      lines.push(this.rest());
      from = at + 1;
    }
    this.#keep(piece.subarray(from));
    return lines;
  }

  /** What came after the last line feed. */
  rest(): string {
    const text = Buffer.concat(this.#pieces).toString('utf8');
    this.#pieces = [];
    this.#bytes = 0;
    return text;
  }

  #keep(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > MAX_LINE_BYTES)
      throw new RangeError(`a line of input has more than ${MAX_LINE_BYTES} bytes`);
    if (piece.length > 0) this.#pieces.push(piece);
  }
}
