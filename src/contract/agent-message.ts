import * as z from 'zod/mini';
import type { Verdict } from '../domain/message/message-type.ts';

const Attachment = z.union([z.string(), z.looseObject({ path: z.optional(z.string()) })]);

/** A message with an envelope around its content, a form that some agents prefer. */
export const AgentMessage = z.looseObject({
  type: z.string(),
  content: z.looseObject({
    subject: z._default(z.string(), ''),
    body: z._default(z.string(), ''),
    attachments: z._default(z.array(Attachment), []),
  }),
});
export type AgentMessage = z.infer<typeof AgentMessage>;
type Inside = AgentMessage['content'];

/** The same in the form of messages between roles. The intake checks its schema. */
export function contentOfAgentMessage({ type, content }: AgentMessage): Record<string, unknown> {
  const { subject, body, attachments, ...own } = content;
  const paths = attachments.flatMap(pathOf);
  const text = [subject, body].filter((part) => part !== '').join('\n');
  switch (type) {
    case 'finding':
      return { type, title: subject || firstLine(body), body: body || subject, sources: paths, ...own };
    case 'review':
      return { type, ...reviewOf(content, text), ...own };
    case 'artifact':
      return { type, ...(paths[0] === undefined ? {} : { path: paths[0] }), summary: text, ...own };
    case 'result':
      return { type, summary: subject || body, body: subject === '' ? '' : body, ...own };
    default:
      return { type, body: text, ...own };
  }
}

const pathOf = (attachment: Inside['attachments'][number]): readonly string[] => {
  const path = typeof attachment === 'string' ? attachment : attachment.path;
  return path === undefined || path === '' ? [] : [path];
};

const TITLE_LETTERS = 120;
const firstLine = (text: string): string => (text.split('\n', 1)[0] ?? '').slice(0, TITLE_LETTERS);

// Without a field of its own, the verdict is the word in capitals.
const VERDICT_WORDS: readonly (readonly [RegExp, Verdict])[] = [
  [/\b(NOT APPROVED|NEEDS[ _-](REVISION|CHANGES|WORK)|CHANGES([ _-]REQUESTED)?|REJECTED)\b/, 'changes'],
  [/\bBLOCKED\b/, 'blocked'],
  [/\bAPPROVED\b/, 'approved'],
];

function reviewOf({ subject, body }: Inside, text: string): Record<string, unknown> {
  const verdict = VERDICT_WORDS.find(([words]) => words.test(text))?.[1];
  const finding = { about: subject || 'the work', text: body || subject };
  const isSettled = verdict === undefined || verdict === 'approved';
  return {
    ...(verdict === undefined ? {} : { verdict }),
    summary: text,
    ...(isSettled ? {} : { findings: [finding] }),
  };
}
