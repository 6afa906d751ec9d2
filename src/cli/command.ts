import type * as z from 'zod/mini';
import type { Outcome } from '../domain/outcome.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { Style } from '../views/style.ts';
import type { Flag, Word } from './flag.ts';
import type { Host } from './host.ts';
import type { Io } from './io.ts';
import { parseInput } from './parse-input.ts';

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

type Definition<I, V> = Pick<CommandForm, 'name' | 'summary' | 'about' | 'examples'> &
  Readonly<{
    words?: readonly Word[];
    flags?: readonly Flag[];
    input: z.ZodMiniType<I>;
    run(host: Host, input: I, io: Io): Promise<Outcome<V>>;
    /** For people; empty when everything was said while it ran. */
    show(value: V, style: Style): string;
    /** For programs; undefined when the value was written while it ran. */
    json(value: V): unknown;
    /** Left out: 0. */
    exitCode?(value: V): number;
  }>;

export type Answer =
  | Readonly<{ ok: true; show(style: Style): string; json(): unknown; exitCode: number }>
  | Readonly<{ ok: false; refusal: Refusal }>;

/** A command that can be run without knowing the types inside it. */
export type Command = CommandForm &
  Readonly<{
    /** `given` is what the command line said, by key of the input. */
    answer(host: Host, given: Readonly<Record<string, unknown>>, io: Io): Promise<Answer>;
  }>;

export function command<I, V>(definition: Definition<I, V>): Command {
  const { name, summary, examples, words = [], flags = [] } = definition;
  const form: CommandForm = {
    name,
    summary,
    ...(definition.about === undefined ? {} : { about: definition.about }),
    examples,
    words,
    flags,
  };
  return {
    ...form,
    async answer(host, given, io) {
      const outcome = await definition.run(host, parseInput(form, definition.input, given), io);
      if (!outcome.ok) return outcome;
      const { value } = outcome;
      return {
        ok: true,
        show: (style) => definition.show(value, style),
        json: () => definition.json(value),
        exitCode: definition.exitCode?.(value) ?? 0,
      };
    },
  };
}

export const answered = <V>(value: V): Outcome<V> => ({ ok: true, value });
export const refused = (refusal: Refusal): Readonly<{ ok: false; refusal: Refusal }> => ({
  ok: false,
  refusal,
});
