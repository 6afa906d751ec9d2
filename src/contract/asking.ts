import * as z from 'zod/mini';
import { AddWork, FailWork, FinishWork, ReportWork, WorkRef } from './queue.ts';

/** What an agent may ask for from inside its attempt. One file holds one of these. */
export const AskingRequest = z.discriminatedUnion('verb', [
  z.extend(AddWork, { verb: z.literal('queue-add') }),
  z.extend(WorkRef, { verb: z.literal('queue-show') }),
  z.extend(ReportWork, { verb: z.literal('queue-progress') }),
  z.extend(FinishWork, { verb: z.literal('queue-done') }),
  z.extend(FailWork, { verb: z.literal('queue-fail') }),
]);
export type AskingRequest = z.infer<typeof AskingRequest>;

/** What Swarm writes beside it. `wait` says that the answer comes later, into the same file. */
export const AskingAnswer = z.object({
  ok: z.boolean(),
  /** For people and agents. */
  text: z.string(),
  value: z.optional(z.unknown()),
});
export type AskingAnswer = z.infer<typeof AskingAnswer>;
