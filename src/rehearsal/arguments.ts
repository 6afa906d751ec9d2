export type Arguments = Readonly<{
  conversationId: string;
  resume: boolean;
  model: string;
  /** What the process may spend. */
  budgetUsd: number;
}>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const BARE = new Set(['-p', '--print', '--verbose', '--replay-user-messages', '--include-hook-events']);
const VALUED = new Set([
  '--session-id',
  '--resume',
  '--model',
  '--input-format',
  '--output-format',
  '--permission-mode',
  '--append-system-prompt-file',
  '--max-budget-usd',
]);

/** Reads the same options as Claude Code, as far as a rehearsal needs them; or says what is wrong. */
export function parseArguments(words: readonly string[]): Arguments | { problem: string } {
  const given = new Map<string, string>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (BARE.has(word)) continue;
    const value = words[at + 1];
    if (!VALUED.has(word)) return { problem: `error: unknown option '${word}'` };
    if (value === undefined) return { problem: `error: option '${word}' argument missing` };
    given.set(word, value);
    at++;
  }
  return checkArguments(given);
}

function checkArguments(given: ReadonlyMap<string, string>): Arguments | { problem: string } {
  const begun = given.get('--session-id');
  const resumed = given.get('--resume');
  if (begun !== undefined && resumed !== undefined) {
    return { problem: 'Error: --session-id cannot be used with --resume.' };
  }
  const conversationId = resumed ?? begun;
  if (conversationId === undefined) return { problem: 'Error: --session-id or --resume is needed.' };
  if (!UUID.test(conversationId)) return { problem: 'Error: Invalid session ID. Must be a valid UUID.' };
  if (given.get('--input-format') !== 'stream-json') {
    return { problem: 'Error: a rehearsal needs --input-format stream-json.' };
  }
  const budgetUsd = Number(given.get('--max-budget-usd') ?? Number.POSITIVE_INFINITY);
  if (!(budgetUsd > 0)) return { problem: 'Error: --max-budget-usd must be a positive number.' };
  const model = given.get('--model') ?? 'rehearsal';
  return { conversationId, resume: resumed !== undefined, model, budgetUsd };
}
