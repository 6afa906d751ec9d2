import * as z from 'zod/mini';
import { SafeId } from './id.ts';

const Option = z.string().check(z.minLength(1), z.maxLength(200));

/** Why an agent interrupts itself: it needs a person, it met an error, or its work fails a check. */
export const INTERRUPT_MARKERS = ['interrupt', 'error', 'quality-gate'] as const;
export type InterruptMarker = (typeof INTERRUPT_MARKERS)[number];

/** A request of an agent from inside its attempt, one per file. */
export const AskingRequest = z.discriminatedUnion('verb', [
  z.object({
    verb: z.literal('send'),
    /** Who it is for; a message with content may leave that to the workflow. */
    to: z.optional(SafeId),
    body: z._default(z.string(), ''),
    /** The content of a message between the roles of a run; its schema depends on its type. */
    content: z.optional(z.unknown()),
    steer: z._default(z.boolean(), false),
  }),
  z.object({
    verb: z.literal('ask'),
    text: z.string().check(z.minLength(1), z.maxLength(20_000)),
    options: z._default(z.array(Option).check(z.maxLength(20)), []),
  }),
  z.object({
    verb: z.literal('interrupt'),
    marker: z.enum(INTERRUPT_MARKERS),
    text: z._default(z.string().check(z.maxLength(20_000)), ''),
  }),
  z.object({ verb: z.literal('done'), summary: z._default(z.string(), '') }),
  z.object({ verb: z.literal('result'), json: z.string() }),
  z.object({ verb: z.literal('inbox') }),
]);
export type AskingRequest = z.infer<typeof AskingRequest>;

/** The answer that Swarm writes beside it. `wait`: the final answer follows in the same file. */
export const AskingAnswer = z.object({
  ok: z.boolean(),
  /** For people and agents. */
  text: z.string(),
  value: z.optional(z.unknown()),
});
export type AskingAnswer = z.infer<typeof AskingAnswer>;
