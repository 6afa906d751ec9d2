import type { Message, Receipt } from './message.ts';

/** Where a message lies, and how far it has come there; no receipt where no turn carries it. */
export type DeliveryReport = Readonly<{ role: string; receipt: Receipt | null; at: number }>;

/** All that is known of one message. */
export type MessageReport = Readonly<{ message: Message; deliveries: readonly DeliveryReport[] }>;

/** Oldest first; `older` of them are not among these. */
export type MessageList = Readonly<{ messages: readonly MessageReport[]; older: number }>;
