import * as z from 'zod/mini';
import { PERSON } from '../domain/message/message.ts';
import { MESSAGE_TYPES, VERDICTS } from '../domain/message/message-type.ts';
import { parseJson } from './json.ts';

export { MESSAGE_TYPES, PERSON, VERDICTS };

/** A typed message as a command line gives it; the intake checks its schema. */
export const Post = z.object({
  type: z.optional(z.enum(MESSAGE_TYPES)),
  title: z.optional(z.string()),
  path: z.optional(z.string()),
  verdict: z.optional(z.enum(VERDICTS)),
  findings: z._default(z.array(z.string()), []),
  sources: z._default(z.array(z.string()), []),
  confidence: z.optional(z.enum(['low', 'medium', 'high'])),
  /** The whole of it, as JSON. */
  content: z.optional(z.string()),
});
export type Post = z.infer<typeof Post>;

export const isTyped = ({ type, content }: Post): boolean => type !== undefined || content !== undefined;

/** The content of the message; a problem when what was given as JSON is none. */
export function contentOf(
  post: Post,
  text: string,
): { ok: true; content: unknown } | { ok: false; problem: string } {
  if (post.content !== undefined) {
    const parsed = parseJson(post.content);
    return parsed.ok ? { ok: true, content: parsed.value } : parsed;
  }
  return { ok: true, content: fieldsOf(post, text) };
}

function fieldsOf(
  { type, title, path, verdict, findings, sources, confidence }: Post,
  text: string,
): unknown {
  const known = { title, path, verdict, confidence };
  const given = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
  return {
    type,
    ...given,
    ...(findings.length === 0 ? {} : { findings: findings.map(findingOf) }),
    ...(sources.length === 0 ? {} : { sources }),
    ...(text === '' ? {} : { [textKeyOf(type)]: text }),
  };
}

/** "src/a.ts: is never closed" names what it is about before the colon. */
function findingOf(line: string): { about: string; text: string } {
  const [, about, text] = /^(.{1,200}?):\s+(.+)$/s.exec(line) ?? [];
  return about !== undefined && text !== undefined ? { about, text } : { about: 'the work', text: line };
}

/** Where the words of a message of this type stand. */
export const textKeyOf = (type: Post['type']): string =>
  type === 'review' || type === 'artifact' || type === 'result' ? 'summary' : 'body';
