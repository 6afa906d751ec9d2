import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { ClaudeProject } from './project.ts';

const WAIT = { timeout: 30_000, interval: 50 };

/** The transcripts that the CLI keeps. */
function listTranscripts({ project }: ClaudeProject): readonly string[] {
  const folder = join(project.home, '.claude', 'projects');
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name));
}

const linesOf = (file: string): readonly string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean);

const hasLine = (made: ClaudeProject, type: string, words: string): boolean =>
  listTranscripts(made).some((file) =>
    linesOf(file).some((line) => line.includes(`"type":"${type}"`) && line.includes(words)),
  );

type Exchange = Readonly<{ prompt: string; answer: string }>;

/** Waits until the CLI has kept a turn: it writes a moment after it tells of its end, and in any order. */
export const waitUntilKept = (made: ClaudeProject, { prompt, answer }: Exchange): Promise<void> =>
  vi.waitFor(() => {
    expect(hasLine(made, 'user', prompt)).toBe(true);
    expect(hasLine(made, 'assistant', answer)).toBe(true);
  }, WAIT);

/** What is missing of a turn when the process was killed: all of it, or all but its answer. */
export type Loss = 'all' | 'its prompt';

/** As when the process was killed before it had kept the turn of this prompt, the last one. */
export function lose(made: ClaudeProject, prompt: string, loss: Loss): void {
  const isPrompt = (line: string): boolean => line.includes('"type":"user"') && line.includes(prompt);
  for (const file of listTranscripts(made)) {
    const lines = linesOf(file);
    const since = timeOf(lines.find(isPrompt) ?? '');
    // Other lines, such as titles and modes, are no part of the conversation and are written at once.
    const isKept = (line: string): boolean =>
      !SAID.test(line) ||
      timeOf(line) < since ||
      (loss === 'its prompt' && line.includes('"type":"assistant"'));
    writeFileSync(file, `${lines.filter(isKept).join('\n')}\n`);
  }
}

const SAID = /"type":"(user|assistant|attachment|system)"/;
const timeOf = (line: string): string => /"timestamp":"([^"]+)"/.exec(line)?.[1] ?? '';
