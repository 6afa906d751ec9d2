import * as z from 'zod/mini';
import { SessionRef } from './id.ts';

const LETTERS_MOST = 100;

/** `file`: a path as `session.files` names it. */
export const ReadSessionFile = z.extend(SessionRef, {
  file: z.string().check(z.minLength(1), z.maxLength(LETTERS_MOST)),
});
export type ReadSessionFile = z.infer<typeof ReadSessionFile>;
