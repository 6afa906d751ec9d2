import * as z from 'zod/mini';
import { SafeId, SessionName } from './id.ts';

const TEXT_LETTERS_MOST = 20_000;
const Text = z.string().check(z.regex(/\S/, 'expected a text'), z.maxLength(TEXT_LETTERS_MOST));

/** `note_001` inside of its session, `<session>.note_001` anywhere. */
export const NoteRef = z.object({ noteId: SafeId });
export type NoteRef = z.infer<typeof NoteRef>;

export const AddNote = z.object({
  description: Text,
  context: z._default(z.string().check(z.maxLength(TEXT_LETTERS_MOST)), ''),
  /** Inside a session: escalates it at once, for this reason. */
  reason: z.optional(Text),
  /** Left out inside of a session, which is meant then. */
  name: z.optional(SessionName),
});
export type AddNote = z.infer<typeof AddNote>;

export const ListNotes = z.object({
  /** Only of this session, by its id or role, of this run, or of the newest run of this plan. */
  name: z.optional(SessionName),
  /** Only those that belong to this task of a plan. */
  task: z.optional(SafeId),
  /** Only those that are not settled. */
  open: z._default(z.boolean(), false),
});
export type ListNotes = z.infer<typeof ListNotes>;

export const ResolveNote = z.object({ noteId: SafeId, resolution: Text });
export type ResolveNote = z.infer<typeof ResolveNote>;

export const EscalateNote = z.object({ noteId: SafeId, reason: Text });
export type EscalateNote = z.infer<typeof EscalateNote>;
