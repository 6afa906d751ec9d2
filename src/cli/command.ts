import type * as z from 'zod/mini';
import type { Asks } from '../app/verb.ts';
import type { InputOf, ValueOf, VerbName } from '../app/verbs.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Refusal } from '../domain/refusal.ts';
import { agentReplyJson, renderAgentReply } from '../views/agent-reply.ts';
import type { Style } from '../views/style.ts';
import type { Flag, Word } from './flag.ts';
import type { Host } from './host.ts';
import type { Io } from './io.ts';
import { parseInput } from './parse-input.ts';
import { askVerb, type Reply, type VerbReply, warned } from './reply.ts';

/** What help and completion need to know of a command. */
export type CommandForm = Readonly<{
  /** One word, or two for a command of a group. */
  name: string;
  summary: string;
  /** More, where a summary is not enough: what it touches, what it never touches, what a second run does. */
  about?: string;
  examples: readonly string[];
  words: readonly Word[];
  flags: readonly Flag[];
}>;

export type Answer =
  | Readonly<{
      ok: true;
      show(style: Style): string | Promise<string>;
      json(): Promise<unknown>;
      exitCode: number;
    }>
  | Readonly<{ ok: false; refusal: Refusal }>;

/** A command that can be run without knowing the types inside it. */
export type Command = CommandForm &
  Readonly<{
    /** The verbs that it answers with; none for a command that only this terminal has. */
    verbs: readonly VerbName[];
    /** It says itself that its verbs only read, so that they need not be loaded to find out. */
    onlyReads: boolean;
    /** Who may run a command without verbs, and the schema of its JSON; null: it prints none. */
    asks: Asks;
    localAnswer: (() => Promise<z.ZodMiniType<unknown>>) | null;
    /** Complains of settings of its command line (`--set`) that would not do what was meant. */
    checkSettings: (keys: readonly string[], host: Pick<Host, 'attempt'>) => void;
    /** `given` is what the command line said, by key of the input. */
    answer(host: Host, given: Readonly<Record<string, unknown>>, io: Io): Promise<Answer>;
  }>;

type Head = Pick<CommandForm, 'name' | 'summary' | 'about' | 'examples'> &
  Readonly<{ words?: readonly Word[]; flags?: readonly Flag[] }> &
  Partial<Pick<Command, 'checkSettings'>>;

/** For people, by the verb that answered. */
type Shows<N extends VerbName> = {
  readonly [K in N]: (value: ValueOf<K>, style: Style) => string | Promise<string>;
};

/** Its words and flags are what the one verb takes. */
type PlainDefinition<N extends VerbName> = Head & Readonly<{ show: Shows<N>; onlyReads?: true }>;

type Definition<I, N extends VerbName> = PlainDefinition<N> &
  Readonly<{
    input: z.ZodMiniType<I>;
    run(host: Host, input: I, io: Io): Promise<Outcome<Reply<N>>>;
  }>;

const takesAll = (): void => undefined;

/** A command over verbs: its words and flags, and how people read the answer. JSON is the verbs' own. */
export function command<I, N extends VerbName>(definition: Definition<I, N>): Command;
export function command<N extends VerbName>(definition: PlainDefinition<N>): Command;
export function command<I, N extends VerbName>(
  definition: Definition<I, N> | (PlainDefinition<N> & Readonly<{ run?: undefined }>),
): Command {
  const form = formOf(definition);
  const verbs = Object.keys(definition.show) as N[];
  const run = (host: Host, given: Readonly<Record<string, unknown>>, io: Io): Promise<Outcome<Reply<N>>> =>
    definition.run
      ? definition.run(host, parseInput(form, definition.input, given), io)
      : askPlainly(host, { form, verb: verbs[0] as N, given, io });
  return {
    ...form,
    verbs,
    onlyReads: definition.onlyReads ?? false,
    asks: 'anyone',
    localAnswer: null,
    checkSettings: definition.checkSettings ?? takesAll,
    async answer(host, given, io) {
      const outcome = await run(host, given, io);
      if (!outcome.ok) return outcome;
      return outcome.value.is === 'told'
        ? answerTold(outcome.value)
        : answerValue(host, definition, outcome.value);
    },
  };
}

type PlainAsk<N extends VerbName> = Readonly<{
  form: CommandForm;
  verb: N;
  given: Readonly<Record<string, unknown>>;
  io: Io;
}>;

async function askPlainly<N extends VerbName>(
  host: Host,
  { form, verb, given, io }: PlainAsk<N>,
): Promise<Outcome<Reply<N>>> {
  const { input } = await host.verb(verb);
  return warned(await askVerb(host, verb, parseInput(form, input, given) as InputOf<N>), io);
}

const answerTold = ({
  reply,
  exitCode = reply.ok ? 0 : 1,
}: Extract<Reply<never>, { is: 'told' }>): Answer => ({
  ok: true,
  show: () => renderAgentReply(reply),
  json: async () => agentReplyJson(reply),
  exitCode,
});

function answerValue<N extends VerbName>(
  host: Host,
  { show }: PlainDefinition<N>,
  { verb, value, exitCode, written }: VerbReply<N>,
): Answer {
  return {
    ok: true,
    show: (style) => (written === 'nothing' ? show[verb](value, style) : ''),
    json: async () => (written === 'all' ? undefined : (await host.verb(verb)).json(value)),
    exitCode,
  };
}

type LocalDefinition<I, V> = Head &
  Readonly<{
    asks: Asks;
    input: z.ZodMiniType<I>;
    run(host: Host, input: I, io: Io): Promise<Outcome<V>>;
    show(value: V, style: Style): string;
    /** For programs; undefined when the value was written while it ran. */
    json(value: V): unknown;
    /** The schema of its JSON; only checks load it. */
    answer: () => Promise<z.ZodMiniType<unknown>>;
    exitCode?(value: V): number;
  }>;

/** A command that belongs to this terminal alone, such as one that attaches: no verb stands behind it. */
export function localCommand<I, V>(definition: LocalDefinition<I, V>): Command {
  const form = formOf(definition);
  return {
    ...form,
    verbs: [],
    onlyReads: false,
    asks: definition.asks,
    localAnswer: definition.answer,
    checkSettings: takesAll,
    async answer(host, given, io) {
      const outcome = await definition.run(host, parseInput(form, definition.input, given), io);
      if (!outcome.ok) return outcome;
      const { value } = outcome;
      return {
        ok: true,
        show: (style) => definition.show(value, style),
        json: async () => definition.json(value),
        exitCode: definition.exitCode?.(value) ?? 0,
      };
    },
  };
}

const formOf = ({ name, summary, about, examples, words = [], flags = [] }: Head): CommandForm => ({
  name,
  summary,
  ...(about === undefined ? {} : { about }),
  examples,
  words,
  flags,
});

export const answered = <V>(value: V): Outcome<V> => ({ ok: true, value });
export const refused = (refusal: Refusal): Readonly<{ ok: false; refusal: Refusal }> => ({
  ok: false,
  refusal,
});
