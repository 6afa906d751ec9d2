import { cutText } from '../text/cut-text.ts';
import type { Turn, TurnState } from '../turn/turn.ts';
import { type Earlier, saysMore } from './origin.ts';

export const CONTINUE_TEXT = 'Continue where you left off.';

/** What is known of a turn that its process did not bring to an end. */
export type BrokenOff = Readonly<{
  turn: Pick<Turn, 'kind' | 'body'>;
  /** Tools that its process began, and the one that was at work last. */
  tools: number;
  currentTool: string | null;
}>;

/**
 * Goes on with a turn that was broken off: what is known of it, and its words unless they are the task. One
 * that goes on itself is said again.
 */
export function continueText({ turn, tools, currentTool }: BrokenOff): string {
  if (turn.kind === 'continue' || turn.kind === 'stretch') return turn.body;
  const broken = 'Your process ended in the middle of a turn. What you did before that is done.';
  const known = `It had begun ${tools} ${tools === 1 ? 'tool' : 'tools'}.`;
  const cutOff = `The last, ${currentTool}, may not have run to its end: look before you run it again.`;
  const about = turn.kind === 'prompt' ? '' : `\n\nThe turn was:\n\n${turn.body}`;
  const said = [CONTINUE_TEXT, broken, tools > 0 ? known : '', currentTool === null ? '' : cutOff];
  return `${said.filter((text) => text !== '').join(' ')}${about}`;
}

/** Goes on with a turn that the CLI ended at its limit of model turns. */
export function stretchText(turn: Pick<Turn, 'kind' | 'body'> | undefined): string {
  if (turn?.kind === 'stretch') return turn.body;
  const limit =
    'The limit of model turns ended your turn, which is no fault. When your task is done, say so.';
  const about = turn === undefined || turn.kind === 'prompt' ? '' : `\n\nThe turn was:\n\n${turn.body}`;
  return `${CONTINUE_TEXT} ${limit}${about}`;
}

/** What the agent waited for went with its process. */
export const lostWaitText = (what: string): string =>
  `${CONTINUE_TEXT} Your process ended while you waited for ${what}. Look at what came of it, and go on.`;

export const answerText = (question: string, answer: string): string =>
  `You asked: ${question}\n\nThe answer is: ${answer}\n\nGo on with your task.`;

export const interruptText = (reason: string, answer: string): string =>
  [
    `You were interrupted: ${reason}`,
    `The answer is: ${answer}`,
    'Go on with your task from where you were stopped. Look first at what is done already.',
  ].join('\n\n');

export const nudgeText = (silence: string): string =>
  `You have been ${silence}. Go on with your task, or say what holds you up.`;

/** What is wrong with a result, for the agent to mend. */
export const correctionText = (errors: readonly string[], isLast = true): string =>
  [
    'Your result does not fit what was asked for:',
    '',
    ...errors.map((error) => `- ${error}`),
    '',
    `Mend it and hand it in again, then end your turn.${isLast ? ' There is no further chance.' : ''}`,
  ].join('\n');

/** The turn that holds the task which `turn` belongs to: the first of its round, or of the session. */
export function taskOf(turns: readonly Turn[], turn: Turn): Turn {
  const ofRuns = turns.filter(({ number, round }) => round !== null && number <= turn.number);
  const round = ofRuns.at(-1)?.round;
  return ofRuns.find((one) => one.round === round) ?? turns[0] ?? turn;
}

/** What a turn is handed over in: a conversation that goes on, or a new one after one that is gone. */
export type Hearing = Readonly<{
  turns: readonly Turn[];
  isResumed: boolean;
  /** What the agent said last in the conversation that is gone. */
  lastWords: string | null;
  /** Where it goes on with the work of another session, and not with its conversation. */
  earlier?: Earlier | null;
}>;

const MOST_TOLD = 10;
const MOST_CHARS = 4_000;

/**
 * The words that a turn is handed over with. A conversation that cannot be resumed begins again from the
 * task, with a word on what happened and what is known of it.
 */
export function promptText(turn: Turn, { turns, isResumed, lastWords, earlier = null }: Hearing): string {
  if (isResumed) return turn.body;
  if (earlier !== null) return goOnText(turn, { turns, lastWords, earlier });
  if (turn.kind === 'prompt' || turn.number === 1) return turn.body;
  const task = taskOf(turns, turn);
  const word = wasBrokenOff(turns, turn) ? BROKEN_OFF : WENT_ON;
  const ask = 'Look at what is already there before you begin again.';
  const told = toldSince(turns, task, turn).map(({ body }) => `It was told:\n\n${cutText(body, MOST_CHARS)}`);
  const said = lastWords ? [`It said last:\n\n${cutText(lastWords, MOST_CHARS)}`] : [];
  const more = turn.id === task.id ? [] : [`Besides the task above: ${turn.body}`];
  const known = [...told, ...said];
  const end =
    known.length === 0 ? [[`${word} ${ask}`, ...more].join(' ')] : [`${word} ${ask}`, ...known, ...more];
  return [task.body, '---', ...end].join('\n\n');
}

const BROKEN_OFF = 'An earlier attempt at this task was interrupted and its conversation is gone.';
const WENT_ON = 'You have been at work on this before, in a process of its own that you do not remember.';

const UNFINISHED: ReadonlySet<TurnState> = new Set(['failed', 'interrupted']);

// A CLI that cannot resume forgets every turn, also one that ended well.
const wasBrokenOff = (turns: readonly Turn[], { attempt }: Turn): boolean =>
  turns.some((one) => one.attempt < attempt && UNFINISHED.has(one.state)) ||
  !turns.some((one) => one.attempt < attempt && one.state === 'done');

type Going = Readonly<{ turns: readonly Turn[]; lastWords: string | null; earlier: Earlier }>;

/** The work of another session goes on with an agent that does not remember it. */
function goOnText(turn: Turn, { turns, lastWords, earlier }: Going): string {
  const own = turns.filter((one) => saysMore(one) && one.attempt < turn.attempt).map(({ body }) => body);
  const told = [...earlier.told, ...own].slice(-MOST_TOLD);
  const said = lastWords ?? earlier.lastWords;
  const word = 'An earlier session worked on this task and has ended. You do not remember it.';
  return [
    earlier.task,
    '---',
    `${word} Look at what is already there, and go on from that.`,
    ...told.map((body) => `It was told:\n\n${cutText(body, MOST_CHARS)}`),
    ...(said ? [`It said last:\n\n${cutText(said, MOST_CHARS)}`] : []),
    `Now you are told:\n\n${turn.body}`,
  ].join('\n\n');
}

/** What earlier attempts did besides the task, newest last. */
const toldSince = (turns: readonly Turn[], task: Turn, { attempt }: Turn): readonly Turn[] =>
  turns.filter((one) => saysMore(one) && one.number > task.number && one.attempt < attempt).slice(-MOST_TOLD);

/** Of a turn that ended, and that the CLI had not kept yet when its process was killed. */
export function forgottenText({ kind, body }: Pick<Turn, 'kind' | 'body'>, lastWords: string | null): string {
  if (kind === 'continue') return body;
  const word = 'Your process was killed before it had kept your last turn, so you may not remember it.';
  const said = lastWords ? [`You said last:\n\n${cutText(lastWords, MOST_CHARS)}`] : [];
  const ask = 'That turn is done: keep it in mind, and do nothing for it again.';
  return [word, `You were told:\n\n${body}`, ...said, ask].join('\n\n');
}
