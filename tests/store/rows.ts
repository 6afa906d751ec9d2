import assert from 'node:assert/strict';
import type { Attempt } from '../../src/domain/attempt/attempt.ts';
import type { Mail } from '../../src/domain/mail/mail.ts';
import { type Delivery, LONE, type Message } from '../../src/domain/message/message.ts';
import type { Notification } from '../../src/domain/notification/notification.ts';
import type { Kinded } from '../../src/domain/question/kinds.ts';
import type { Question } from '../../src/domain/question/question.ts';
import type { QuestionFields } from '../../src/domain/question/question-kind.ts';
import type { RecordedError, RunMemory } from '../../src/domain/run/memory.ts';
import type { Run } from '../../src/domain/run/run.ts';
import { start } from '../../src/domain/run/workflow/workflow-program.ts';
import { INITIAL_SESSION } from '../../src/domain/session/initial-session.ts';
import {
  type Session,
  type SessionEvent,
  type SessionPatch,
  type SessionStep,
  stepSession,
} from '../../src/domain/session/session.ts';
import type { SessionSpec } from '../../src/domain/session/spec.ts';
import { stepTurn, type Turn, type TurnEvent, type TurnStep } from '../../src/domain/turn/turn.ts';
import type { Workflow } from '../../src/domain/workflow/workflow.ts';
import type { Workspace } from '../../src/domain/workspace/workspace.ts';
import type { Write } from '../../src/store/store.ts';

/** Rows with every field set, for tests to change what they are about. */

export const T0 = 1_700_000_000_000;

export const aNote = (note = '', at = T0) => ({ at, by: 'tester', note });

export const aSession = (changes: Partial<Session> = {}): Session => ({
  ...INITIAL_SESSION,
  id: '20231114-221320-scout',
  runId: null,
  role: null,
  workId: null,
  workDir: null,
  title: 'Look around',
  persona: 'scout',
  cli: 'rehearsal',
  mode: 'headless',
  model: null,
  ends: 'after-turn',
  retriesLeft: 3,
  conversationId: null,
  parentId: null,
  depth: 0,
  hostId: null,
  priority: 'normal',
  tags: [],
  metadata: {},
  key: null,
  contentHash: 'hash',
  lifetimeMs: 1_800_000,
  hasWorkspace: false,
  createdAt: T0,
  stateSince: T0,
  ...changes,
});

export const aSpec = (changes: Partial<SessionSpec> = {}): SessionSpec => ({
  prompt: 'Look around.',
  personaText: 'You are a scout.',
  command: null,
  tools: [],
  permissionMode: null,
  writes: true,
  budgetUsd: null,
  maxTurns: null,
  settings: null,
  mcpConfig: null,
  budgetTokens: null,
  schema: null,
  mayCreate: null,
  env: {},
  resources: null,
  ...changes,
});

export const aTurn = (changes: Partial<Turn> = {}): Turn => ({
  id: 'turn-1',
  sessionId: aSession().id,
  number: 1,
  kind: 'prompt',
  body: 'Look around.',
  round: null,
  state: 'queued',
  attempt: 0,
  position: 0,
  limitMs: null,
  retries: null,
  createdAt: T0,
  changedAt: T0,
  ...changes,
});

export const anAttempt = (changes: Partial<Attempt> = {}): Attempt => ({
  sessionId: aSession().id,
  number: 1,
  hostId: 'here',
  conversationId: null,
  resumed: false,
  openedAt: T0,
  heardAt: null,
  endedAt: null,
  exitCode: null,
  eventsCursor: 0,
  transcript: {},
  promptId: null,
  stderrCursor: 0,
  stall: null,
  turnUsage: null,
  outputBytes: 0,
  toolsBytes: 0,
  errorsBytes: 0,
  lastEventAt: null,
  protocolState: null,
  messages: 0,
  tools: 0,
  currentTool: null,
  openTools: 0,
  inputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  costBaseUsd: null,
  awaited: [],
  unknownEvents: 0,
  brokenLines: 0,
  lastSaid: null,
  lastResult: null,
  lastResultOk: null,
  capMicroUsd: null,
  reservedMicroUsd: 0,
  reservedTokens: 0,
  reservedDay: null,
  cpuMs: null,
  peakKb: null,
  ...changes,
});

export type QuestionChanges = Partial<QuestionFields> & (Kinded | { kind?: never; payload?: never });

export const aQuestion = (changes: QuestionChanges = {}): Question => {
  const { kind, payload, ...fields } = changes;
  return {
    id: 'question-1',
    sessionId: aSession().id,
    runId: null,
    attempt: 1,
    text: 'May I?',
    options: [],
    state: 'open',
    answer: null,
    answeredBy: null,
    line: null,
    askedAt: T0,
    answeredAt: null,
    ...fields,
    ...((kind === undefined ? { kind: 'interrupt', payload: {} } : { kind, payload }) as Kinded),
  };
};

export const aNotification = (changes: Partial<Notification> = {}): Notification => ({
  id: 'question-1/webhook/1',
  topic: 'interrupt',
  subjectId: 'question-1',
  sessionId: aSession().id,
  runId: null,
  channel: 'webhook',
  number: 1,
  state: 'queued',
  attempts: 0,
  dueAt: T0,
  createdAt: T0,
  settledAt: null,
  problem: null,
  ...changes,
});

export const aMessage = (changes: Partial<Message> = {}): Message => ({
  id: 'message-1',
  sender: 'person',
  recipient: aSession().id,
  body: 'Hello.',
  turnId: null,
  ...LONE,
  createdAt: T0,
  ...changes,
});

export const aMail = (changes: Partial<Mail> = {}): Mail => ({
  id: 'mail-1',
  threadId: 'mail-1',
  from: 'BlueLake-1735689600123',
  fromDisplay: 'BlueLake (session 00:00)',
  to: ['GreenCastle'],
  subject: 'Locks',
  body: 'Who holds the lock of the store?',
  bodySha256: null,
  importance: 'normal',
  isAckWanted: false,
  replyTo: null,
  createdAt: T0,
  ...changes,
});

export const aRun = (changes: Partial<Run> = {}): Run => ({
  id: '1735725600000',
  workflow: 'research',
  goal: 'Find out why.',
  key: null,
  contentHash: 'c0ffee',
  state: 'starting',
  version: 1,
  ending: null,
  reasonText: null,
  stage: 'research',
  round: 1,
  progress: 0,
  hostId: 'here',
  timeoutMs: 60_000,
  cleanup: 'auto',
  workedMs: 0,
  runningSince: null,
  createdAt: T0,
  startedAt: null,
  endedAt: null,
  stateSince: T0,
  ...changes,
});

const aWorkflow: Workflow = {
  name: 'research',
  description: 'Finds out.',
  entry: 'research',
  iterations: 2,
  timeoutMs: null,
  failure: 'fail',
  roles: [{ name: 'researcher', persona: 'researcher', hasWorkspace: false, isOptional: false }],
  stages: [
    {
      name: 'research',
      role: 'researcher',
      task: 'Find out: {goal}',
      on: [{ on: 'finding', move: { is: 'finish' } }],
    },
  ],
};

export const aMemory = (goal = 'Find out why.'): RunMemory => ({
  definition: aWorkflow,
  state: start(aWorkflow, goal).state,
});

export const aRunError = (changes: Partial<RecordedError> = {}): RecordedError => ({
  id: 'error-1',
  runId: aRun().id,
  at: T0,
  category: 'agent_error',
  role: 'researcher',
  message: 'It fell over.',
  recovered: true,
  ...changes,
});

export const aDelivery = (changes: Partial<Delivery> = {}): Delivery => ({
  messageId: 'message-1',
  runId: aRun().id,
  role: 'reviewer',
  turnId: null,
  at: T0,
  ...changes,
});

export const aWorkspace = (changes: Partial<Workspace> = {}): Workspace => ({
  sessionId: aSession().id,
  path: '.swarm/worktrees/scout',
  branch: 'swarm/scout',
  baseCommit: 'c0ffee',
  state: 'wanted',
  version: 1,
  changedAt: T0,
  ...changes,
});

export const addSession = (session = aSession(), spec = aSpec()): Write => ({
  kind: 'add-session',
  session,
  spec,
  journal: aNote('asked for'),
});

export const saveStep = (step: SessionStep): Write => ({ kind: 'step-session', step, journal: aNote() });

/** The step of a session that the machine allows. */
export function stepOf(from: Session, event: SessionEvent, patch: SessionPatch = {}): SessionStep {
  const step = stepSession(from, event, { at: T0 + from.version, patch });
  assert(step.ok, `${from.state} has no ${event}`);
  return step.value;
}

export function turnStepOf(from: Turn, event: TurnEvent, attempt?: number): TurnStep {
  const step = stepTurn(from, event, attempt === undefined ? { at: T0 + 1 } : { at: T0 + 1, attempt });
  assert(step.ok, `${from.state} has no ${event}`);
  return step.value;
}
