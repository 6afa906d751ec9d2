import * as z from 'zod/mini';

export const TakeOverParticipant = z.object({
  participant: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Left out: only what would happen is told. */
  yes: z._default(z.boolean(), false),
});
export type TakeOverParticipant = z.infer<typeof TakeOverParticipant>;
