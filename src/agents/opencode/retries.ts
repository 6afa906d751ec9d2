import type { AgentFact } from '../../domain/agent/fact.ts';

const READ_CHARS = 4_000;
// A line of its log; `small` is the title that it makes beside its work.
const FAILED = /message="stream error".* small=false .*error\.error="(?:\w+: )?(.*)"$/;

// The log has the words of the API and not the status.
const BY_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b429\b|rate.?limit|too many requests|quota|usage limit|exhausted/i, 'rate-limit'],
  [/unable to connect|cannot connect|ECONN|ENOTFOUND|fetch failed|timed? ?out/i, 'network'],
  [/\b529\b|overloaded|at capacity|high demand/i, 'overloaded'],
];

/** What opencode logs of a failed request: it waits, for hours if need be, and tries again. */
export function retriesOfOpencode(line: string): readonly AgentFact[] {
  const [, text] = FAILED.exec(line.slice(0, READ_CHARS)) ?? [];
  if (text === undefined) return [];
  const problem = BY_WORDS.find(([known]) => known.test(text))?.[1] ?? 'server-error';
  return [{ kind: 'stalled', text, problem }];
}
