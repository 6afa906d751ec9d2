import { isDeepStrictEqual } from 'node:util';
import type { AnyVerb } from '../../src/app/verb.ts';
import { VERBS } from '../../src/app/verbs.ts';
import type { Command } from '../../src/cli/command.ts';
import { findCommand } from '../../src/cli/command-table.ts';
import { splitLeading } from '../../src/cli/global-flags.ts';
import { AgentReplyAnswer, ErrorAnswer } from '../../src/contract/answer/parts.ts';

type Printed = Readonly<{ words: readonly string[]; stdout: string; isInsideAttempt: boolean }>;
type Check = (value: unknown) => string | null;

/** What is wrong with the one JSON value that a command printed, held against the schemas of its verbs. */
export async function findAnswerProblem({ words, stdout, isInsideAttempt }: Printed): Promise<string | null> {
  const isJson = words.slice(0, words.includes('--') ? words.indexOf('--') : undefined).includes('--json');
  const found = isJson ? findCommand(splitLeading(words).words) : undefined;
  if (!found || stdout === '') return null;
  const value: unknown = JSON.parse(stdout);
  if (checkOf(ErrorAnswer)(value) === null) return null;
  const isReply = isInsideAttempt && checkOf(AgentReplyAnswer)(value) === null;
  const answer = isReply ? (value as Readonly<{ value?: unknown }>).value : value;
  // A request that was refused or is not answered yet has no answer of the verb.
  if (isReply && (answer === undefined || answer === null)) return null;
  const problems = (await checksOf(await found.entry.load())).map((check) => check(answer));
  if (problems.length === 0 || problems.includes(null)) return null;
  return `swarm ${words.join(' ')}: ${problems.join(' | ')}: ${stdout.slice(0, 500)}`;
}

async function checksOf({ verbs, localAnswer }: Command): Promise<readonly Check[]> {
  if (localAnswer !== null) return [checkOf(await localAnswer())];
  const loaded = await Promise.all(verbs.map((name) => VERBS[name]() as Promise<AnyVerb>));
  return Promise.all(loaded.map(async ({ answer }) => checkOf(await answer())));
}

type Parses = Awaited<ReturnType<AnyVerb['answer']>>;

const checkOf =
  (schema: Parses): Check =>
  (value) => {
    const parsed = schema.safeParse(value);
    // An object schema passes over what it does not know; what no schema tells is not to be printed.
    if (parsed.success) return isDeepStrictEqual(parsed.data, value) ? null : 'fields that no schema has';
    const [issue] = parsed.error.issues;
    return `${issue?.path.join('.')}: ${issue?.message}`;
  };
