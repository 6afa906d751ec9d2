import type { InputOf, VerbName } from '../app/verbs.ts';
import type { WireType } from '../contract/wire-input.ts';

/** What this door adds to a verb. All else is the verb's own: what it takes, what it answers, who may ask. */
export type ToolRow = Readonly<{
  verb: VerbName;
  /** For people who look at a list of tools. */
  title: string;
  /** For the model: what it does, and when to use it. */
  about: string;
  /** It is about the one who asks, so even to read needs a name that Swarm knows. */
  isOwn?: true;
  /** Agents that were started by hand may use it too, under their own name. */
  takesPart?: true;
  /** A person gives the answer, so the caller says how long it waits. */
  waits?: true;
  /** Asked twice with the same words, the second time changes nothing. */
  isIdempotent?: true;
  /** It takes other words than its verb does. */
  words?: ToolWords;
}>;

type InputFields = Readonly<Record<string, unknown>>;

/** Words of a tool's own, and the verb's input that they stand for. */
export type ToolWords = Readonly<{
  input: WireType<unknown>;
  toInput: (given: unknown) => InputFields;
  /** The key that names the caller, who is refused under another's name. */
  self?: string;
  /** The key that names the project, which can only be this one. */
  project?: string;
  /** Keys that agents may know from elsewhere and Swarm has nothing for, with what to do instead. */
  lacks?: Readonly<Record<string, string>>;
  /** It joins, with what this makes of the words. */
  toJoin?: (given: unknown) => InputOf<'participant.join'>;
}>;

/** Words with a type, so that what is made of them is checked. */
export const wordsOf = <T>(
  words: Omit<ToolWords, 'input' | 'toInput' | 'toJoin'> &
    Readonly<{
      input: WireType<T>;
      toInput: (given: T) => InputFields;
      toJoin?: (given: T) => InputOf<'participant.join'>;
    }>,
): ToolWords => words as ToolWords;
