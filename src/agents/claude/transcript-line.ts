import { parseJson } from '../../contract/json.ts';
import type { AgentFact } from '../../domain/agent/fact.ts';
import type { TranscriptEntry } from '../../domain/attempt/transcript.ts';
import { countOf, type Fields, fieldsOf, listOf, textOf, textOrNull } from '../loose.ts';
import { hasMarker } from './screen-prompt.ts';

type Meaning = Omit<TranscriptEntry, 'at'>;
type PromptMeaning = Readonly<{ messageId: null; fact: Extract<AgentFact, { kind: 'read-prompt' }> }>;

/** What a line of Claude Code's own transcript tells beyond its hooks; null for nothing. Never throws. */
export function parseTranscriptLine(line: string): TranscriptEntry | null {
  const parsed = parseJson(line);
  const event = fieldsOf(parsed.ok ? parsed.value : null);
  const at = Date.parse(textOf(event.timestamp));
  const meaning = Number.isNaN(at) ? null : meaningOf(event);
  return meaning && { ...meaning, at };
}

/** The transcripts of its sub-agents lie in a folder beside its own. */
export const partsFolder = (file: string): string => `${file.replace(/\.jsonl$/, '')}/subagents`;

function meaningOf(event: Fields): Meaning | null {
  switch (event.type) {
    case 'assistant':
      return usageOf(fieldsOf(event.message));
    case 'user':
      return begunBy(event);
    case 'attachment':
      return attachmentOf(fieldsOf(event.attachment));
    default:
      return null;
  }
}

function begunBy({ message, promptId }: Fields): Meaning | null {
  const begun = promptOf(contentText(fieldsOf(message).content), false);
  return begun && { ...begun, fact: { ...begun.fact, promptId: textOrNull(promptId) } };
}

// A queued prompt that the turn at work took in. One that became a turn of its own is a user line.
const attachmentOf = ({ type, prompt }: Fields): Meaning | null =>
  type === 'queued_command' ? promptOf(contentText(prompt), true) : null;

const promptOf = (text: string, isWithin: boolean): PromptMeaning | null =>
  hasMarker(text) ? { messageId: null, fact: { kind: 'read-prompt', text, isWithin } } : null;

function usageOf({ id, usage, stop_reason }: Fields): Meaning | null {
  const messageId = textOrNull(id);
  const counts = fieldsOf(usage);
  const inputTokens =
    countOf(counts.input_tokens) +
    countOf(counts.cache_creation_input_tokens) +
    countOf(counts.cache_read_input_tokens);
  const outputTokens = countOf(counts.output_tokens);
  if (messageId === null || inputTokens + outputTokens === 0) return null;
  const isLast = stop_reason !== 'tool_use';
  return { messageId, fact: { kind: 'spent', inputTokens, outputTokens, costUsd: 0, isLast } };
}

const contentText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .map((block) => textOf(fieldsOf(block).text))
        .join('\n');
