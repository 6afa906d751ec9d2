import type { AgentFact } from '../../domain/agent/fact.ts';
import { failureOfGemini } from './problem.ts';

const READ_CHARS = 4_000;
const FAILED = /^Attempt (\d+) failed(?: with status \d{3})?\. Retrying with backoff\.\.\.\s*(?:\w+: )?(.*)$/;

/** What Gemini CLI writes of a failed request: it waits and tries again, for minutes. */
export function retriesOfGemini(line: string): readonly AgentFact[] {
  const [, tries, words = ''] = FAILED.exec(line.slice(0, READ_CHARS)) ?? [];
  if (tries === undefined) return [];
  const { text, problem } = failureOfGemini('', words);
  return [{ kind: 'stalled', text: `${text || 'no answer'} (try ${tries})`, problem }];
}
