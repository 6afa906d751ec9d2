import * as z from 'zod/mini';
import type { TypedContent } from '../domain/message/message-content.ts';
import type { MessageType, ReviewFinding, Verdict } from '../domain/message/message-type.ts';
import { MESSAGE_TYPES, VERDICTS } from '../domain/message/message-type.ts';
import type { Blob } from '../domain/message/spill.ts';
import { describeIssue } from './describe-issue.ts';

// Longer texts are moved to files of their own: see `spill`.
const BODY_LETTERS_MOST = 8 * 1024 * 1024;
const LIST_MOST = 200;
const LINE_LETTERS_MOST = 500;

const Body = z.string().check(z.regex(/\S/, 'expected a text'), z.maxLength(BODY_LETTERS_MOST));
const Line = z.string().check(z.regex(/\S/, 'expected a text'), z.maxLength(LINE_LETTERS_MOST));

// Artefacts are copied out of the sender's workspace, and of nowhere else.
const PathInside = z.string().check(
  z.minLength(1),
  z.maxLength(1000),
  z.refine(
    (path) => !/^[/\\~]|^[A-Za-z]:|\p{Cc}/u.test(path) && !path.split(/[/\\]/).includes('..'),
    'expected a path inside of the workspace, without ".."',
  ),
);

const Finding = z.strictObject({ about: Line, text: Body });

const ReviewContent = z
  .strictObject({
    type: z.literal('review'),
    verdict: z.enum(VERDICTS),
    summary: z._default(z.string().check(z.maxLength(BODY_LETTERS_MOST)), ''),
    findings: z._default(z.array(Finding).check(z.maxLength(LIST_MOST)), []),
  })
  .check(
    z.refine(({ verdict, findings }) => verdict === 'approved' || findings.length > 0, {
      path: ['findings'],
      message: 'a review that is not approved names at least one finding',
    }),
  );

/** The content of a message between roles, by its type. */
export const MessageContent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('task'), body: Body }),
  z.strictObject({
    type: z.literal('finding'),
    title: Line,
    body: Body,
    sources: z._default(z.array(Line).check(z.maxLength(LIST_MOST)), []),
    confidence: z._default(z.enum(['low', 'medium', 'high']), 'medium'),
  }),
  ReviewContent,
  z.strictObject({ type: z.literal('artifact'), path: PathInside, summary: Body }),
  z.strictObject({ type: z.literal('question'), body: Body }),
  z.strictObject({ type: z.literal('status'), body: Body }),
  z.strictObject({
    type: z.literal('result'),
    summary: Body,
    body: z._default(z.string().check(z.maxLength(BODY_LETTERS_MOST)), ''),
  }),
  z.strictObject({ type: z.literal('error'), body: Body, recoverable: z._default(z.boolean(), true) }),
]);
export type MessageContent = z.infer<typeof MessageContent>;

/** The content, or what its sender must fix. */
export function parseMessageContent(
  value: unknown,
): { ok: true; content: MessageContent & TypedContent } | { ok: false; problem: string } {
  const parsed = MessageContent.safeParse(value);
  if (parsed.success) return { ok: true, content: parsed.data };
  const [issue] = parsed.error.issues;
  if (issue === undefined) return { ok: false, problem: 'is no message' };
  const path = issue.path.map(String).join('.');
  return { ok: false, problem: path === '' ? describeIssue(issue) : `${path}: ${wordsOf(issue)}` };
}

/** Stored beside the content in a row: its author's envelope, and the files with long texts. */
export type BesideContent = Readonly<{
  envelope?: Readonly<Record<string, unknown>>;
  blobs?: readonly Blob[];
}>;

/** The content of a row as its schema knows it. */
export function contentOfRow(
  type: MessageType | null,
  content: Readonly<Record<string, unknown>> | null,
): Readonly<Record<string, unknown>> {
  const { envelope: _, blobs: __, ...own } = content ?? {};
  return { ...own, type };
}

const wordsOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_union' ? `expected one of ${MESSAGE_TYPES.join(', ')}` : describeIssue(issue);

/** The content for a run and a reader: its text, and the verdict of a review. */
export type MessageWords = Readonly<{
  body: string;
  verdict: Verdict | null;
  findings: readonly ReviewFinding[];
  /** Of a review: its words without verdict and findings. */
  summary?: string;
}>;

export function wordsOfMessage(content: MessageContent): MessageWords {
  if (content.type !== 'review') return { body: bodyOf(content), verdict: null, findings: [] };
  const { verdict, summary, findings } = content;
  const lines = findings.map(({ about, text }) => `- ${about}: ${text}`);
  const body = [verdict, summary, ...lines].filter((part) => part !== '').join('\n');
  return { body, verdict, findings, summary };
}

function bodyOf(content: Exclude<MessageContent, { type: 'review' }>): string {
  switch (content.type) {
    case 'finding': {
      const sources = content.sources.map((source) => `- ${source}`);
      const from = sources.length === 0 ? [] : ['Sources:', ...sources];
      return [content.title, content.body, ...from, `Confidence: ${content.confidence}`].join('\n');
    }
    case 'artifact':
      return `${content.path}\n${content.summary}`;
    case 'result':
      return content.body === '' ? content.summary : `${content.summary}\n${content.body}`;
    default:
      return content.body;
  }
}
