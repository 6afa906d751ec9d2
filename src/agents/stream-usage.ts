import type { AgentFact } from '../domain/agent/fact.ts';
import { countOf, type Fields, fieldsOf, jsonOf, listOf, textOf } from './loose.ts';

type TurnEndFact = Extract<AgentFact, { kind: 'turn-ended' }>;
type Tokens = Readonly<{ input: number; output: number }>;

/**
 * What a turn took. `usage` misses the last request of a turn that was stopped; the count by model does not.
 * It stands there since the last result, or in other versions since the start of the process.
 */
export function tokensOfResult(
  event: Fields,
): Pick<TurnEndFact, 'inputTokens' | 'outputTokens' | 'processTokens'> {
  const { usage, modelUsage, model_usage_since_last_result: since } = event;
  const told = tokensOfApi(fieldsOf(usage));
  if (Object.keys(fieldsOf(modelUsage)).length === 0) return asTurn(told);
  if (typeof since === 'object' && since !== null) return asTurn(tokensByModel(since));
  return { ...asTurn(told), processTokens: tokensByModel(modelUsage) };
}

const asTurn = ({ input, output }: Tokens) => ({ inputTokens: input, outputTokens: output });

const tokensOfApi = (usage: Fields): Tokens => ({
  input:
    countOf(usage.input_tokens) +
    countOf(usage.cache_creation_input_tokens) +
    countOf(usage.cache_read_input_tokens),
  output: countOf(usage.output_tokens),
});

const tokensByModel = (models: unknown): Tokens =>
  Object.values(fieldsOf(models))
    .map(fieldsOf)
    .reduce<Tokens>(
      ({ input, output }, model) => ({
        input:
          input +
          countOf(model.inputTokens) +
          countOf(model.cacheReadInputTokens) +
          countOf(model.cacheCreationInputTokens),
        output: output + countOf(model.outputTokens),
      }),
      { input: 0, output: 0 },
    );

// Versions that count a resumed conversation's cost into the total also tell what came since the last result.
export function turnCostOf(usage: unknown): { turnCostUsd?: number } {
  if (typeof usage !== 'object' || usage === null) return {};
  const costs = Object.values(usage).map((model) => countOf(fieldsOf(model).costUSD));
  return { turnCostUsd: costs.reduce((sum, cost) => sum + cost, 0) };
}

const CHARS_PER_TOKEN = 4;

/**
 * What a message in the middle of a turn takes. The CLI tells what the model was given for it, and not what
 * the model wrote: that is guessed from its length.
 */
export function usingOf(message: Fields): readonly AgentFact[] {
  const { input, output } = tokensOfApi(fieldsOf(message.usage));
  const messageId = textOf(message.id);
  if (messageId === '' || input === 0) return [];
  const chars = listOf(message.content)
    .map(fieldsOf)
    .reduce((sum, block) => sum + writtenChars(block), 0);
  const written = Math.max(output, Math.ceil(chars / CHARS_PER_TOKEN));
  const mostUsd = {
    given: mostGivenUsd(fieldsOf(message.usage)),
    written: (written * MOST_USD.output) / MILLION,
  };
  return [{ kind: 'using', messageId, inputTokens: input, outputTokens: written, mostUsd }];
}

const MILLION = 1_000_000;
// Dollars for a million tokens of the dearest model that Claude Code offers as a matter of course.
const MOST_USD = { input: 15, cacheWrite: 30, cacheRead: 1.5, output: 75 };

const mostGivenUsd = (usage: Fields): number =>
  (countOf(usage.input_tokens) * MOST_USD.input +
    countOf(usage.cache_creation_input_tokens) * MOST_USD.cacheWrite +
    countOf(usage.cache_read_input_tokens) * MOST_USD.cacheRead) /
  MILLION;

const writtenChars = ({ text, thinking, input }: Fields): number =>
  textOf(text).length + textOf(thinking).length + (input === undefined ? 0 : jsonOf(input).length);
