import type { InboxAnswer } from '../contract/answer/message.ts';
import { type InboxEntry, receiptOf } from '../domain/message/message.ts';
import { renderInstant } from './time.ts';

/** One message of an inbox, for programs. */
export const inboxEntryJson = ({ message, at, turnState }: InboxEntry): Record<string, unknown> => ({
  id: message.id,
  from: message.fromRole ?? message.sender,
  to: message.toRole,
  type: message.type,
  body: message.body,
  content: message.content,
  at: renderInstant(at),
  receipt: turnState === null ? null : receiptOf(turnState),
});

export type Inbox = Readonly<{ role: string; total: number; entries: readonly InboxEntry[] }>;

/** `messages/inbox/<role>.json`: the newest messages, oldest first. */
export function renderInboxJson({ role, total, entries }: Inbox): string {
  const messages = entries.map(inboxEntryJson);
  return `${JSON.stringify({ role, total, older: total - messages.length, messages }, null, 1)}\n`;
}

/** One message, as its reader sees it. */
export type InboxMessage = Readonly<{
  id: string;
  from: string;
  type: string | null;
  body: string;
  at: number;
  receipt: string | null;
}>;

export const inboxJson = (messages: readonly InboxMessage[]): InboxAnswer => ({
  messages: messages.map((message) => ({ ...message, at: renderInstant(message.at) })),
});
