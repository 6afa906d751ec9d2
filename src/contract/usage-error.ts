/** The question was malformed. Says which flag, or which key of which file, and what would be right. */
export class UsageError extends Error {
  readonly code = 'usage';
  readonly hint: string;
  readonly file: string | null;
  readonly key: string | null;
  readonly line: number | null;

  constructor(message: string, more: { hint?: string; file?: string; key?: string; line?: number } = {}) {
    super(message);
    this.name = 'UsageError';
    this.hint = more.hint ?? '';
    this.file = more.file ?? null;
    this.key = more.key ?? null;
    this.line = more.line ?? null;
  }
}
