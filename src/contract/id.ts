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

// What people may call a session by: its id or a part of it, its role, its persona, a word of its title, or
// its place in the list.
const SESSION_NAME = /^(?:@last|@[1-9]\d{0,5}|[\p{L}\p{N}](?:[\p{L}\p{N}_-]|\.(?!\.)){0,119})$/u;

export const SessionName = z
  .string()
  .check(z.regex(SESSION_NAME, 'is an id, the beginning or end of one, a word of its title, @last or @2'));
export const isSessionName = (text: string): boolean => SESSION_NAME.test(text);

/** One session, by its id or by what else names it alone. */
export const SessionRef = z.object({ sessionId: SessionName });
export type SessionRef = z.infer<typeof SessionRef>;
