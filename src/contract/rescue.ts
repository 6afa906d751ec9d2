import * as z from 'zod/mini';

/** `<session>/<n>`, a full ref, or the id of a session for its newest. */
export const Rescue = z.object({ ref: z.string().check(z.minLength(1), z.maxLength(300)) });
export type Rescue = z.infer<typeof Rescue>;

/** The folder must not be there yet. */
export const RestoreRescue = z.extend(Rescue, { folder: z.string().check(z.minLength(1)) });
export type RestoreRescue = z.infer<typeof RestoreRescue>;
