import { type Message, receiptOf } from '../domain/message/message.ts';
import type { RoleReport, RunReport } from '../domain/run/report.ts';
import type { RunState } from '../domain/run/run.ts';
import { approvedIds } from '../domain/run/workflow/state.ts';
import { paneSession, paneWindow } from '../domain/session/names.ts';
import { isOver, type Session as SessionRow, type SessionState } from '../domain/session/session.ts';
import type { TurnKind } from '../domain/turn/turn.ts';
import type { AgentMessage } from './agent-message.ts';
import { messageOf } from './message.ts';
import type {
  AgentRole,
  AgentStatus,
  ManagedAgent,
  Session,
  SessionResult,
  SessionStatus,
  WorkflowState,
} from './session.ts';

/** Names that follow from where the project is and how it is set up. */
export type ProjectNames = Readonly<{ root: string; tmuxPrefix: string }>;

/** Who gives tasks. */
const ORCHESTRATOR = 'orchestrator';

const AGENT_STATUS: Readonly<Record<SessionState, AgentStatus>> = {
  created: 'spawning',
  starting: 'starting',
  working: 'working',
  idle: 'ready',
  waiting: 'blocked',
  parked: 'blocked',
  stopping: 'terminated',
  completed: 'complete',
  failed: 'error',
  killed: 'terminated',
};

const SESSION_STATUS: Readonly<Record<RunState, SessionStatus>> = {
  starting: 'initializing',
  running: 'running',
  waiting: 'running',
  synthesising: 'synthesizing',
  completed: 'complete',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** A run as a session of the library. `result` is there once it is over. */
export function sessionOf(report: RunReport, project: ProjectNames, result: SessionResult | null): Session {
  const { run } = report;
  return {
    id: run.id,
    workflowType: run.workflow,
    goal: run.goal,
    status: SESSION_STATUS[run.state],
    startedAt: isoOf(run.createdAt),
    ...(run.endedAt === null ? {} : { completedAt: isoOf(run.endedAt) }),
    agents: new Map(agentsOf(report, project).map((agent) => [agent.role, agent])),
    workflowState: stateOf(report),
    ...(result === null ? {} : { result }),
  };
}

function stateOf({ run, memory: { state } }: RunReport): WorkflowState {
  return {
    workflowName: run.workflow,
    currentStage: state.stage,
    round: state.round,
    visits: state.visits,
    passedStages: state.passed,
    processedMessageIds: state.seen,
    approvedMessageIds: approvedIds(state),
    warnings: state.warnings,
    pendingQuestion: state.pending?.text ?? null,
  };
}

/** In the order of the workflow. Of a role that was started again, the newest. */
export const agentsOf = (report: RunReport, project: ProjectNames): readonly ManagedAgent[] =>
  report.memory.definition.roles.flatMap(({ name }) => agentOf(report, project, name) ?? []);

export function agentOf(report: RunReport, project: ProjectNames, role: AgentRole): ManagedAgent | undefined {
  const found = newestOf(report, role);
  if (!found) return undefined;
  const { session, attempts, workspace } = found;
  const last = attempts.at(-1);
  const said = last?.lastSaid ?? last?.lastResult;
  return {
    role,
    agentId: session.id,
    paneId: paneOf(session, project),
    worktreePath: workspace?.path ?? project.root,
    status: AGENT_STATUS[session.state],
    spawnedAt: isoOf(session.createdAt),
    lastActivityAt: isoOf(Math.max(session.stateSince, last?.lastEventAt ?? 0)),
    ...(said == null ? {} : { lastCapturedOutput: said }),
    messageCount: report.deliveries.filter((delivery) => delivery.role === role).length,
    errorCount: report.errors.filter((error) => error.role === role).length + session.failures,
  };
}

export const newestOf = ({ roles }: RunReport, role: AgentRole): RoleReport | undefined =>
  roles.findLast(({ session }) => session.role === role);

export function paneOf({ id: sessionId, runId, role }: SessionRow, { tmuxPrefix }: ProjectNames): string {
  const named = { sessionId, runId, role };
  return `${paneSession(tmuxPrefix, named)}:${paneWindow(named)}`;
}

/** Everything that was said, oldest first. What could not be routed was not. */
export const historyOf = (report: RunReport): AgentMessage[] => {
  const said = report.messages.filter(({ deadLetter }) => deadLetter === null);
  const told = report.roles.flatMap((role) => toldOf(role, report));
  const all = [...said.map((message) => addressed(message, report)), ...told];
  return all.sort((one, other) => one.timestamp.localeCompare(other.timestamp));
};

/** One without a recipient goes to those that the workflow gave it to. */
function addressed(message: Message, { deliveries }: RunReport): TimedMessage {
  const to = deliveries.find(({ messageId }) => messageId === message.id)?.role;
  const shown = messageOf(message);
  return to === undefined || shown.to !== null ? shown : { ...shown, to };
}

type TimedMessage = AgentMessage & Readonly<{ timestamp: string }>;

const TOLD: ReadonlySet<TurnKind> = new Set(['prompt', 'message', 'steer']);

/** What an agent was told that is no message of another role: its tasks, and words from outside. */
function toldOf({ session, turns }: RoleReport, { deliveries }: RunReport): readonly TimedMessage[] {
  // Its task of a round repeats the messages that it carries, so those alone are not told twice.
  const carried = new Set(deliveries.flatMap(({ turnId }) => turnId ?? []));
  return turns
    .filter(({ kind, round, id }) => TOLD.has(kind) && (round !== null || !carried.has(id)))
    .map(({ id, createdAt, body }) => ({
      id,
      timestamp: isoOf(createdAt),
      from: ORCHESTRATOR,
      to: session.role ?? session.id,
      type: 'task' as const,
      content: { body },
    }));
}

/** What lies in a role's inbox and was not acted on yet. */
export function pendingOf(report: RunReport, role: AgentRole): AgentMessage[] {
  const turns = new Map(report.roles.flatMap((one) => one.turns.map((turn) => [turn.id, turn])));
  const isWaiting = (turnId: string | null): boolean => {
    const turn = turnId === null ? undefined : turns.get(turnId);
    return turn === undefined || !['acted-on', 'refused'].includes(receiptOf(turn.state));
  };
  const waiting = report.deliveries.filter((one) => one.role === role && isWaiting(one.turnId));
  return waiting.flatMap(({ messageId }) =>
    report.messages.filter(({ id }) => id === messageId).map((message) => addressed(message, report)),
  );
}

export const areAllOver = ({ roles }: RunReport): boolean => roles.every(({ session }) => isOver(session));

const isoOf = (at: number): string => new Date(at).toISOString();
