import * as z from 'zod/mini';

// Ids become folder, branch and pane names, so nothing that a path, a shell or tmux gives meaning to may be
// in them.
const SAFE_ID = /^[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?!\.)){0,119}$/;

export const SafeId = z
  .string()
  .check(
    z.regex(
      SAFE_ID,
      'may hold letters, digits, "-", "_" and single ".", begins with a letter or digit, at most 120',
    ),
  );
export const isSafeId = (text: string): boolean => SAFE_ID.test(text);

/** One session, by its id. */
export const SessionRef = z.object({ sessionId: SafeId });
export type SessionRef = z.infer<typeof SessionRef>;
