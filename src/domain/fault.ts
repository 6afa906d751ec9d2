/** Git, tmux, disk or network failed. Thrown once, at the adapter that met it. */
export class Fault extends Error {
  readonly code: string;
  /** Whether trying again later can help. */
  readonly retry: boolean;
  /** What a person can do about it. */
  readonly hint: string;

  constructor(code: string, message: string, more: { retry?: boolean; hint?: string; cause?: unknown } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'Fault';
    this.code = code;
    this.retry = more.retry ?? false;
    this.hint = more.hint ?? '';
  }
}
