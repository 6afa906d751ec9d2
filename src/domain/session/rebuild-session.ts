import { INITIAL_SESSION } from './initial-session.ts';
import type { EndReason, Priority, Session, SessionEnding } from './session.ts';
import type { SessionSpec } from './spec.ts';
import { titleOf } from './title.ts';

/** What a drawn `state.json` says of a session whose row was lost. Nothing in it is a path. */
export type LeftState = Readonly<{
  persona: string;
  /** Null where it was not over when it was drawn. */
  ending: SessionEnding | null;
  reason: EndReason | null;
  reasonText: string | null;
  createdAt: number;
  startedAt: number | null;
  endedAt: number | null;
  exitCode: number | null;
  parentId: string | null;
  tags: readonly string[];
  metadata: Readonly<Record<string, string>>;
  priority: Priority;
  lifetimeMs: number;
}>;

/** A session's folder that no row explains. */
export type LeftFolder = Readonly<{
  id: string;
  isArchived: boolean;
  /** Null where it has no state.json that can be believed. */
  state: LeftState | null;
  prompt: string;
  /** Numbers of its attempts, in order. */
  attempts: readonly number[];
  changedAt: number;
}>;

type Rebuilt = Readonly<{ session: Session; spec: SessionSpec }>;

const LOST = 'its row was lost while it was not over; rebuilt from its folder';
/** What no folder tells. */
const UNKNOWN = 'unknown';

/** The row of an ended session, as far as its folder tells. */
export function rebuildSession(left: LeftFolder, now: number): Rebuilt {
  const { state } = left;
  const ending = state?.ending ?? 'failed';
  const isLost = (state?.ending ?? null) === null;
  const createdAt = Math.min(now, state?.createdAt ?? left.changedAt);
  const endedAt = Math.min(now, Math.max(createdAt, state?.endedAt ?? left.changedAt));
  const session: Session = {
    ...INITIAL_SESSION,
    id: left.id,
    runId: null,
    role: null,
    workId: null,
    workDir: null,
    title: titleOf(left.prompt),
    persona: state?.persona ?? UNKNOWN,
    cli: UNKNOWN,
    mode: 'headless',
    model: null,
    ends: 'after-turn',
    state: ending,
    ending,
    reason: isLost ? 'lost' : (state?.reason ?? null),
    reasonText: isLost ? LOST : (state?.reasonText ?? null),
    attempt: left.attempts.at(-1) ?? 0,
    retriesLeft: 0,
    conversationId: null,
    exitCode: state?.exitCode ?? null,
    parentId: state?.parentId ?? null,
    depth: 0,
    hostId: null,
    priority: state?.priority ?? 'normal',
    tags: state?.tags ?? [],
    metadata: state?.metadata ?? {},
    key: null,
    contentHash: '',
    lifetimeMs: state?.lifetimeMs ?? 0,
    hasWorkspace: false,
    createdAt,
    startedAt: state?.startedAt ?? null,
    endedAt,
    stateSince: endedAt,
    archivedAt: left.isArchived ? endedAt : null,
  };
  return { session, spec: specOf(left) };
}

const specOf = ({ prompt }: LeftFolder): SessionSpec => ({
  prompt,
  personaText: '',
  command: null,
  tools: [],
  permissionMode: null,
  writes: false,
  budgetUsd: null,
  budgetTokens: null,
  maxTurns: null,
  settings: null,
  mcpConfig: null,
  schema: null,
  mayCreate: null,
  env: {},
  resources: null,
});
