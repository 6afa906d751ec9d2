import { join } from 'node:path';
import type { LaunchInput } from '../../domain/agent/agent.ts';
import { INITIAL_SESSION } from '../../domain/session/initial-session.ts';
import type { Session } from '../../domain/session/session.ts';
import type { SessionSpec } from '../../domain/session/spec.ts';
import type { Turn } from '../../domain/turn/turn.ts';

export type ProbeFolders = Readonly<{ base: string; home: string; workDir: string }>;

type Launching = Readonly<{
  number: number;
  folders: ProbeFolders;
  command: readonly string[];
  model: string;
  tools: readonly string[];
  conversationId: string;
  resume: boolean;
}>;

export const PROBE_TASK = 'This is a probe. Do what you are told, and nothing else.';

export const probeTurn = (number: number): Turn => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  sessionId: 'probe',
  number,
  kind: 'prompt',
  body: PROBE_TASK,
  round: null,
  state: 'handed',
  attempt: number,
  position: 0,
  limitMs: null,
  retries: null,
  createdAt: 0,
  changedAt: 0,
});

/** An attempt of a session that no row knows. */
export function probeLaunch(launching: Launching): LaunchInput {
  const { number, folders, conversationId, resume } = launching;
  const { base, home, workDir } = folders;
  return {
    session: { ...SESSION, model: launching.model, attempt: number, conversationId },
    spec: { ...SPEC, command: launching.command, tools: launching.tools },
    turn: probeTurn(number * 10),
    attempt: number,
    conversationId,
    resume,
    paths: {
      project: workDir,
      workDir,
      sessionDir: join(base, 'session'),
      attemptDir: join(base, 'session', 'attempts', String(number)),
      binDir: join(base, 'bin'),
      rehearsalProgram: '',
      home,
    },
  };
}

const SPEC: SessionSpec = {
  prompt: PROBE_TASK,
  personaText: '',
  command: null,
  tools: [],
  permissionMode: null,
  writes: true,
  budgetUsd: null,
  budgetTokens: null,
  maxTurns: null,
  settings: null,
  mcpConfig: null,
  schema: null,
  mayCreate: null,
  env: {},
  resources: null,
};

const SESSION: Session = {
  ...INITIAL_SESSION,
  id: 'probe',
  runId: null,
  role: null,
  workId: null,
  workDir: null,
  title: 'probe',
  persona: 'probe',
  cli: 'probe',
  mode: 'headless',
  model: null,
  ends: 'after-turn',
  retriesLeft: 0,
  conversationId: null,
  parentId: null,
  depth: 0,
  hostId: null,
  priority: 'normal',
  tags: [],
  metadata: {},
  key: null,
  contentHash: '',
  lifetimeMs: 600_000,
  hasWorkspace: false,
  createdAt: 0,
  stateSince: 0,
};
