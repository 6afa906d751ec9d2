import { createHash } from 'node:crypto';

const LETTERS = 16;

/** Tells apart contents that were written under the same name. */
export const contentHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, LETTERS);
