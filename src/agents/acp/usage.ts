import type { AgentFact } from '../../domain/agent/fact.ts';
import { countOf, type Fields, fieldsOf } from '../loose.ts';
import { metaOf } from './heard.ts';

type TurnEndFact = Extract<AgentFact, { kind: 'turn-ended' }>;

/** What a turn took, from wherever its agent tells it. */
export function spentOf(result: Fields, costUsd: number | null): Partial<TurnEndFact> {
  return {
    ...tokensOf(result),
    ...(costUsd === null ? {} : { processCostUsd: costUsd, costsConversation: true }),
  };
}

function tokensOf(result: Fields): Pick<TurnEndFact, 'inputTokens' | 'outputTokens'> {
  const usage = fieldsOf(result.usage);
  if (usage.inputTokens === undefined && usage.outputTokens === undefined) {
    const counted = fieldsOf(metaOf(result, 'quota').token_count);
    return { inputTokens: countOf(counted.input_tokens), outputTokens: countOf(counted.output_tokens) };
  }
  // Agents differ in whether cached tokens are among those read, and thoughts among those written. The total
  // counts each once.
  const written = countOf(usage.outputTokens) + countOf(usage.thoughtTokens);
  const total = countOf(usage.totalTokens);
  const inputTokens = Math.max(countOf(usage.inputTokens), total - written);
  return { inputTokens, outputTokens: total > 0 ? Math.max(0, total - inputTokens) : written };
}

/** The money of the conversation so far, where an update tells it in dollars. */
export function costIn(update: Fields): number | null {
  const { amount, currency } = fieldsOf(update.cost);
  return typeof amount === 'number' && Number.isFinite(amount) && currency === 'USD' ? amount : null;
}
