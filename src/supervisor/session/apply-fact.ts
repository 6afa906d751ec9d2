import type { VerbDeps } from '../../app/deps.ts';
import { type Draft, draftStep, draftTouch, draftTurn, draftTurnStep, noteOf } from '../../app/draft.ts';
import { draftDelivered, draftSessionAsk, draftWithdrawn } from '../../app/question/draft-question.ts';
import type { AgentLogin } from '../../domain/agent/agent.ts';
import type { AgentFact } from '../../domain/agent/fact.ts';
import type { Attempt } from '../../domain/attempt/attempt.ts';
import type { Awaited } from '../../domain/attempt/awaited.ts';
import { closesWith, effectOf, wordQuestion } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import { resetInWords } from '../../domain/retry/reset-time.ts';
import { mayRetry } from '../../domain/retry/retry-rule.ts';
import { stretchText } from '../../domain/session/prompt-text.ts';
import { stretchesOf } from '../../domain/session/stretch.ts';
import { decideTurnEnd } from '../../domain/session/turn-end.ts';
import { promptIdOf } from '../../domain/turn/prompt-id.ts';
import { isForScreen, queuedTurns, type Turn } from '../../domain/turn/turn.ts';
import {
  applyRequest,
  draftRequestAnswered,
  draftRequestsClosed,
  draftRequestWithdrawn,
} from '../question/apply-request.ts';
import { draftLogin } from './ask-for-login.ts';
import { draftCorrection, hasCorrections } from './correct-result.ts';
import { draftContinue } from './go-on.ts';
import { draftRetry, draftRetryOrFail, draftStopWork, type Retrying } from './park-session.ts';
import { openTurns } from './session-scene.ts';

type Context = Readonly<{
  config: VerbDeps['config'];
  attempt: number;
  /** Of its process, where it was seen alive. */
  pid?: number | null;
  /** What its CLI tells of work in the background. */
  awaited: readonly Awaited[];
  /** What the attempt's row says after these facts. */
  record: Pick<Attempt, 'messages' | 'tools'> | null;
  /** It has a screen, where a person may begin another conversation without giving it work. */
  isOnScreen: boolean;
  /** The agent tells which turn it has read. */
  echoes: boolean;
  /** When the limit that these facts tell of ends, if any of them says so. */
  resetAt: number | null;
  openQuestions: readonly Question[];
  /** The transcript of the CLI is read as well. */
  hasTranscript: boolean;
  /** The CLI's id of the prompt that was submitted or ended last before this fact. */
  promptId: string | null;
  /** What its session waits for, with what is answered and not delivered yet. */
  unsettled: readonly Question[];
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
const REACTIONS: ReadonlySet<AgentFact['kind']> = new Set(['said', 'tool-started', 'tool-ended']);

const isAtWork = ({ kind }: AgentFact, { isOnScreen }: Context): boolean =>
  AT_WORK.has(kind) && !(kind === 'began' && isOnScreen);

/** What one fact means for the session and its turns, drafted. */
export function applyFact(draft: Draft, fact: AgentFact, context: Context): void {
  if (draft.session.state === 'starting') draftStep(draft, 'heard', { note: heardNote(context) });
  if (isAtWork(fact, context)) draftWoken(draft, context);
  if (!context.echoes && REACTIONS.has(fact.kind)) applyReaction(draft, context.attempt);
  switch (fact.kind) {
    case 'began':
      return applyBegun(draft, context.attempt);
    case 'resume-refused':
      return applyRefusedResume(draft, fact.text, context);
    case 'saw-turn':
      return applySeen(draft, fact.turnId, context.attempt);
    case 'saw-prompt':
      return applyPrompt(draft, fact, context);
    case 'read-prompt':
      return fact.isWithin ? applyWithin(draft, fact.text, context) : applyDequeued(draft, fact, context);
    case 'request-settled':
      return draftRequestAnswered(draft, fact, context.openQuestions);
    case 'limited':
      return applyLimit(draft, fact, context);
    case 'permission-asked':
    case 'question-asked':
      return applyRequest(draft, fact, context.hash);
    case 'request-withdrawn':
      return draftRequestWithdrawn(draft, fact.requestId, context.openQuestions);
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

/** "attempt 2, pid 4711". */
export const heardNote = ({ attempt, pid = null }: Pick<Context, 'attempt' | 'pid'>): string =>
  pid === null ? `attempt ${attempt}` : `attempt ${attempt}, pid ${pid}`;

// What it waited for has come to its end: a question whether to wait on is settled by that.
function draftWoken(draft: Draft, { unsettled }: Context): void {
  if (draft.session.state === 'idle') return draftStep(draft, 'woke', { note: 'by itself' });
  if (draft.session.state !== 'waiting' || unsettled.length === 0) return;
  const isAboutWait = unsettled.every(
    (one) => closesWith(one, 'awaited-work') && effectOf(one).do !== 'end-session',
  );
  if (!isAboutWait) return;
  const [open, answered] = [unsettled.filter(isOpen), unsettled.filter((one) => !isOpen(one))];
  draftWithdrawn(draft, open, 'the agent woke by itself');
  for (const question of answered) draftDelivered(draft, question);
  draftStep(draft, 'answered-live', { note: 'by itself' });
}

const isOpen = ({ state }: Question): boolean => state === 'open';

function applySeen(draft: Draft, turnId: string, attempt: number): void {
  const turn = draft.turns.find(
    (one) => one.attempt === attempt && (one.id === turnId || promptIdOf(one) === turnId),
  );
  // Handed over after the rows were read: what we know is too old to say what this means.
  if (!turn) return draftTouch(draft);
  if (turn.state === 'handed') draftTurnStep(draft, turn, { event: 'see', note: 'echoed by the agent' });
}

// A screen that was opened for a person has nothing to do until they type.
function applyBegun(draft: Draft, attempt: number): void {
  const open = openTurns(draft.turns, attempt);
  const turn = open.find(isForScreen);
  if (!turn || draft.session.state !== 'working') return;
  draftTurnStep(draft, turn, { event: 'finish', note: 'its screen is open' });
  if (open.length === 1) draftStep(draft, 'turn-ended', { note: 'its screen is open' });
}

// The next attempt begins a new conversation.
function applyRefusedResume(draft: Draft, text: string, { config, record }: Context): void {
  if (draft.session.state !== 'working') return;
  draftRetryOrFail(draft, { cause: 'refused-resume', reason: 'exit-code', text, attempt: record }, config);
}

// We typed, or a person did. Any dialog that stood there before is gone.
function applyPrompt(draft: Draft, fact: Extract<AgentFact, { kind: 'saw-prompt' }>, context: Context): void {
  // Some versions tell at once of a prompt that waits behind the one at work. The transcript tells when it is
  // read; until then an end is not its own, and it is lost with its process.
  const isBehind = fact.promptId !== null && fact.promptId === context.promptId;
  if (isBehind && context.hasTranscript && findHanded(draft, fact.text, context)) draftTouch(draft);
  else applyRead(draft, fact.text, context);
  draftRequestsClosed(draft, context.openQuestions);
}

function applyRead(draft: Draft, text: string, context: Context): void {
  const turn = findHanded(draft, text, context);
  if (turn) draftTurnStep(draft, turn, { event: 'see', note: 'submitted on the screen' });
  // A person's words, or a turn that was handed over after the rows were read.
  else draftTouch(draft);
}

// The transcript is written late: the turn that took it in may have ended already, and this one with it.
function applyWithin(draft: Draft, text: string, context: Context): void {
  const isAtWork = openTurns(draft.turns, context.attempt).some(({ state }) => state === 'seen');
  const turn = findHanded(draft, text, context);
  if (!turn) return;
  draftTurnStep(draft, turn, { event: 'see', note: 'read within the turn before' });
  if (!isAtWork) draftEndedBefore(draft, turn, context);
}

// The same of a prompt that waited for its own turn: the end that was told last was its own.
function applyDequeued(
  draft: Draft,
  { text, promptId = null }: Extract<AgentFact, { kind: 'read-prompt' }>,
  context: Context,
): void {
  const turn = findHanded(draft, text, context);
  applyRead(draft, text, context);
  if (turn && promptId !== null && promptId === context.promptId) draftEndedBefore(draft, turn, context);
}

function draftEndedBefore(draft: Draft, turn: Turn, context: Context): void {
  if (draft.session.state !== 'working') return;
  for (const seen of draft.turns.filter(({ id }) => id === turn.id))
    draftTurnStep(draft, seen, { event: 'finish', note: 'its end was told before' });
  if (openTurns(draft.turns, context.attempt).length === 0)
    draftStep(draft, 'turn-ended', { note: `turn ${turn.number}` });
}

const findHanded = (draft: Draft, text: string, { attempt, isPromptOf }: Context): Turn | undefined =>
  openTurns(draft.turns, attempt).find((turn) => turn.state === 'handed' && isPromptOf(turn, text));

function applyReaction(draft: Draft, attempt: number): void {
  for (const turn of openTurns(draft.turns, attempt)) {
    if (turn.state === 'handed') draftTurnStep(draft, turn, { event: 'see', note: 'answered by the agent' });
  }
}

function applyLimit(draft: Draft, fact: Extract<AgentFact, { kind: 'limited' }>, context: Context): void {
  if (draft.session.state !== 'working' || draft.session.takenOver) return;
  draftLater(draft, { cause: 'rate-limit', text: fact.text || 'rate limit' }, context);
}

// When a limit ends is told, or read from its words.
function draftLater(
  draft: Draft,
  { cause, text }: Pick<Retrying, 'cause' | 'text'>,
  { resetAt, record, config }: Context,
): boolean {
  const until = cause === 'rate-limit' ? (resetAt ?? resetInWords(text, draft.at)) : null;
  return draftRetry(draft, { cause, text, attempt: record, resetAt: until }, config);
}

function applyTurnEnd(
  draft: Draft,
  fact: Extract<AgentFact, { kind: 'turn-ended' }>,
  context: Context,
): void {
  // Without a screen a task in the background may still wait for its answer; the CLI withdraws what is over.
  if (context.isOnScreen) draftRequestsClosed(draft, context.openQuestions);
  const open = openTurns(draft.turns, context.attempt);
  const read = open.filter(({ state }) => state === 'seen');
  // What arrives during a turn is merged into it, so one end may settle several. Without a turn that it has
  // read, it ended something of its own: a task in the background. A command that the CLI answers itself is
  // told of by its answer alone.
  const isUntold = read.length === 0 && (!context.echoes || fact.isOwnAnswer === true);
  const ended = isUntold ? open.slice(0, 1) : read;
  const others = open.filter((turn) => !ended.includes(turn));
  if (draft.session.state !== 'working') return applyLateEnd(draft, ended, fact);
  const turnsLeft = others.length + queuedTurns(draft.turns).length;
  const { awaited, contractErrors } = context;
  const wasCorrected = hasCorrections(draft);
  const turnContext = {
    turnsLeft,
    isAwaiting: awaited.length > 0,
    contractErrors,
    wasCorrected,
    stretches: stretchesOf(draft.turns),
    mostStretches: context.config.claude.stretches,
  };
  const end = decideTurnEnd(draft.session, fact, turnContext);
  if (end.next === 'retry' && draftLater(draft, end, context)) return;
  if (end.next === 'fail' && end.reason === 'exit-code' && mayRetry(draft.session.retry, 'bad-exit'))
    if (draftLater(draft, { cause: 'bad-exit', text: end.text }, context)) return;

  if (end.next === 'log-in') return applyLogin(draft, { ended, others, text: end.text }, context);
  if (end.next === 'stretch') return applyStretch(draft, { ended, others, isLast: end.isLast }, context);
  if (end.next === 'spent') return applySpent(draft, { ended, others, text: end.text }, context);

  const isFailed = end.next === 'fail' || end.next === 'retry';
  const event = isFailed ? 'fail' : 'finish';
  for (const turn of ended) draftTurnStep(draft, turn, { event, note: 'turn ended' });
  // What was handed over already is worked off by the same process, without a rest in between.
  if (end.next === 'idle' && others.length === 0)
    draftStep(draft, 'turn-ended', {
      note: ended.map(({ number }) => `turn ${number}`).join(', '),
      patch: { awaits: awaited },
    });
  if (end.next === 'complete')
    draftStopWork(draft, { ending: 'completed', reason: null, text: 'the task is done' });
  if (end.next === 'correct') draftCorrection(draft, end.errors, context.uuid);
  if (isFailed) draftStopWork(draft, { ending: 'failed', reason: end.reason, text: end.text });
}

type StoppedTurns = Readonly<{ ended: readonly Turn[]; others: readonly Turn[]; text: string }>;

// What else was handed over meets the same end, or comes back when the process is gone.
function applyLogin(
  draft: Draft,
  { ended, others, text }: StoppedTurns,
  { login, hash, uuid }: Context,
): void {
  for (const turn of ended) draftTurnStep(draft, turn, { event: 'interrupt', note: 'not logged in' });
  if (ended.length > 0) draftContinue(draft, { brokenOff: ended, uuid });
  if (ended.length > 0 && others.length > 0) return;
  draftLogin(draft, { login, words: text, hash });
}

/**
 * The process stopped for want of money. If that was its allowance, the budgets decide how it goes on; if it
 * was a limit of the CLI's own, a person does.
 */
function applySpent(draft: Draft, { ended, others, text }: StoppedTurns, context: Context): void {
  for (const turn of ended) draftTurnStep(draft, turn, { event: 'interrupt', note: 'its money was spent' });
  if (ended.length > 0 || others.length === 0) draftContinue(draft, { brokenOff: ended, uuid: context.uuid });
  if (others.length > 0) return;
  if (!context.isAllowanceSpent) {
    draftStep(draft, 'asked', { note: 'the agent CLI stopped at a budget of its own' });
    return void draftSessionAsk(draft, wordQuestion('process-budget', { words: text }), context.hash);
  }
  draftStep(draft, 'turn-ended', { note: 'its money was spent' });
}

type TurnEnd = Pick<Extract<AgentFact, { kind: 'turn-ended' }>, 'ok' | 'text' | 'outputTokens'>;

type Stretched = Omit<StoppedTurns, 'text'> & Readonly<{ isLast: boolean }>;

/** The conversation goes on where its limit of model turns ended it, or waits until a person says so. */
function applyStretch(
  draft: Draft,
  { ended, others, isLast }: Stretched,
  { config, hash, uuid }: Context,
): void {
  const note = 'its model turns were used up';
  for (const turn of ended) draftTurnStep(draft, turn, { event: 'interrupt', note });
  // What a person allowed begins a new count.
  const kind = isLast ? 'continue' : 'stretch';
  draftTurn(draft, { id: uuid(), kind, body: stretchText(ended.at(-1)) });
  if (others.length > 0) return;
  if (!isLast) return draftStep(draft, 'turn-ended', { note });
  draftStep(draft, 'asked', { note });
  const { stretches } = config.claude;
  draftSessionAsk(draft, wordQuestion('stretch', { stretches }), hash);
}

// A session that was parked or interrupted takes its turn up again: nothing but a good end counts there. Some
// agents call it one when they leave off what they tried again; then the model has written nothing.
function applyLateEnd(draft: Draft, ended: readonly Turn[], end: TurnEnd): void {
  const { state, isInterrupted } = draft.session;
  const ok = end.ok && !(state === 'parked' && end.text === '' && end.outputTokens === 0);
  if (!ok && (state === 'parked' || isInterrupted)) return;
  for (const turn of ended) {
    draftTurnStep(draft, turn, { event: ok ? 'finish' : 'fail', note: 'after the session moved on' });
  }
}
