import type { AgentFact } from '../agent/fact.ts';
import type { Attempt, Stall, TurnUsage } from './attempt.ts';
import { addAwaited, replaceAwaited } from './awaited.ts';

const RESULT_MAX_CHARS = 100_000;
const LAST_WORDS_CHARS = 2_000;
const STALL_CHARS = 500;

/**
 * What the attempt's row says after these facts. Pure counting; what they mean for the session is decided
 * elsewhere.
 */
export function foldFacts(attempt: Attempt, facts: readonly AgentFact[], at: number): Attempt {
  if (facts.length === 0) return attempt;
  // A CLI that only waits to retry counts as silent. Its total is told again whenever its screen is drawn.
  const isAlive = facts.some(({ kind }) => kind !== 'stalled' && kind !== 'told-cost');
  const lastEventAt = isAlive ? at : attempt.lastEventAt;
  const heard: Attempt = { ...attempt, heardAt: attempt.heardAt ?? at, lastEventAt };
  return facts.reduce(
    (before, fact) => ({ ...foldFact(before, fact, at), stall: stallAfter(before, fact, at) }),
    heard,
  );
}

// What only an agent that goes on tells.
const GOES_ON: ReadonlySet<AgentFact['kind']> = new Set([
  'said',
  'output',
  'tool-started',
  'tool-ended',
  'spent',
  'turn-ended',
  'permission-asked',
  'question-asked',
]);

function stallAfter({ stall }: Attempt, fact: AgentFact, at: number): Stall | null {
  if (fact.kind !== 'stalled') return GOES_ON.has(fact.kind) ? null : stall;
  const { text, problem } = fact;
  return { since: stall?.since ?? at, text: text.slice(0, STALL_CHARS), problem };
}

function foldFact(attempt: Attempt, fact: AgentFact, at: number): Attempt {
  switch (fact.kind) {
    case 'began':
      return { ...attempt, conversationId: fact.conversationId ?? attempt.conversationId };
    case 'resume-refused':
      return { ...attempt, conversationId: null };
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
      return foldResult({ ...attempt, promptId: promptAfter(attempt.promptId, fact) }, fact);
    case 'spent':
      return {
        ...attempt,
        inputTokens: attempt.inputTokens + fact.inputTokens,
        outputTokens: attempt.outputTokens + fact.outputTokens,
        costUsd: attempt.costUsd + fact.costUsd,
      };
    case 'saw-prompt':
      return { ...attempt, promptId: promptAfter(attempt.promptId, fact) };
    case 'told-cost':
      return foldTotal(attempt, fact.totalUsd);
    case 'using':
      return { ...attempt, turnUsage: usageAfter(attempt.turnUsage, fact) };
    case 'background':
      return { ...attempt, awaited: replaceAwaited(attempt.awaited, fact.all, { ...fact, at }) };
    case 'background-began':
      return { ...attempt, awaited: addAwaited(attempt.awaited, fact.work, at) };
    case 'background-ended':
      return { ...attempt, awaited: attempt.awaited.filter(({ id }) => id !== fact.id) };
    case 'unknown':
      return { ...attempt, unknownEvents: attempt.unknownEvents + 1 };
    case 'broken':
      return { ...attempt, brokenLines: attempt.brokenLines + 1 };
    default:
      return attempt;
  }
}

// The total goes on after a resume where the process before could save it, and begins again at zero when a
// person clears the conversation. What this process spent never becomes less.
function foldTotal(attempt: Attempt, totalUsd: number): Attempt {
  const { costUsd } = attempt;
  const baseUsd = attempt.costBaseUsd ?? (attempt.resumed ? totalUsd : 0);
  const costBaseUsd = totalUsd - baseUsd < costUsd ? totalUsd - costUsd : baseUsd;
  return { ...attempt, costBaseUsd, costUsd: totalUsd - costBaseUsd };
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
    ...tokensAfter(attempt, fact),
    turnUsage: null,
    costUsd: costAfter(attempt.costUsd, fact),
    lastSaid: null,
    lastResult: (fact.text || attempt.lastSaid || '').slice(0, RESULT_MAX_CHARS),
    lastResultOk: fact.ok,
  };
}

type Tokens = Pick<Attempt, 'inputTokens' | 'outputTokens'>;

function tokensAfter(before: Tokens, fact: Extract<AgentFact, { kind: 'turn-ended' }>): Tokens {
  const { processTokens: total } = fact;
  return {
    inputTokens: total ? Math.max(before.inputTokens, total.input) : before.inputTokens + fact.inputTokens,
    outputTokens: total
      ? Math.max(before.outputTokens, total.output)
      : before.outputTokens + fact.outputTokens,
  };
}

// Each part of a message repeats what the model was given for it.
function usageAfter(before: TurnUsage | null, fact: Extract<AgentFact, { kind: 'using' }>): TurnUsage {
  const isSame = before?.messageId === fact.messageId;
  return {
    messageId: fact.messageId,
    inputTokens: (before?.inputTokens ?? 0) + (isSame ? 0 : fact.inputTokens),
    outputTokens: (before?.outputTokens ?? 0) + fact.outputTokens,
    ...(fact.mostUsd && {
      mostUsd: (before?.mostUsd ?? 0) + (isSame ? 0 : fact.mostUsd.given) + fact.mostUsd.written,
    }),
  };
}

// Most report a running total, whose newest figure replaces the one before. After a resume that total may
// include what earlier processes spent, so a figure for the turn alone is better where there is one.
function costAfter(before: number, fact: Extract<AgentFact, { kind: 'turn-ended' }>): number {
  if (fact.turnCostUsd !== undefined) return before + fact.turnCostUsd;
  return Math.max(before, fact.processCostUsd ?? 0);
}

/** The CLI's id of the prompt that it was heard of last. */
export function promptAfter(before: string | null, fact: AgentFact): string | null {
  if (fact.kind === 'saw-prompt') return fact.promptId;
  return fact.kind === 'turn-ended' ? (fact.promptId ?? before) : before;
}
