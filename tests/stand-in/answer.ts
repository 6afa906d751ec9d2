/** A tool that the model asks for. */
export type ToolCall = Readonly<{
  name: string;
  /** Codex groups the tools of an MCP server so. */
  namespace?: string;
  input: Readonly<Record<string, unknown>>;
}>;

/** How the stand-in answers one request. */
export type Answer =
  | Readonly<{
      is: 'message';
      text?: string;
      thinking?: string;
      tools?: readonly ToolCall[];
      usage?: Readonly<Record<string, number>>;
      stopReason?: string;
      /** Before the first byte. */
      delayMs?: number;
      /** Between the pieces of the text. */
      pieceMs?: number;
      /** The connection is cut after the first piece of the message. */
      isCut?: boolean;
      /** An error that comes inside the stream, after the message has begun. */
      errorInside?: string;
      headers?: Readonly<Record<string, string>>;
    }>
  | Readonly<{
      is: 'error';
      status: number;
      type: string;
      message?: string;
      headers?: Readonly<Record<string, string>>;
    }>
  /** Accepted, and never answered. */
  | Readonly<{ is: 'silence' }>
  /** The connection is cut before a byte is sent. */
  | Readonly<{ is: 'cut' }>;

type Message = Extract<Answer, { is: 'message' }>;

export const says = (text: string, more: Partial<Message> = {}): Answer => ({ is: 'message', text, ...more });

export const calls = (
  name: string,
  input: Readonly<Record<string, unknown>>,
  more: Partial<Message> = {},
): Answer => ({ is: 'message', tools: [{ name, input }], ...more });

export const fails = (
  status: number,
  type: string,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  is: 'error',
  status,
  type,
  headers,
});

export const silence: Answer = { is: 'silence' };
export const cut: Answer = { is: 'cut' };

/** The limit of a subscription: refused until the moment, given in epoch seconds. */
export const limitedUntil = (resetAt: number): Answer =>
  fails(429, 'rate_limit_error', {
    'retry-after': '3600',
    'anthropic-ratelimit-unified-status': 'rejected',
    'anthropic-ratelimit-unified-reset': String(resetAt),
    'anthropic-ratelimit-unified-representative-claim': 'five_hour',
    'anthropic-ratelimit-unified-5h-status': 'rejected',
    'anthropic-ratelimit-unified-5h-reset': String(resetAt),
    'anthropic-ratelimit-unified-overage-status': 'rejected',
  });
