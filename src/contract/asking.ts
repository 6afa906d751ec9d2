import * as z from 'zod/mini';
import { SafeId } from './id.ts';

const Option = z.string().check(z.minLength(1), z.maxLength(200));

/** What an agent stops its work for: it needs somebody, it met an error, its work does not pass. */
export const INTERRUPT_MARKERS = ['interrupt', 'error', 'quality-gate'] as const;
export type InterruptMarker = (typeof INTERRUPT_MARKERS)[number];

/** What an agent may ask for from inside its attempt. One file holds one of these. */
export const AskingRequest = z.discriminatedUnion('verb', [
  z.object({
    verb: z.literal('send'),
    /** Who it is for; a message with content may leave that to the workflow. */
    to: z.optional(SafeId),
    body: z._default(z.string(), ''),
    /** What a message between the roles of a run holds; its schema goes by its type. */
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

/** What Swarm writes beside it. `wait` says that the answer comes later, into the same file. */
export const AskingAnswer = z.object({
  ok: z.boolean(),
  /** For people and agents. */
  text: z.string(),
  value: z.optional(z.unknown()),
});
export type AskingAnswer = z.infer<typeof AskingAnswer>;
