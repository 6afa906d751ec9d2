import * as z from 'zod/mini';

/** What an agent is shown of a session below its own; a status has the keys of `session.show`. */
export const LookBelowAnswer = z.looseObject({ session_id: z.string() });

export const KilledBelowAnswer = z.object({
  killed: z.readonly(z.array(z.string())),
  was_over: z.readonly(z.array(z.string())),
});
