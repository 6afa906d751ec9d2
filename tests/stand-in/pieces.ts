import { randomBytes } from 'node:crypto';

const PIECE_CHARS = 64;

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

// Long texts go in few pieces, so that megabytes do not become a million events.
export function pieces(text: string): string[] {
  const size = Math.max(PIECE_CHARS, Math.ceil(text.length / 200));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
}
