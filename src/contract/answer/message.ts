import * as z from 'zod/mini';
import { Count, Instant, TextOrNull } from './parts.ts';
import { ParkedAnswer } from './session.ts';

/** A message between the roles of a run. */
export const RunMessageAnswer = z.object({
  id: z.string(),
  run_id: TextOrNull,
  from: z.string(),
  to: TextOrNull,
  type: TextOrNull,
  round: z.nullable(Count),
  body: z.string(),
  /** What the sender wrote, as the schema of its type has it. */
  content: z.nullable(z.readonly(z.record(z.string(), z.unknown()))),
  /** Why it could not be routed. */
  dead_letter: TextOrNull,
  at: Instant,
  /** Where it lies; no receipt where no turn carries it. */
  deliveries: z.array(z.object({ role: z.string(), receipt: TextOrNull, at: Instant })),
});
export type RunMessageAnswer = z.infer<typeof RunMessageAnswer>;

/** Oldest first; `older` of them are not among these. */
export const RunMessageListAnswer = z.object({ messages: z.array(RunMessageAnswer), older: Count });
export type RunMessageListAnswer = z.infer<typeof RunMessageListAnswer>;

/** A message that its run took in. */
export const RoutedMessageAnswer = z.object({
  id: z.string(),
  run_id: TextOrNull,
  to: TextOrNull,
  type: TextOrNull,
});
export type RoutedMessageAnswer = z.infer<typeof RoutedMessageAnswer>;

export const SentMessageAnswer = z.object({
  message_id: z.string(),
  /** Null when the workflow says where it goes. */
  to: TextOrNull,
  /** The session that was named, where it has ended and `to` goes on with its work. */
  continues: TextOrNull,
  receipt: z.string(),
  /** Why it waits, where the session that it is for is parked. */
  parked: z.nullable(ParkedAnswer),
});
export type SentMessageAnswer = z.infer<typeof SentMessageAnswer>;

/** Messages to the one who asks: a person, or the agent of a session. Oldest first. */
export const InboxAnswer = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      from: z.string(),
      /** Null for plain words. */
      type: TextOrNull,
      body: z.string(),
      at: Instant,
      /** How far it has come; null for a person, and for a role whose turn has not come. */
      receipt: TextOrNull,
    }),
  ),
});
export type InboxAnswer = z.infer<typeof InboxAnswer>;
