import { UsageError } from '../contract/usage-error.ts';
import { wireName } from '../contract/wire-name.ts';
import { Fault } from '../domain/fault.ts';
import type { Refusal } from '../domain/refusal.ts';
import { oneLine } from './one-line.ts';
import { refusalText } from './refusal-text.ts';
import type { Style } from './style.ts';
import { renderInstant } from './time.ts';

/** Anything that makes a command fail, of whatever kind. */
export type Trouble = Readonly<{
  kind: 'refusal' | 'usage' | 'fault' | 'bug';
  code: string;
  message: string;
  hint: string;
  /** More fields, for programs. */
  more: Readonly<Record<string, unknown>>;
}>;

export function troubleOfRefusal(refusal: Refusal): Trouble {
  const { code, ...more } = refusal;
  return { kind: 'refusal', code, ...refusalText(refusal), more };
}

export function troubleOfError(error: unknown): Trouble {
  if (error instanceof UsageError) {
    const { code, message, hint, file, key, line } = error;
    const more = Object.fromEntries(
      Object.entries({ file, key, line }).filter(([, value]) => value !== null),
    );
    return { kind: 'usage', code, message, hint, more };
  }
  if (error instanceof Fault) {
    const { code, message, hint, retry } = error;
    return { kind: 'fault', code, message, hint, more: { retry } };
  }
  const message = error instanceof Error ? error.message : String(error);
  const hint = 'This is a bug in Swarm; please report it with the lines above';
  return { kind: 'bug', code: 'bug', message, hint, more: {} };
}

/** "❌ the problem", and below it the remedy. */
export function renderTrouble({ message, hint }: Pick<Trouble, 'message' | 'hint'>, style: Style): string {
  // A fault may quote a few lines of another program.
  const lines = message
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '');
  const [first = 'unknown', ...rest] = lines;
  return [
    `❌ ${style.red(first)}\n`,
    ...rest.map((line) => `   ${line}\n`),
    hint === '' ? '' : `ℹ️  ${oneLine(hint)}\n`,
  ].join('');
}

export const troubleJson = ({ code, message, hint, more }: Trouble): Record<string, unknown> => ({
  error: { code, message, ...(hint === '' ? {} : { hint }), ...factsJson(more) },
});

const TIMES: ReadonlySet<string> = new Set(['since', 'until']);

/** As answers have them: keys in snake_case, times with their offset. */
const factsJson = (facts: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(facts).map(([key, fact]) => [wireName(key), factJson(fact, key)]));

function factJson(fact: unknown, key: string): unknown {
  if (Array.isArray(fact)) return fact.map((one) => factJson(one, key));
  if (typeof fact === 'object' && fact !== null) return factsJson(fact);
  return typeof fact === 'number' && TIMES.has(key) ? renderInstant(fact) : fact;
}
