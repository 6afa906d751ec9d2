import { textKeyOf } from '../contract/post.ts';
import type { Message } from '../domain/message/message.ts';
import { shortLine } from '../views/one-line.ts';
import type { AgentMessage, MessageContent } from './agent-message.ts';

const TITLE_LETTERS = 200;

/** The message in the form that a run takes in; the schema of its type decides there. */
export function contentOf({ type, content }: Pick<AgentMessage, 'type' | 'content'>): unknown {
  const { subject, title = subject, body, ...fields } = fieldsOf(content);
  const key = textKeyOf(type);
  if (type === 'finding')
    return { type, ...fields, title: title ?? shortLine(body ?? '', TITLE_LETTERS), body };
  const text = [title, body].filter((part) => part !== undefined).join('\n');
  const isSaid = text === '' || (key === 'summary' && fields.summary !== undefined);
  return { type, ...fields, ...(isSaid ? {} : { [key]: text }) };
}

const fieldsOf = (content: MessageContent | string): MessageContent =>
  typeof content === 'string' ? { body: content } : content;

/** The words of a message, for an agent that is told them outside of any stage. */
export function wordsOf({ content }: Pick<AgentMessage, 'content'>): string {
  const { subject, title = subject, summary, body } = fieldsOf(content);
  return [title, summary, body].filter((part) => part !== undefined && part !== '').join('\n');
}

/** A row as a message of the library. */
export const messageOf = ({ id, createdAt, fromRole, sender, toRole, type, content, body }: Message) =>
  ({
    id,
    timestamp: new Date(createdAt).toISOString(),
    from: fromRole ?? sender,
    to: toRole,
    type: type ?? 'task',
    content: content ?? { body },
  }) satisfies AgentMessage;
