import type { AgentFact } from '../agent/fact.ts';

/**
 * How far the files of the CLI's own transcript were read, by their names. One message takes several lines,
 * each with the usage of the whole; the last one that was counted is kept.
 */
export type TranscriptCursor = Readonly<Record<string, TranscriptPosition>>;
export type TranscriptPosition = Readonly<{ bytes: number; messageId: string | null }>;

export const UNREAD: TranscriptPosition = { bytes: 0, messageId: null };

/** What one line of a transcript means. */
export type TranscriptEntry = Readonly<{
  at: number;
  /** The answer of the model that its usage belongs to. */
  messageId: string | null;
  fact: Extract<AgentFact, { kind: 'read-prompt' | 'spent' }>;
}>;

/** Lines that were read on in one file, up to `bytes`. */
export type TranscriptLines = Readonly<{ name: string; lines: readonly string[]; bytes: number }>;

type Reading = Readonly<{
  cursor: TranscriptCursor;
  parse: (line: string) => TranscriptEntry | null;
  /** What was written before belongs to earlier attempts of the same conversation. */
  since: number;
}>;

export type TranscriptNews = Readonly<{ cursor: TranscriptCursor; facts: readonly AgentFact[] }>;

/** The facts of new lines, each answer of the model counted once, and the cursor after them. */
export function foldTranscript(
  files: readonly TranscriptLines[],
  { cursor, parse, since }: Reading,
): TranscriptNews {
  const facts: AgentFact[] = [];
  const positions = files.map(({ name, lines, bytes }) => {
    let { messageId } = cursor[name] ?? UNREAD;
    for (const line of lines) {
      const entry = parse(line);
      if (entry === null || entry.at < since) continue;
      if (entry.messageId === null || entry.messageId !== messageId) facts.push(entry.fact);
      messageId = entry.messageId ?? messageId;
    }
    return [name, { bytes, messageId }] as const;
  });
  return { cursor: { ...cursor, ...Object.fromEntries(positions) }, facts };
}

// The CLI writes its transcript a moment after its hooks have run.
const LATE_MS = [1_000, 3_000] as const;

/** When the transcript is to be read again, because its lines come after the event; null for never. */
export function transcriptDueAt(lastEventAt: number | null, now: number): number | null {
  if (lastEventAt === null) return null;
  return LATE_MS.map((ms) => lastEventAt + ms).find((at) => at > now) ?? null;
}
