import type { CreatedSessionAnswer } from '../../contract/answer/session.ts';
import { CreateSession } from '../../contract/session.ts';
import { NOTHING_DRAWN } from '../../domain/attempt/attempt.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { branchName, sessionId } from '../../domain/session/names.ts';
import { isEnding, type Session } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { Write } from '../../store/store.ts';
import { type RankedPersonas, rankedPersonasJson } from '../../views/persona-ranking.ts';
import { sessionStatusJson } from '../../views/session-status.ts';
import type { SessionView } from '../../views/session-view.ts';
import { type Draft, draftTurn, noteOf, openDraft } from '../draft.ts';
import { verb } from '../verb.ts';
import { intakeChild } from './begin-child.ts';
import { bringChanges, type ChangesDeps } from './bring-changes.ts';
import { decideGrant, type Grant, listBudgets } from './budgets.ts';
import { findSession } from './find-session.ts';
import { draftLaunch } from './launch.ts';
import { diskWarning } from './machine-fit.ts';
import { type ResolveDeps, type ResolvedSession, resolveSession } from './resolve-session.ts';
import type { ReportDeps } from './show-session.ts';
import { quotaSpent } from './use-quota.ts';

export type CreateDeps = ResolveDeps &
  ChangesDeps &
  Pick<ReportDeps, 'nameOf'> &
  Readonly<{
    workspacePath: (sessionId: string) => string;
    /** A folder of a session of this name is there. */
    hasFolder: (sessionId: string) => boolean;
    /** The folder of the project. */
    root: string;
    /** What the folders of all sessions use together. */
    observeUsedMb: () => Promise<number>;
  }>;

export type CreatedSession = Readonly<{
  session: Session;
  /** False when the key was known: this is the session that was made then. */
  isNew: boolean;
  workspaceDir: string;
  /** Where it works, and the branch of its workspace; null in the checkout. */
  workDir: string;
  branch: string | null;
  pane: string | null;
  /** What it may use until it asks or ends, in words; none of a program or a rehearsal. */
  limits: readonly string[];
  warnings: readonly string[];
  /** How its persona was chosen, for a door that did so. */
  chosen: RankedPersonas | null;
  /** How it stands at its end, for a door that waited for it. */
  ended: SessionView | null;
}>;

type AddedSession = Omit<CreatedSession, 'limits' | 'warnings' | 'chosen' | 'ended'>;

const STDIN = '-';
const TRIES_FOR_AN_ID = 200;
const HELD_BACK = 'A budget leaves it nothing to spend: it waits. Answer what it asks: swarm questions';

/**
 * Starts an agent on a task: the row first; the supervisor makes the world match it. The journal tells also
 * what was refused.
 */
export async function createSession(
  deps: CreateDeps,
  input: CreateSession,
): Promise<Outcome<CreatedSession>> {
  const created = await beginSession(deps, input);
  if (!created.ok) await noteRefused(deps, input, created.refusal.code);
  return created;
}

export async function noteRefused(
  { store, clock, by }: Pick<CreateDeps, 'store' | 'clock' | 'by'>,
  input: Pick<CreateSession, 'persona' | 'promptSource'>,
  why: string,
): Promise<void> {
  const note = `${describe(input.persona, input.promptSource)}: ${why}`;
  const journal = { at: clock.now(), by, note };
  await store.commit([{ kind: 'add-note', sessionId: null, event: 'create-refused', journal }]);
}

const describe = (persona: string, source: string): string =>
  source === STDIN ? `agent ${persona}` : `agent ${persona}, task from ${source}`;

/** What is written with it: the request of an agent is taken in by the same commit. */
export type WritesOfCreation = (created: CreatedSession) => readonly Write[];
const NOTHING_TAKEN: WritesOfCreation = () => [];

/** The same, without a line in the journal where it is refused. */
export async function beginSession(
  deps: CreateDeps,
  input: CreateSession,
  taken: WritesOfCreation = NOTHING_TAKEN,
): Promise<Outcome<CreatedSession>> {
  const resolved = await resolveSession(deps, input);
  if (!resolved.ok) return resolved;
  const { session, limits, warnings, hasTmux } = resolved.value;

  const before = await findByKey(deps, session);
  if (before)
    return before.ok ? accept({ ...before.value, limits, warnings, chosen: null, ended: null }) : before;

  const begun = await bringChanges(deps, resolved.value, input.withChanges);
  const told = (one: AddedSession) => ({
    ...one,
    limits,
    warnings: begun.warnings,
    chosen: null,
    ended: null,
  });
  const made = await addUnderFreeId(deps, begun, { ...input, taken: (one) => taken(told(one)) });
  if (!made.ok) return made;
  await deps.poke(made.value.session.id);
  const { isNew, session: created } = made.value;
  const isAsked = input.wait || created.dependencies !== null;
  const isHeldBack = isNew && !isAsked && created.state === 'created';
  // Looked up for a session that is on its way already: it takes the longer, the more sessions there are.
  const crowded = diskWarning(await deps.observeUsedMb(), deps.config.limits.totalDiskMb);
  const more = [...(isHeldBack ? [HELD_BACK] : []), ...(crowded === null ? [] : [crowded])];
  const pane = hasTmux ? made.value.pane : null;
  return accept({
    ...made.value,
    pane,
    limits,
    warnings: [...begun.warnings, ...more],
    chosen: null,
    ended: null,
  });
}

/** The same key with the same content is the same session; with other content it is refused. */
async function findByKey(deps: CreateDeps, wanted: Session): Promise<Outcome<AddedSession> | null> {
  if (wanted.key === null) return null;
  const known = await deps.store.findSessionByKey(wanted.key);
  if (!known) return null;
  if (known.contentHash !== wanted.contentHash) {
    return refuse({ code: 'key-conflict', key: wanted.key, sessionId: known.id });
  }
  return accept({ session: known, isNew: false, ...namesOf(deps, known) });
}

function namesOf(deps: CreateDeps, session: Session): Omit<AddedSession, 'session' | 'isNew'> {
  const { sessionDir, paneSession } = deps.nameOf(session);
  const { hasWorkspace } = session;
  return {
    workspaceDir: sessionDir,
    workDir: hasWorkspace ? deps.workspacePath(session.id) : deps.root,
    branch: hasWorkspace ? branchName(session) : null,
    pane: paneSession,
  };
}

async function addUnderFreeId(
  deps: CreateDeps,
  resolved: ResolvedSession,
  { wait, promptSource, taken }: Adding,
): Promise<Outcome<AddedSession>> {
  const { session } = resolved;
  let { parent } = resolved;
  let nth = 1;
  for (let tries = 0; tries < TRIES_FOR_AN_ID; tries++) {
    const named = { ...session, id: sessionId(new Date(session.createdAt), session.persona, nth) };
    const made = { ...resolved, session: named, parent };
    // A session whose row was lost has left its folder: no other one moves in.
    if (deps.hasFolder(named.id)) {
      nth += 1;
      continue;
    }
    // Without room in its budgets it waits, and the supervisor asks whether it may go on.
    const grant = wait || session.dependencies !== null ? null : await findGrant(deps, made);
    const { writes, session: drafted } = draftCreation(deps, { ...made, promptSource }, grant);
    const added = { session: drafted, isNew: true, ...namesOf(deps, drafted) };
    const result = await deps.store.commit([...writes, ...taken(added)]);
    if (result.saved) return accept(added);
    if (result.why === 'no-slot') return refuse({ code: 'no-slot', limit: deps.config.limits.sessions });
    if (result.why === 'paused') return refuse({ code: 'project-paused' });
    // Another session was faster at the same budget: look again what is left of it.
    if (result.why === 'over-budget') continue;
    if (result.why === 'over-quota') {
      return refuse(quotaSpent({ ...result, isOfPersona: resolved.isCountOfPersona }));
    }
    if (result.why === 'stale' && parent !== null) {
      const found = await findLive(deps, parent.id);
      if (!found.ok) return found;
      parent = found.value;
      continue;
    }
    const twin = await findByKey(deps, named);
    if (twin) return twin;
    nth += 1;
  }
  return refuse({ code: 'id-exhausted', sessionId: session.id });
}

/** Its parent changes while it works; once that one ends, nothing is begun for it. */
async function findLive({ store }: CreateDeps, id: string): Promise<Outcome<Session>> {
  const found = await findSession(store, id);
  if (!found.ok || !isEnding(found.value)) return found;
  return refuse({ code: 'parent-over', sessionId: id });
}

async function findGrant(deps: CreateDeps, { session, spec, agent }: ResolvedSession): Promise<Grant | null> {
  const at = session.createdAt;
  const budgets = await listBudgets(deps, { session, spec, at });
  const grant = decideGrant(budgets, { agent, mode: session.mode, at });
  return 'is' in grant ? null : grant;
}

type Adding = Pick<CreateSession, 'wait' | 'promptSource'> &
  Readonly<{ taken: (made: AddedSession) => readonly Write[] }>;
type Creation = Pick<ResolvedSession, 'session' | 'spec' | 'head' | 'parent' | 'mostChildren'> &
  Pick<CreateSession, 'promptSource'>;

type DraftDeps = Pick<CreateDeps, 'by' | 'ids' | 'hostId' | 'config' | 'workspacePath'>;

/** All rows of a session that begins, with its first attempt where the budgets have granted it one. */
export function draftCreation(deps: DraftDeps, made: Creation, grant: Grant | null): Draft {
  const { session, spec, head, parent, mostChildren } = made;
  const draft = openDraft(session, [], { at: session.createdAt, by: deps.by });
  const turn = draftTurn(draft, { id: deps.ids.uuid(), kind: 'prompt', body: spec.prompt });
  draft.writes.unshift({
    kind: 'add-session',
    session,
    spec,
    journal: noteOf(draft, describe(session.persona, made.promptSource)),
  });
  if (parent !== null) draft.writes.push(...draftBegun(parent, mostChildren));
  if (head !== null) draft.writes.push(wantedWorkspace(deps, draft, head));
  if (grant === null) return draft;
  draftLaunch(draft, {
    turn,
    hostId: deps.hostId,
    conversationId: session.conversationId ?? deps.ids.uuid(),
    isResumed: false,
    limit: deps.config.limits.sessions,
    drawn: NOTHING_DRAWN,
    grant,
  });
  return draft;
}

/** Its parent is not over yet, and has begun fewer than it may. */
const draftBegun = (parent: Session, limit: number): readonly Write[] => [
  { kind: 'touch-session', session: parent },
  { kind: 'use-quota', sessionId: parent.id, quota: 'children', limit },
];

function wantedWorkspace(deps: Pick<CreateDeps, 'workspacePath'>, draft: Draft, baseCommit: string): Write {
  const { id: sessionId } = draft.session;
  const path = deps.workspacePath(sessionId);
  const workspace: Workspace = {
    sessionId,
    path,
    branch: branchName(draft.session),
    baseCommit,
    state: 'wanted',
    version: 1,
    changedAt: draft.at,
  };
  return { kind: 'add-workspace', workspace, journal: noteOf(draft, path) };
}

/** For programs. */
export const createdJson = (created: CreatedSession): CreatedSessionAnswer => ({
  session_id: created.session.id,
  title: created.session.title,
  agent: created.session.persona,
  status: statusOf(created.session.state),
  is_new: created.isNew,
  workspace: created.workspaceDir,
  work_dir: created.workDir,
  branch: created.branch,
  tmux_session: created.pane,
  limits: created.limits,
  warnings: created.warnings,
  chosen: created.chosen === null ? null : rankedPersonasJson(created.chosen),
  ended: created.ended === null ? null : sessionStatusJson(created.ended),
});

export const createSessionVerb = verb({
  name: 'session.create',
  summary: 'Start an agent on a task',
  asks: 'anyone',
  reads: false,
  input: CreateSession,
  answer: async () => (await import('../../contract/answer/session.ts')).CreatedSessionAnswer,
  run: createSession,
  intake: intakeChild,
  json: createdJson,
});
