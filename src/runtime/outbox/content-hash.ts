import { createHash } from 'node:crypto';

const LETTERS = 16;

/** Tells contents apart that somebody wrote under the same name. */
export const contentHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, LETTERS);
