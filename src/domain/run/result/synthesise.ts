import { isThrowAway } from '../../workspace/workspace.ts';
import { summariseAgents } from './agent-summary.ts';
import {
  isInTurn,
  type RecordedMessage,
  type RunErrorLine,
  type RunRecord,
  type SessionSpending,
} from './record.ts';
import type {
  BranchResult,
  Delivered,
  ErrorSummary,
  LeftOut,
  ResultStatus,
  ReviewSummary,
  RoleSpending,
  RunResult,
  Spending,
} from './run-result.ts';
import { summaryText } from './summary-text.ts';
import { sortWork } from './work.ts';

/** The result of a run, from its rows alone: the same rows give the same result. */
export function synthesise(record: RunRecord): RunResult {
  const { run, state } = record;
  const work = sortWork(record);
  const status: ResultStatus = run.ending ?? 'running';
  const parts = {
    status,
    success: status === 'completed' && state.ended?.success === true,
    approved: deliveredOf(record, work.approved),
    unreviewed: deliveredOf(record, work.unreviewed),
    leftOut: work.leftOut.map((one) => leftOutOf(one, record.said)),
    warnings: state.warnings,
  };
  return {
    runId: run.id,
    workflow: run.workflow,
    goal: run.goal,
    ...parts,
    summary: summaryText({ ...parts, workflow: run.workflow, why: run.reasonText ?? state.ended?.why ?? '' }),
    durationMs: Math.max(0, endOf(record) - run.createdAt),
    agents: summariseAgents(record, work),
    errors: record.errors.map(errorSummary),
    reviews: record.said
      .filter((one) => isInTurn(state, one))
      .flatMap((one) => reviewSummary(one, record.said)),
    spending: spendingOf(record),
    branches: branchesOf(record),
  };
}

// While it is synthesised, the time it took ends with the work.
const endOf = ({ run, now }: RunRecord): number =>
  run.endedAt ?? (run.ending === null ? now : run.stateSince);

function deliveredOf({ kept }: RunRecord, work: readonly RecordedMessage[]): Delivered {
  const ids = new Set(work.map(({ id }) => id));
  return {
    findings: work.flatMap(({ id, role, content }) => {
      if (content.type !== 'finding') return [];
      const { title, body, sources, confidence } = content;
      return [{ id, role, title, body, sources, confidence }];
    }),
    statements: work.flatMap(({ id, role, content }) => {
      if (content.type === 'task') return [{ id, role, summary: content.body, body: '' }];
      return content.type === 'result' ? [{ id, role, summary: content.summary, body: content.body }] : [];
    }),
    artifacts: kept.filter(({ messageId }) => ids.has(messageId)),
  };
}

function errorSummary({ at, role, category, message, recovered }: RunErrorLine): ErrorSummary {
  // One role can be tried again or done without; a run out of time, or a full disk, cannot.
  const recoverable = recovered || (role !== null && category !== 'system_error');
  return { at, agent: role, type: category, message, recoverable, recovered };
}

function reviewSummary(one: RecordedMessage, said: readonly RecordedMessage[]): readonly ReviewSummary[] {
  const { id, role, at, content } = one;
  if (content.type !== 'review') return [];
  const { verdict, summary, findings } = content;
  return [{ id, reviewer: role, round: roundOfRole(one, said), at, verdict, summary, findings }];
}

const leftOutOf = (one: RecordedMessage, said: readonly RecordedMessage[]): LeftOut => ({
  id: one.id,
  role: one.role,
  type: one.content.type,
  round: roundOfRole(one, said),
});

/** Rounds are counted over all stages; people count those of one role: its first is 1. */
function roundOfRole({ role, round }: RecordedMessage, said: readonly RecordedMessage[]): number | null {
  if (round === null) return null;
  const rounds = new Set(said.flatMap((one) => (one.role === role ? (one.round ?? []) : [])));
  return [...rounds].filter((other) => other <= round).length;
}

function spendingOf({ definition, sessions }: RunRecord): RunResult['spending'] {
  const roles = definition.roles.flatMap(({ name }) => {
    const mine = sessions.filter(({ session }) => session.role === name);
    return mine.length === 0 ? [] : [roleSpending(name, mine)];
  });
  return { total: add(roles), roles };
}

function roleSpending(role: string, sessions: readonly SessionSpending[]): RoleSpending {
  const attempts = sessions.flatMap((one) => one.attempts);
  return { role, cli: sessions.at(-1)?.session.cli ?? '', attempts: attempts.length, ...add(attempts) };
}

const add = (some: readonly Spending[]): Spending => ({
  costUsd: Math.round(some.reduce((sum, { costUsd }) => sum + costUsd, 0) * 1e6) / 1e6,
  inputTokens: some.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
  outputTokens: some.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
});

/** In the order of the workflow's roles, which is the order in which they are merged. */
export function branchesOf({
  definition,
  sessions,
  workspaces,
}: Pick<RunRecord, 'definition' | 'workspaces'> &
  Readonly<{
    sessions: readonly Readonly<{ session: Pick<SessionSpending['session'], 'id' | 'role'> }>[];
  }>): readonly BranchResult[] {
  const branches = definition.roles.flatMap(({ name }) =>
    sessions
      .filter(({ session }) => session.role === name)
      .flatMap(({ session }) => workspaces.filter(({ sessionId }) => sessionId === session.id))
      .filter((workspace) => !isThrowAway(workspace))
      .map(({ branch, baseCommit }) => ({ role: name, branch, baseCommit })),
  );
  // A role that was lost and opened again goes on with its branch.
  return branches.filter(({ branch }, index) => branches.findIndex((one) => one.branch === branch) === index);
}
