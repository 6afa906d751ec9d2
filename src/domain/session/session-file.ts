/** What a person may look at in the folder of a session. The rest holds secrets, or is no text. */
const OF_SESSION = [
  'prompt.md',
  'result.json',
  'summary.md',
  'session.log',
  'output.log',
  'tools.jsonl',
  'errors.jsonl',
  'state.json',
  'context.json',
] as const;
const OF_ATTEMPT = ['result.json', 'events.jsonl', 'stderr.log', 'exit'] as const;
const MOST_ATTEMPTS = 20;

/** One of them, as it was found. */
export type SessionFile = Readonly<{ path: string; bytes: number; changedAt: number }>;

/** Their paths in the folder, those of the newest attempts too. */
export function sessionFilePaths(attempts: number): readonly string[] {
  const numbers = Array.from({ length: attempts }, (_, index) => attempts - index).slice(0, MOST_ATTEMPTS);
  const ofAttempts = numbers.flatMap((number) => OF_ATTEMPT.map((name) => `attempts/${number}/${name}`));
  return [...OF_SESSION, ...ofAttempts];
}
