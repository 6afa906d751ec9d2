import type { AgentFact } from '../agent/fact.ts';
import type { Attempt } from './attempt.ts';

const RESULT_MAX_CHARS = 100_000;
const LAST_WORDS_CHARS = 2_000;

/**
 * What the attempt's row says after these facts. Pure counting; what they mean for the session is decided
 * elsewhere.
 */
export function foldFacts(attempt: Attempt, facts: readonly AgentFact[], at: number): Attempt {
  if (facts.length === 0) return attempt;
  // A CLI that only waits to retry counts as silent.
  const isAlive = facts.some(({ kind }) => kind !== 'stalled');
  const lastEventAt = isAlive ? at : attempt.lastEventAt;
  const heard: Attempt = { ...attempt, heardAt: attempt.heardAt ?? at, lastEventAt };
  return facts.reduce(foldFact, heard);
}

function foldFact(attempt: Attempt, fact: AgentFact): Attempt {
  switch (fact.kind) {
    case 'began':
      return { ...attempt, conversationId: fact.conversationId ?? attempt.conversationId };
    case 'said':
      return { ...attempt, messages: attempt.messages + 1, lastSaid: saidAfter(attempt.lastSaid, fact) };
    case 'output':
      return {
        ...attempt,
        messages: attempt.messages + 1,
        lastResult: lastWords(attempt.lastResult, fact.text),
      };
    case 'tool-started':
      return {
        ...attempt,
        tools: attempt.tools + 1,
        currentTool: fact.name,
        openTools: attempt.openTools + 1,
        lastSaid: null,
      };
    case 'tool-ended':
      return foldToolEnd(attempt);
    case 'turn-ended':
      return foldResult(attempt, fact);
    case 'spent':
      return {
        ...attempt,
        inputTokens: attempt.inputTokens + fact.inputTokens,
        outputTokens: attempt.outputTokens + fact.outputTokens,
        costUsd: attempt.costUsd + fact.costUsd,
      };
    case 'background':
      return { ...attempt, backgroundTasks: fact.running };
    case 'unknown':
      return { ...attempt, unknownEvents: attempt.unknownEvents + 1 };
    case 'broken':
      return { ...attempt, brokenLines: attempt.brokenLines + 1 };
    default:
      return attempt;
  }
}

function saidAfter(before: string | null, fact: Extract<AgentFact, { kind: 'said' }>): string | null {
  if (fact.asResult === undefined) return before;
  const text = fact.asResult === 'part' ? `${before ?? ''}${fact.text}` : fact.text;
  return text.slice(0, RESULT_MAX_CHARS);
}

// Tools run side by side: the end of one says nothing of the others.
function foldToolEnd(attempt: Attempt): Attempt {
  const openTools = Math.max(0, attempt.openTools - 1);
  return { ...attempt, openTools, currentTool: openTools === 0 ? null : attempt.currentTool };
}

// A program without events has no final message: the end of its output stands in for one.
const lastWords = (before: string | null, text: string): string =>
  (before === null ? text : `${before}\n${text}`).slice(-LAST_WORDS_CHARS);

function foldResult(attempt: Attempt, fact: Extract<AgentFact, { kind: 'turn-ended' }>): Attempt {
  return {
    ...attempt,
    currentTool: null,
    openTools: 0,
    inputTokens: attempt.inputTokens + fact.inputTokens,
    outputTokens: attempt.outputTokens + fact.outputTokens,
    costUsd: costAfter(attempt.costUsd, fact),
    lastSaid: null,
    lastResult: (fact.text || attempt.lastSaid || '').slice(0, RESULT_MAX_CHARS),
    lastResultOk: fact.ok,
  };
}

// Most report a running total, whose newest figure replaces the one before. After a resume that total may
// include what earlier processes spent, so a figure for the turn alone is better where there is one.
function costAfter(before: number, fact: Extract<AgentFact, { kind: 'turn-ended' }>): number {
  if (fact.turnCostUsd !== undefined) return before + fact.turnCostUsd;
  return Math.max(before, fact.processCostUsd ?? 0);
}
