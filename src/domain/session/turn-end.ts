import type { AgentFact } from '../agent/fact.ts';
import { hasTryLeft, type RetryCause } from '../retry/retry.ts';
import { type EndReason, endsByItself, type Session } from './session.ts';

export type TurnEnd =
  /** The conversation rests; a turn that is queued comes next. */
  | { next: 'idle' }
  | { next: 'complete' }
  /** The result does not fit its schema: the agent is told, once. */
  | { next: 'correct'; errors: readonly string[] }
  /** The process may spend no more; whether another may is a matter of the budgets. */
  | { next: 'spent'; text: string }
  /** The CLI's limit of model turns is no end: the next stretch, or a person is asked. */
  | { next: 'stretch'; isLast: boolean }
  /** No account is logged in, which is no failure of the work: a person is asked. */
  | { next: 'log-in'; text: string }
  | { next: 'fail'; reason: EndReason; text: string }
  /** Try again later, or fail with the reason when no retry is left. */
  | { next: 'retry'; cause: RetryCause; reason: EndReason; text: string };

// What a later try may mend by itself; anything else is the agent's answer.
const CAUSES: ReadonlyMap<string, RetryCause> = new Map([
  ['rate-limit', 'rate-limit'],
  ['overloaded', 'service-outage'],
  ['server-error', 'service-outage'],
  ['network', 'service-outage'],
  ['aborted', 'crash'],
]);

type TurnEndFact = Extract<AgentFact, { kind: 'turn-ended' }>;
type TurnContext = Readonly<{
  turnsLeft: number;
  /** Something goes on in the background, whose end wakes the agent. */
  isAwaiting: boolean;
  /** What is wrong with the result under its schema. */
  contractErrors: readonly string[];
  /** How often in a row it went on after that limit, and how often it may. */
  stretches: number;
  mostStretches: number;
  /** The agent was told before. */
  wasCorrected: boolean;
}>;

/** What the end of a turn means for its session. */
export function decideTurnEnd(session: Session, ended: TurnEndFact, context: TurnContext): TurnEnd {
  if (ended.ok) return decideGoodEnd(session, context);
  // The agent broke its turn off by itself, because it was refused a permission.
  if (ended.problem === 'cancelled') return decideGoodEnd(session, context);
  const text = ended.text || ended.problem || 'the agent reported an error';
  if (ended.problem === 'budget') return { next: 'spent', text };
  if (ended.problem === 'schema')
    return context.turnsLeft > 0 ? { next: 'idle' } : decideMisfit([text], context);
  // The person before its screen has seen what went wrong, and is not shut out of it.
  if (session.takenOver) return { next: 'idle' };
  if (ended.problem === 'max-turns')
    return { next: 'stretch', isLast: context.stretches >= context.mostStretches };
  if (ended.problem === 'authentication') return { next: 'log-in', text };
  const cause = CAUSES.get(ended.problem ?? '');
  const reason = 'exit-code';
  return cause ? { next: 'retry', cause, reason, text } : { next: 'fail', reason, text };
}

function decideGoodEnd(session: Session, context: TurnContext): TurnEnd {
  const isMoreToCome = context.turnsLeft > 0 || context.isAwaiting;
  if (!endsByItself(session) || isMoreToCome) return { next: 'idle' };
  return context.contractErrors.length === 0
    ? { next: 'complete' }
    : decideMisfit(context.contractErrors, context);
}

/** A result that does not fit goes back to the agent once; then the session fails. */
export function decideMisfit(
  errors: readonly string[],
  { wasCorrected }: Pick<TurnContext, 'wasCorrected'>,
): Extract<TurnEnd, { next: 'correct' | 'fail' }> {
  if (hasTryLeft('result-misfit', { failures: wasCorrected ? 2 : 1 })) return { next: 'correct', errors };
  const text = `the result does not fit: ${errors.join('; ')}`;
  return { next: 'fail', reason: 'contract', text };
}
