import { LineSplitter } from './lines.ts';
import { freshId } from './wire.ts';

export type Prompt = Readonly<{ turnId: string; text: string; message: unknown }>;

type PromptListener = Readonly<{
  /** A request that is answered at once, even in the middle of a turn. */
  onControl(requestId: string, subtype: string): void;
  /** The input is not valid; nothing after it can be trusted. */
  onBroken(problem: string): void;
}>;

/** Prompts in the order in which they came. */
export class PromptQueue {
  readonly #splitter = new LineSplitter();
  readonly #prompts: Prompt[] = [];
  readonly #listener: PromptListener;
  #isEnded = false;
  #wake: () => void = () => {};

  constructor(input: NodeJS.ReadableStream, listener: PromptListener) {
    this.#listener = listener;
    input.on('data', (piece: Buffer) => {
      for (const line of this.#splitter.push(piece)) this.#accept(line);
      this.#wake();
    });
    input.on('end', () => {
      this.#accept(this.#splitter.rest());
      this.#end();
    });
  }

  get waiting(): number {
    return this.#prompts.length;
  }

  /** The next prompt, when it is there; undefined when no more will come. */
  async next(): Promise<Prompt | undefined> {
    while (this.#prompts.length === 0 && !this.#isEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#prompts.shift();
  }

  /** Reads no more input, and drops the prompts that wait. */
  close(): void {
    this.#prompts.length = 0;
    this.#end();
  }

  #end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  #accept(line: string): void {
    if (this.#isEnded || line.trim() === '') return;
    const read = parseLine(line);
    if ('problem' in read) this.#listener.onBroken(read.problem);
    else if ('requestId' in read) this.#listener.onControl(read.requestId, read.subtype);
    else if ('turnId' in read) this.#prompts.push(read);
  }
}

type Read = Prompt | { requestId: string; subtype: string } | { problem: string } | { isIgnored: true };

function parseLine(line: string): Read {
  const event = parseJson(line);
  if (event === undefined) return { problem: `Error parsing streaming input line: ${line.slice(0, 80)}` };
  if (event.type === 'control_request') {
    return { requestId: String(event.request_id), subtype: String(event.request?.subtype) };
  }
  if (event.type !== 'user') return { isIgnored: true };
  return {
    turnId: String(event.uuid ?? freshId()),
    text: textOf(event.message?.content),
    message: event.message,
  };
}

type InputEvent = {
  type?: unknown;
  uuid?: unknown;
  request_id?: unknown;
  request?: { subtype?: unknown };
  message?: { content?: unknown };
};

function parseJson(line: string): InputEvent | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((block: { text?: unknown } | null) => String(block?.text ?? '')).join('');
}
