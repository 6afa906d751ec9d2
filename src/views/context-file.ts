import { LOOP_METADATA } from '../domain/loop/names.ts';
import { endsProcess } from '../domain/question/kinds.ts';
import type { Question } from '../domain/question/question.ts';
import { oneLine } from './one-line.ts';
import { type SessionView, usageOf } from './session-view.ts';
import { renderInstantOrNull, renderSecondZoned } from './time.ts';

/** A session that was stopped in the middle, with what is needed to judge where it stands. */
export type StoppedView = SessionView &
  Readonly<{
    /** What its agent did last, oldest first. */
    lastTools: readonly string[];
    /** Null without a workspace of its own. */
    git: Readonly<{ head: string | null; dirtyFiles: readonly string[] }> | null;
  }>;

const FILES_SHOWN = 50;

/** The question that it was stopped with, before other open ones. */
const questionOf = ({ questions }: SessionView): Question | undefined => {
  const open = questions.filter(({ state }) => state === 'open');
  return open.find(endsProcess) ?? open[0];
};

const reasonOf = (view: StoppedView): string | null =>
  questionOf(view)?.text ?? view.suspension?.text ?? null;

/** The text of `context.json`. */
export function renderContextJson(view: StoppedView): string {
  const { session, attempts, workspace, git, lastTools } = view;
  const usage = usageOf(attempts);
  const question = questionOf(view);
  const context = {
    session_id: session.id,
    agent: session.persona,
    state: session.state,
    run_id: session.runId,
    role: session.role,
    loop_id: session.metadata[LOOP_METADATA] ?? null,
    work_item: session.workId,
    iteration: iterationOf(view),
    attempt: session.attempt,
    conversation_id: attempts.at(-1)?.conversationId ?? session.conversationId,
    reason: reasonOf(view),
    question_id: question?.id ?? null,
    asked_at: renderInstantOrNull(question?.askedAt ?? session.stateSince),
    last_tools: lastTools,
    message_count: usage.messages,
    tool_calls: usage.toolCalls,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cost_usd: usage.costUsd,
    worktree: workspace?.path ?? null,
    branch: workspace?.branch || null,
    git_head: git?.head ?? null,
    dirty_files: git?.dirtyFiles ?? [],
    logs: logsOf(view),
  };
  return `${JSON.stringify(context, null, 2)}\n`;
}

const iterationOf = ({ session }: SessionView): number | null =>
  session.metadata.iteration === undefined ? null : Number(session.metadata.iteration);

function logsOf({ session, sessionDir, transcriptFile = null }: SessionView): Record<string, string | null> {
  const folder = sessionDir.replace(/\/$/, '');
  const attemptDir = `${folder}/attempts/${session.attempt}`;
  return {
    output: `${folder}/output.log`,
    stdout: session.attempt === 0 ? null : `${attemptDir}/events.jsonl`,
    stderr: session.attempt === 0 ? null : `${attemptDir}/stderr.log`,
    transcript: transcriptFile,
  };
}

/** The text of `summary.md`: the same for people, with what they can do. */
export const renderContextSummary = (view: StoppedView): string =>
  `${[
    `# ${view.session.id} was stopped in the middle`,
    `At ${renderSecondZoned(view.session.stateSince)}. How it is now: \`swarm status ${view.session.id}\``,
    `**Why:** ${oneLine(reasonOf(view) ?? 'unknown')}`,
    listOf(factsOf(view)),
    ...partOf('What it did last', view.lastTools.map(oneLine)),
    ...partOf('Not committed', dirtyOf(view)),
    '## What you can do',
    listOf(waysOf(view)),
  ].join('\n\n')}\n`;

const listOf = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');
const partOf = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`## ${title}`, listOf(lines)];

function factsOf({ session, attempts, workspace, git }: StoppedView): readonly string[] {
  const usage = usageOf(attempts);
  const { workId, metadata } = session;
  const told = [
    counted(usage.messages, 'message'),
    counted(usage.toolCalls, 'tool call'),
    `$${usage.costUsd.toFixed(2)}`,
  ];
  return [
    ...(workId === null ? [] : [`Work item: ${oneLine(workId)}, iteration ${metadata.iteration ?? '?'}`]),
    `Agent: ${session.persona} (${session.cli}), attempt ${session.attempt}`,
    `So far: ${told.join(', ')}`,
    ...(workspace === null
      ? []
      : [`Branch: ${workspace.branch || 'none,'} at ${git?.head ?? 'an unknown commit'}`]),
  ];
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function dirtyOf({ git }: StoppedView): readonly string[] {
  const files = git?.dirtyFiles ?? [];
  const more = files.length > FILES_SHOWN ? [`and ${files.length - FILES_SHOWN} more`] : [];
  return [...files.slice(0, FILES_SHOWN).map(oneLine), ...more];
}

function waysOf(view: StoppedView): readonly string[] {
  const { id } = view.session;
  const question = questionOf(view);
  return [
    ...(question ? [`Resume it with an answer: \`swarm answer ${question.id} "…"\``] : []),
    ...(view.suspension ? ['Resume all: `swarm unpause`, or answer their loop: `swarm questions`'] : []),
    `Look at it: \`swarm status ${id}\`, \`swarm logs ${id}\``,
    `Continue by hand: \`swarm attach --take-over ${id}\``,
    `End it: \`swarm kill ${id}\``,
  ];
}
