import type { VerbDeps } from '../../app/deps.ts';
import { type Draft, draftStep, draftTouch, draftTurn, draftTurnStep, noteOf } from '../../app/draft.ts';
import { draftSessionAsk } from '../../app/question/draft-question.ts';
import type { AgentLogin } from '../../domain/agent/agent.ts';
import type { AgentFact } from '../../domain/agent/fact.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import { resetInWords } from '../../domain/retry/reset-time.ts';
import { CONTINUE_TEXT } from '../../domain/session/prompt-text.ts';
import { decideTurnEnd } from '../../domain/session/turn-end.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import { applyRequest, draftDismissed, draftRecalled, draftSettled } from '../question/apply-request.ts';
import { draftLogin } from './ask-for-login.ts';
import { draftCorrection, hasCorrection } from './correct-result.ts';
import { draftRetry, draftStopWork } from './park-session.ts';
import { openTurns, queuedTurns } from './session-scene.ts';

type Context = Readonly<{
  config: VerbDeps['config'];
  attempt: number;
  backgroundTasks: number;
  /** It has a screen, where a person may begin another conversation without giving it work. */
  isOnScreen: boolean;
  /** The agent tells which turn it has read. */
  echoes: boolean;
  /** When the limit that these facts tell of ends, if any of them says so. */
  resetAt: number | null;
  openQuestions: readonly Question[];
  /** A prompt that was submitted on the screen is this turn. */
  isPromptOf: (turn: Turn, text: string) => boolean;
  hash: (text: string) => string;
  uuid: () => string;
  /** What is wrong with what was delivered, under the schema of the session. */
  contractErrors: readonly string[];
  /** It has spent all that its budgets set aside for its process. */
  isAllowanceSpent: boolean;
  login: AgentLogin;
}>;

// What only an agent at work says; anything of it between turns means that it woke by itself.
const AT_WORK: ReadonlySet<AgentFact['kind']> = new Set([
  'began',
  'said',
  'tool-started',
  'tool-ended',
  'saw-prompt',
  'permission-asked',
  'question-asked',
]);

// What only follows from a prompt that was read.
const ANSWERS: ReadonlySet<AgentFact['kind']> = new Set(['said', 'tool-started', 'tool-ended']);

const isAtWork = ({ kind }: AgentFact, { isOnScreen }: Context): boolean =>
  AT_WORK.has(kind) && !(kind === 'began' && isOnScreen);

/** What one fact means for the session and its turns, drafted. */
export function applyFact(draft: Draft, fact: AgentFact, context: Context): void {
  if (draft.session.state === 'starting') draftStep(draft, 'heard', { note: `attempt ${context.attempt}` });
  if (draft.session.state === 'idle' && isAtWork(fact, context))
    draftStep(draft, 'woke', { note: 'by itself' });
  if (!context.echoes && ANSWERS.has(fact.kind)) applyAnswer(draft, context.attempt);
  switch (fact.kind) {
    case 'began':
      return applyBegun(draft, context.attempt);
    case 'saw-turn':
      return applySeen(draft, fact.turnId, context.attempt);
    case 'saw-prompt':
      return applyPrompt(draft, fact.text, context);
    case 'request-settled':
      return draftSettled(draft, fact, context.openQuestions);
    case 'limited':
      return applyLimit(draft, fact, context);
    case 'permission-asked':
    case 'question-asked':
      return applyRequest(draft, fact, context.hash);
    case 'request-withdrawn':
      return draftRecalled(draft, fact.requestId, context.openQuestions);
    case 'turn-ended':
      return applyTurnEnd(draft, fact, context);
    case 'hook-blocked': {
      const note = noteOf(draft, `${fact.hook}: ${fact.text}`);
      draft.writes.push({
        kind: 'add-note',
        sessionId: draft.session.id,
        event: 'hook-blocked',
        journal: note,
      });
      return;
    }
    default:
      return;
  }
}

function applySeen(draft: Draft, turnId: string, attempt: number): void {
  const turn = draft.turns.find(({ id, attempt: to }) => id === turnId && to === attempt);
  // Handed over after the rows were read: what we know is too old to say what this means.
  if (!turn) return draftTouch(draft);
  if (turn.state === 'handed') draftTurnStep(draft, turn, { event: 'see', note: 'echoed by the agent' });
}

// A screen that was opened for a person has nothing to do until they type.
function applyBegun(draft: Draft, attempt: number): void {
  const open = openTurns(draft.turns, attempt);
  const turn = open.find(({ kind }) => kind === 'takeover');
  if (!turn || draft.session.state !== 'working') return;
  draftTurnStep(draft, turn, { event: 'finish', note: 'its screen is open' });
  if (open.length === 1) draftStep(draft, 'turn-ended', { note: 'its screen is open' });
}

// We typed, or a person did. Any dialog that stood there before is gone.
function applyPrompt(draft: Draft, text: string, context: Context): void {
  const handed = openTurns(draft.turns, context.attempt).filter(({ state }) => state === 'handed');
  const turn = handed.find((one) => context.isPromptOf(one, text));
  if (turn) draftTurnStep(draft, turn, { event: 'see', note: 'submitted on the screen' });
  // A person's words, or a turn that was handed over after the rows were read.
  else draftTouch(draft);
  draftDismissed(draft, context.openQuestions);
}

function applyAnswer(draft: Draft, attempt: number): void {
  for (const turn of openTurns(draft.turns, attempt)) {
    if (turn.state === 'handed') draftTurnStep(draft, turn, { event: 'see', note: 'answered by the agent' });
  }
}

function applyLimit(draft: Draft, fact: Extract<AgentFact, { kind: 'limited' }>, context: Context): void {
  if (draft.session.state !== 'working' || draft.session.takenOver) return;
  const text = fact.text || 'rate limit';
  const resetAt = context.resetAt ?? resetInWords(text, draft.at);
  draftRetry(draft, { cause: 'rate-limit', resetAt, text }, context.config);
}

function applyTurnEnd(
  draft: Draft,
  fact: Extract<AgentFact, { kind: 'turn-ended' }>,
  context: Context,
): void {
  // Without a screen a task in the background may still wait for its answer; the CLI withdraws what is over.
  if (context.isOnScreen) draftDismissed(draft, context.openQuestions);
  const open = openTurns(draft.turns, context.attempt);
  const read = open.filter(({ state }) => state === 'seen');
  // What arrives during a turn is merged into it, so one end may settle several. Without a turn that it has
  // read, it ended something of its own: a task in the background.
  const ended = read.length > 0 || context.echoes ? read : open.slice(0, 1);
  const others = open.filter((turn) => !ended.includes(turn));
  if (draft.session.state !== 'working') return applyLateEnd(draft, ended, fact.ok);
  const turnsLeft = others.length + queuedTurns(draft.turns).length;
  const { backgroundTasks, contractErrors } = context;
  const wasCorrected = hasCorrection(draft.turns);
  const turnContext = { turnsLeft, backgroundTasks, contractErrors, wasCorrected };
  const end = decideTurnEnd(draft.session, fact, turnContext);
  if (end.next === 'retry' && draftRetry(draft, { ...end, resetAt: context.resetAt }, context.config)) return;

  if (end.next === 'log-in') return applyLogin(draft, { ended, others, text: end.text }, context);
  if (end.next === 'spent') return applySpent(draft, { ended, others, text: end.text }, context);

  const isFailed = end.next === 'fail' || end.next === 'retry';
  const event = isFailed ? 'fail' : 'finish';
  for (const turn of ended) draftTurnStep(draft, turn, { event, note: 'turn ended' });
  // What was handed over already is worked off by the same process, without a rest in between.
  if (end.next === 'idle' && others.length === 0)
    draftStep(draft, 'turn-ended', { note: ended.map(({ number }) => `turn ${number}`).join(', ') });
  if (end.next === 'complete')
    draftStopWork(draft, { ending: 'completed', reason: null, text: 'the task is done' });
  if (end.next === 'correct') draftCorrection(draft, end.errors, context.uuid);
  if (isFailed) draftStopWork(draft, { ending: 'failed', reason: end.reason, text: end.text });
}

type StoppedTurns = Readonly<{ ended: readonly Turn[]; others: readonly Turn[]; text: string }>;

// What else was handed over meets the same end, or comes back when the process is gone.
function applyLogin(draft: Draft, { ended, others, text }: StoppedTurns, { login, hash }: Context): void {
  for (const turn of ended) draftTurnStep(draft, turn, { event: 'interrupt', note: 'nobody is logged in' });
  if (ended.length > 0 && others.length > 0) return;
  draftLogin(draft, { login, words: text, hash });
}

/**
 * The process stopped for want of money. If that was its allowance, the budgets decide how it goes on; if it
 * was a limit of the CLI's own, a person does.
 */
function applySpent(draft: Draft, { ended, others, text }: StoppedTurns, context: Context): void {
  for (const turn of ended) draftTurnStep(draft, turn, { event: 'interrupt', note: 'its money was spent' });
  if (others.length > 0) return;
  if (!context.isAllowanceSpent) {
    draftStep(draft, 'asked', { note: 'the agent CLI stopped at a budget of its own' });
    return void draftSessionAsk(draft, wordQuestion('process-budget', { words: text }), context.hash);
  }
  draftStep(draft, 'turn-ended', { note: 'its money was spent' });
  if (queuedTurns(draft.turns).length === 0)
    draftTurn(draft, { id: context.uuid(), kind: 'continue', body: CONTINUE_TEXT });
}

// A session that was parked or interrupted takes its turn up again: nothing but a good end counts there.
function applyLateEnd(draft: Draft, ended: readonly Turn[], ok: boolean): void {
  const { state, isInterrupted } = draft.session;
  if (!ok && (state === 'parked' || isInterrupted)) return;
  for (const turn of ended) {
    draftTurnStep(draft, turn, { event: ok ? 'finish' : 'fail', note: 'after the session moved on' });
  }
}
