import { parseArgs } from 'node:util';
import { UsageError } from '../contract/usage-error.ts';
import { oneLine } from '../views/one-line.ts';
import { renderSuggestion } from '../views/suggestion.ts';
import type { CommandForm } from './command.ts';
import type { Flag, Word } from './flag.ts';

export type ParsedWords = Readonly<{
  /** By key of the input. */
  input: Readonly<Record<string, unknown>>;
  /** Values of flags that every command has, by name. */
  global: Readonly<Record<string, readonly string[]>>;
}>;

type Token = Readonly<{ name: string; rawName: string; value: string | undefined; isInline: boolean }>;

/** What the words after the command's name say. What is not in the form is refused, with the nearest name. */
export function parseWords(
  form: CommandForm,
  argv: readonly string[],
  globals: readonly Flag[],
): ParsedWords {
  const flags = [...form.flags, ...globals];
  const { tokens, positionals } = split(argv, flags);
  const values = new Map<Flag, unknown[]>();
  for (const token of tokens) {
    const flag = flags.find(
      ({ name, accepts }) => name === token.name && (accepts?.(token.value ?? '') ?? true),
    );
    if (!flag) throw unknownFlag(form, token, flags);
    values.set(flag, [...(values.get(flag) ?? []), readFlag(flag, token)]);
  }
  const isGlobal = (flag: Flag): boolean => globals.includes(flag);
  const own = [...values]
    .filter(([flag]) => !isGlobal(flag))
    .map(([flag, all]) => [flag.key, oneOf(flag, all)]);
  const shared = [...values]
    .filter(([flag]) => isGlobal(flag))
    .map(([flag, all]) => [flag.name, all.map(String)]);
  return {
    input: { ...readWords(form, positionals), ...Object.fromEntries(own) },
    global: Object.fromEntries(shared),
  };
}

function split(argv: readonly string[], flags: readonly Flag[]) {
  const options = Object.fromEntries(
    flags.map(({ name, short, value }) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: true,
        ...(short === undefined ? {} : { short }),
      },
    ]),
  );
  const parsed = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  const tokens = parsed.tokens
    .filter((token) => token.kind === 'option')
    .map(
      ({ name, rawName, value, inlineValue }): Token => ({
        name,
        rawName,
        value,
        isInline: inlineValue === true,
      }),
    );
  return { tokens, positionals: parsed.positionals };
}

function unknownFlag(form: CommandForm, token: Token, flags: readonly Flag[]): UsageError {
  const known = flags.map(({ name }) => `--${name}`);
  return new UsageError(`Unknown flag ${oneLine(token.rawName)} for ${nameOf(form)}`, {
    key: token.name,
    hint: renderSuggestion(token.rawName, known, `Help: ${nameOf(form)} --help`),
  });
}

const nameOf = ({ name }: CommandForm): string => (name === '' ? 'swarm' : `swarm ${name}`);

function readFlag(flag: Flag, { value, isInline }: Token): unknown {
  const label = `--${flag.name}`;
  if (flag.value === undefined) {
    if (isInline) throw new UsageError(`${label} takes no value`, { key: flag.key });
    return true;
  }
  // "--timeout --wait" is more likely a forgotten value than a value.
  const isForgotten = value === undefined || (!isInline && value.length > 1 && value.startsWith('-'));
  if (isForgotten) {
    throw new UsageError(`${label} needs a value: ${label} <${flag.value}>`, { key: flag.key });
  }
  return readText(flag, label, value);
}

function readText(reading: Pick<Word, 'read' | 'expected' | 'key'>, label: string, text: string): unknown {
  if (!reading.read) return text;
  const value = reading.read(text);
  if (value !== undefined) return value;
  throw new UsageError(
    `${label}: expected ${reading.expected ?? 'another value'}, found "${oneLine(text)}"`,
    {
      key: reading.key,
    },
  );
}

// Of a flag that is given twice, the last one counts, as everywhere.
const oneOf = (flag: Flag, values: readonly unknown[]): unknown =>
  flag.gather ? flag.gather(values) : values.at(-1);

function readWords(form: CommandForm, positionals: readonly string[]): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  let at = 0;
  for (const word of form.words) {
    const label = `<${word.name}>`;
    const texts = word.gather ? positionals.slice(at) : positionals.slice(at, at + 1);
    at += texts.length;
    if (texts.length === 0) {
      if (word.isOptional) continue;
      throw new UsageError(`Missing ${label}`, { key: word.key, hint: `Usage: ${renderUsage(form)}` });
    }
    const values = texts.map((text) => readText(word, label, text));
    input[word.key] = word.gather ? word.gather(values) : values[0];
  }
  const rest = positionals[at];
  if (rest === undefined) return input;
  throw new UsageError(`Unexpected word "${oneLine(rest)}"`, { hint: `Usage: ${renderUsage(form)}` });
}

/** "swarm create <agent> <task-file|-> [flags]" */
export function renderUsage(form: CommandForm): string {
  const words = form.words.map(({ name, isOptional, gather }) => {
    const text = `<${name}>${gather ? '…' : ''}`;
    return isOptional ? `[${text}]` : text;
  });
  return ['swarm', form.name, ...words, ...(form.flags.length > 0 ? ['[flags]'] : [])].join(' ');
}
