import type { SessionStatusAnswer } from '../contract/answer/session.ts';
import type { Attempt, Stall } from '../domain/attempt/attempt.ts';
import { isOver, type Session } from '../domain/session/session.ts';
import { statusOf } from '../domain/session/status.ts';
import { budgetsJson, budgetText } from './budget-view.ts';
import { awaitedText } from './dependency-view.ts';
import { renderDuration } from './duration.ts';
import { endText } from './end-text.ts';
import { oneLine } from './one-line.ts';
import { parkingText } from './parking.ts';
import { questionLine } from './question-line.ts';
import {
  cpuSeconds,
  cpuWords,
  limitsInWords,
  peakMb,
  peakWords,
  resourceLimitsJson,
} from './resource-text.ts';
import { sessionJson, waitText } from './session-table.ts';
import {
  type AwaitedSession,
  elapsedMs,
  hookBlocksJson,
  interruptJson,
  type SessionView,
  usageOf,
} from './session-view.ts';
import { paintState, type Style } from './style.ts';
import { renderInstant, renderInstantOrNull, renderStamp } from './time.ts';

type Line = readonly [label: string, text: string | null];

/** One session as people read it. Lines that have nothing to say are left out. */
export function renderSessionStatus(view: SessionView, style: Style): string {
  const lines = [...failure(view, style), ...identity(view, style), ...work(view), ...waits(view, style)];
  return lines
    .filter((line): line is readonly [string, string] => line[1] !== null)
    .map(([label, text]) => `${style.bold(`${label}:`)} ${text}\n`)
    .join('');
}

function failure({ session, continuedBy }: SessionView, style: Style): readonly Line[] {
  const why = failureText(session);
  if (why === null) return [];
  const next: Line = ['Go on with it', continuedBy ? null : nextText(session)];
  return [['Failed', style.red(why)], next];
}

/** One that goes on keeps its limits, so it would run into that of memory again. */
const nextText = ({ id, persona, reason }: Session): string =>
  reason === 'memory' ? `anew, with more: swarm create ${persona} … --memory <more>` : `swarm send ${id} "…"`;

/** Why a session failed, in a line; null for one that did not. */
export const failureText = (session: Session): string | null =>
  session.state === 'failed' ? oneLine(endText(session) || 'no reason is known') : null;

function identity(view: SessionView, style: Style): readonly Line[] {
  const { session } = view;
  const elapsed = elapsedMs(session, view.now);
  return [
    ['Session', session.id],
    ['Title', session.title === '' ? null : oneLine(session.title)],
    ['Agent', session.persona],
    ['Status', paintState(style, session.state, statusOf(session.state))],
    ['State', stateText(view)],
    ['Continued by', view.continuedBy ?? null],
    ['After', awaitedText(view.awaited ?? [])],
    ['Waits', session.awaits.length === 0 ? null : waitsText(view)],
    ['Waits for', childrenText(view.children ?? [])],
    ['Created', renderStamp(session.createdAt)],
    ['Started', session.startedAt === null ? null : renderStamp(session.startedAt)],
    ['Completed', session.endedAt === null ? null : renderStamp(session.endedAt)],
    ['Elapsed', elapsed === null ? null : renderDuration(elapsed)],
    ...placeLines(view),
    [
      'Worktree',
      view.workspace === null ? null : `${view.workspace.path} (${view.workspace.branch || 'on no branch'})`,
    ],
  ];
}

const placeLines = (view: SessionView): readonly Line[] =>
  view.elsewhere === null
    ? [
        ['Tmux', `${view.paneSession} (${view.paneActive ? 'active' : 'not active'})`],
        ['Workspace', view.sessionDir],
      ]
    : [['Host', `${view.elsewhere}: its screen, output and files are there`]];

function stateText({ session }: SessionView): string {
  const parked = parkingText(session);
  if (parked !== null) return parked;
  const why = endText(session);
  return oneLine(`${session.state}${why === '' ? '' : ` (${why})`}`);
}

/** Sessions that it began, and whose end its agent waits for. */
const childrenText = (children: readonly AwaitedSession[]): string | null =>
  children.length === 0
    ? null
    : `what it started: ${children.map(({ id, status }) => `${id} (${status ?? 'unknown'})`).join(', ')}`;

function waitsText({ session, now }: SessionView): string {
  const dueAts = session.awaits.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt]));
  const due = dueAts.length === 0 ? '' : `, due ${renderStamp(Math.min(...dueAts))}`;
  return `for ${waitText(session, now)}${due}`;
}

// The row of one that is over keeps the tool that it was in the middle of.
function toolAtWork(attempts: SessionView['attempts']): string | null {
  const attempt = attempts.at(-1);
  return attempt?.endedAt === null ? attempt.currentTool : null;
}

function work(view: SessionView): readonly Line[] {
  const { session, attempts, permissionMode } = view;
  const usage = usageOf(attempts);
  const driven = [session.cli, session.model, session.mode].filter((part) => part !== null).join(', ');
  const current = toolAtWork(attempts);
  return [
    ['Work', workText(view)],
    ['Driven by', driven],
    ['Permissions', permissionMode],
    ['Hooks', blocksText(view)],
    ['Attempt', session.attempt === 0 ? null : attemptText(session)],
    ...pastLines(view),
    ['Exit code', session.exitCode === null ? null : String(session.exitCode)],
    ['Usage', attempts.length === 0 ? null : usageText(usage)],
    ['Budget', budgetText(view.budgets)],
    ['Machine', usedText(view)],
    ['Limits', limitsText(view)],
    ['Last heard', usage.lastEventAt === null ? null : heardText(usage.lastEventAt, view.now, current)],
    ['Retrying', retryingText(view)],
    ['Result', view.hasResult ? view.resultFile : null],
    ['Tags', session.tags.length === 0 ? null : oneLine(session.tags.join(', '))],
    ['Continues', session.continues],
    ['Forked from', session.forkedFrom],
    ['Parent', session.parentId],
    ['Archived', session.archivedAt === null ? null : renderStamp(session.archivedAt)],
  ];
}

const attemptText = (session: Session): string =>
  isOver(session) ? `${session.attempt}` : `${session.attempt} (${session.retriesLeft} retries left)`;

/** Of a session that was tried again: how each attempt before this one ended. */
const pastLines = ({ past = [], session }: SessionView): readonly Line[] =>
  past
    .filter(({ number, why }) => number < session.attempt && why !== null)
    .map(({ number, openedAt, why }) => [
      `Attempt ${number}`,
      oneLine(`began ${renderStamp(openedAt)}, ended: ${why}`),
    ]);

const workText = ({ session, work: item }: SessionView): string | null =>
  session.workId === null ? null : oneLine([session.workId, item?.title ?? ''].join(' ').trim());

function blocksText({ hookBlocks: { count, last }, now }: SessionView): string | null {
  if (last === null) return null;
  const often = count === 1 ? 'once' : `${count} times`;
  return `blocked ${often}, last ${renderDuration(now - last.at)} ago: ${oneLine(last.text)}`;
}

const usageText = (usage: ReturnType<typeof usageOf>): string =>
  `${usage.inputTokens} tokens in, ${usage.outputTokens} out, ${moneyText(usage)}, ` +
  `${usage.messages} messages, ${usage.toolCalls} tool calls`;

/** "12.3s of CPU, 312 MB of memory at most"; null where nothing is known. */
function usedText({ used }: SessionView): string | null {
  if (!used || (used.cpuMs === null && used.peakKb === null)) return null;
  return `${cpuWords(used.cpuMs)} of CPU, ${peakWords(used.peakKb)} of memory at most`;
}

const limitsText = ({ resources }: SessionView): string | null =>
  resources ? limitsInWords(resources).join(', ') : null;

// Tokens are never free: without a price, the CLI has told none.
const moneyText = ({ costUsd, inputTokens }: ReturnType<typeof usageOf>): string =>
  costUsd === 0 && inputTokens > 0 ? 'cost not told' : `$${costUsd.toFixed(2)}`;
function retryingText({ session, attempts, now }: SessionView): string | null {
  const stall = stallOf(session, attempts);
  return stall && `by itself for ${renderDuration(now - stall.since)}: ${oneLine(stall.text)}`;
}

// What was tried again before its process ended says nothing now.
const stallOf = ({ state }: Session, attempts: readonly Attempt[]): Stall | null =>
  state === 'working' ? (attempts.at(-1)?.stall ?? null) : null;

const heardText = (at: number, now: number, tool: string | null): string =>
  `${renderDuration(now - at)} ago${tool === null ? '' : ` (in ${oneLine(tool)})`}`;

function waits({ session, questions, suspension, spentQuotas }: SessionView, style: Style): readonly Line[] {
  const hint: readonly Line[] =
    session.state === 'parked' && !suspension ? [['Wake it now', `swarm resume ${session.id}`]] : [];
  const isHeld = suspension && !isOver(session);
  const held: readonly Line[] = isHeld ? [['Held up', style.yellow(oneLine(suspension.text))]] : [];
  const asked = questions
    .filter(({ state }) => state === 'open')
    .map((question): Line => ['Question', `${style.yellow(question.id)} ${questionLine(question)}`]);
  const limited = spentQuotas.map((text): Line => ['Limit', style.yellow(oneLine(text))]);
  return [...hint, ...held, ...limited, ...asked];
}

/** One session for programs. */
export function sessionStatusJson(view: SessionView): SessionStatusAnswer {
  const { session, attempts, workspace } = view;
  const stall = stallOf(session, attempts);
  const { lastEventAt, messages, toolCalls, ...usage } = usageOf(attempts);
  return {
    ...sessionJson(session, view.now),
    continued_by: view.continuedBy ?? null,
    status_reason: session.reasonText,
    tmux_session: view.paneSession,
    tmux_active: view.paneActive,
    host: view.session.hostId,
    pid: view.pid,
    workspace: view.sessionDir,
    worktree:
      workspace === null ? null : { path: workspace.path, branch: workspace.branch, state: workspace.state },
    cli: session.cli,
    mode: session.mode,
    model: session.model,
    permission_mode: view.permissionMode,
    hook_blocks: hookBlocksJson(view.hookBlocks),
    limits_reached: view.spentQuotas,
    parent_session: session.parentId,
    priority: session.priority,
    metadata: session.metadata,
    retries_left: session.retriesLeft,
    attempts: (view.past ?? []).map(({ number, openedAt, endedAt, exitCode, resumed, why }) => ({
      number,
      opened_at: renderInstant(openedAt),
      ended_at: renderInstantOrNull(endedAt),
      exit_code: exitCode,
      resumed,
      why,
    })),
    resume_at: renderInstantOrNull(session.resumeAt),
    archived_at: renderInstantOrNull(session.archivedAt),
    task_prompt_file: view.promptFile,
    result_file: view.hasResult ? view.resultFile : null,
    usage: {
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cost_usd: usage.costUsd,
      cpu_seconds: cpuSeconds(view.used?.cpuMs ?? null),
      peak_memory_mb: peakMb(view.used?.peakKb ?? null),
    },
    resource_limits: resourceLimitsJson(view.resources ?? null),
    budgets: budgetsJson(view.budgets),
    heartbeat: {
      last_event_at: renderInstantOrNull(lastEventAt),
      message_count: messages,
      tool_calls: toolCalls,
      current_tool: toolAtWork(attempts),
      retrying: stall && { since: renderInstant(stall.since), reason: stall.text },
    },
    interrupt: interruptJson(view),
    questions: view.questions.map(({ id, kind, text, options, state, answer }) => ({
      id,
      kind,
      text,
      options,
      state,
      answer,
    })),
  };
}
