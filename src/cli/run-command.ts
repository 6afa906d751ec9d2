import type { Refusal } from '../domain/refusal.ts';
import type { Command } from './command.ts';
import { findCommand, unknownCommand } from './command-table.ts';
import { GLOBAL_FLAGS, splitLeading } from './global-flags.ts';
import type { Host } from './host.ts';
import type { Io } from './io.ts';
import { type ParsedWords, parseWords } from './parse-words.ts';

/** What the command line says about the world that the command is to work in. */
export type HostOptions = Readonly<{
  project: string | null;
  settings: Readonly<Record<string, string>>;
  /** A read may start the supervisor. */
  mayStart: boolean;
}>;

export type Door = Readonly<{
  version: string;
  /** `isRaw`: what agents wrote goes to a terminal as it is. */
  openIo(wanted: Readonly<{ isJson: boolean; isRaw: boolean }>): Io;
  openHost(wanted: HostOptions, io: Io): Host;
}>;

export const EXIT = { ok: 0, refused: 1, failed: 2, interrupted: 130 } as const;

/** Runs what the command line asks for and shows the answer. Gives the exit code; never throws. */
export async function runCommand(argv: readonly string[], door: Door): Promise<number> {
  const words = beforeDashes(argv);
  const io = door.openIo({ isJson: words.includes('--json'), isRaw: words.includes('--raw') });
  try {
    return await dispatch(argv, door, io);
  } catch (error) {
    return await showTrouble(io, { error });
  }
}

// What follows a lone "--" is never a flag.
function beforeDashes(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return end < 0 ? words : words.slice(0, end);
}

async function dispatch(argv: readonly string[], door: Door, io: Io): Promise<number> {
  const { flags, words } = splitLeading(argv);
  if (flags.includes('--version')) return sayVersion(door.version, io);
  const found = findCommand(words);
  const asksHelp = hasHelp([...flags, ...(found?.rest ?? words)]) || words[0] === 'help';
  const bare = asksHelp || words.length > 0 ? null : parseWords(BARE, flags, GLOBAL_FLAGS);
  if (bare !== null && door.openHost(wantedBy(bare), io).hasProject()) {
    const { overview } = await import('./commands/list.ts');
    return answer(overview, bare, { door, io });
  }
  if (asksHelp || words.length === 0) {
    const { showHelp } = await import('./show-help.ts');
    await showHelp(words[0] === 'help' ? words.slice(1) : (found?.name.split(' ') ?? words), io);
    return asksHelp ? EXIT.ok : EXIT.refused;
  }
  if (!found) throw unknownCommand(words);
  const command = await found.entry.load();
  return answer(command, parseWords(command, [...flags, ...found.rest], GLOBAL_FLAGS), { door, io });
}

/** What may stand beside no command at all: the flags that every command has. */
const BARE = { name: '', summary: '', examples: [], words: [], flags: [] };

const hasHelp = (words: readonly string[]): boolean =>
  beforeDashes(words).some((word) => word === '--help' || word === '-h');

async function answer(
  command: Command,
  given: ParsedWords,
  { door, io }: { door: Door; io: Io },
): Promise<number> {
  const wanted = wantedBy(given);
  const host = door.openHost(wanted, io);
  command.checkSettings(Object.keys(wanted.settings), host);
  const refusal = await refusalFor(host, command);
  if (refusal !== null) return showTrouble(io, { refusal });
  const outcome = await command.answer(host, given.input, io);
  if (!outcome.ok) return showTrouble(io, outcome);
  const json = io.isJson ? await outcome.json() : undefined;
  const text = io.isJson
    ? json === undefined
      ? ''
      : `${JSON.stringify(json, null, 2)}\n`
    : await outcome.show(io.style);
  if (text !== '') await io.write(text);
  return outcome.exitCode;
}

/** Whose process this is decides what it may do, whatever its environment says. */
async function refusalFor(host: Host, command: Command): Promise<Refusal | null> {
  const verb = command.name;
  if (host.attempt !== null)
    return (await isForAgents(host, command)) ? null : { code: 'not-from-attempt', verb };
  const attempt = (await needsPerson(host, command)) ? await host.findHiddenAttempt() : null;
  return attempt === null ? null : { code: 'attempt-hidden', verb, attempt };
}

/** Reads are open to all, and must not wait for a look at processes. */
async function needsPerson(host: Host, { asks, verbs, onlyReads }: Command): Promise<boolean> {
  if (onlyReads) return false;
  if (verbs.length === 0) return asks === 'person';
  const loaded = await Promise.all(verbs.map((verb) => host.verb(verb)));
  return loaded.some((verb) => !verb.reads && verb.asks !== 'agent');
}

/** Nothing that an agent says counts as a person's consent: what only a person may ask is refused to it. */
async function isForAgents(host: Host, { asks, verbs }: Command): Promise<boolean> {
  if (verbs.length === 0) return asks !== 'person';
  const loaded = await Promise.all(verbs.map((verb) => host.verb(verb)));
  return loaded.some((verb) => verb.asks !== 'person');
}

function wantedBy({ global }: ParsedWords): HostOptions {
  const pairs = (global.set ?? []).map((text): [string, string] => {
    const at = text.indexOf('=');
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return {
    project: global.project?.at(-1) ?? null,
    settings: Object.fromEntries(pairs),
    mayStart: global['no-start'] === undefined,
  };
}

type Bad = Readonly<{ refusal: Refusal }> | Readonly<{ error: unknown }>;

// Its words are many, and most commands go well.
async function showTrouble(io: Io, bad: Bad): Promise<number> {
  const { renderTrouble, troubleJson, troubleOfError, troubleOfRefusal } = await import(
    '../views/error-text.ts'
  );
  const trouble = 'refusal' in bad ? troubleOfRefusal(bad.refusal) : troubleOfError(bad.error);
  if (trouble.kind === 'bug' && 'error' in bad && bad.error instanceof Error) {
    io.warn(`${bad.error.stack ?? bad.error.message}\n`);
  }
  if (io.isJson) await io.write(`${JSON.stringify(troubleJson(trouble), null, 2)}\n`);
  else io.warn(renderTrouble(trouble, io.style));
  return trouble.kind === 'refusal' || trouble.kind === 'usage' ? EXIT.refused : EXIT.failed;
}

async function sayVersion(version: string, io: Io): Promise<number> {
  await io.write(io.isJson ? `${JSON.stringify({ version })}\n` : `${version}\n`);
  return EXIT.ok;
}
