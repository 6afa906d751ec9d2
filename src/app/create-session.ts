import type { CreateSession } from '../contract/session.ts';
import type { Agent } from '../domain/agent/agent.ts';
import { accept, type Outcome, refuse } from '../domain/outcome.ts';
import type { Persona } from '../domain/persona/persona.ts';
import { branchName, sessionId } from '../domain/session/names.ts';
import type { Session } from '../domain/session/session.ts';
import type { SessionSpec } from '../domain/session/spec.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import type { Write } from '../store/store.ts';
import type { CreatedSession } from './app.ts';
import { decideGrant, type Grant, listBudgets, toldBy } from './budgets.ts';
import type { VerbDeps } from './deps.ts';
import { type Draft, draftTurn, noteOf, openDraft } from './draft.ts';
import { draftLaunch } from './launch.ts';
import { nestingDepth } from './nesting.ts';
import { type AgentFile, findAgentFiles, specOf, unbound } from './session-spec.ts';

export type CreateDeps = VerbDeps &
  Readonly<{
    findPersona: (name: string) => Promise<Outcome<Persona>>;
    findAgent: (cli: string) => Outcome<Agent>;
    /** Refuses what this machine cannot do: no tmux for a screen, no git for a workspace. */
    checkMachine: (needs: { mode: Session['mode']; workspace: boolean }) => Promise<Outcome<MachineFit>>;
    /** A JSON file that a persona or a setting names for the agent CLI. */
    readAgentFile: (path: string) => Promise<Outcome<AgentFile>>;
    /** What is wrong with a JSON Schema, and where; null when nothing is. */
    checkSchema: (text: string) => Promise<{ place: string; problem: string } | null>;
    workspacePath: (sessionId: string) => string;
    show: (session: Session) => Pick<CreatedSession, 'workspaceDir' | 'pane'>;
  }>;

/** What the person should know, and the commit that a workspace starts from when one is wanted. */
export type MachineFit = Readonly<{ warnings: readonly string[]; head: string | null }>;

const TRIES_FOR_AN_ID = 200;
const HELD_BACK = 'A budget leaves it nothing to spend: it waits. Answer what it asks: swarm questions';

/** Starts an agent on a task: the row first; the supervisor makes the world match it. */
export async function createSession(
  deps: CreateDeps,
  input: CreateSession,
): Promise<Outcome<CreatedSession>> {
  const settled = await settle(deps, input);
  if (!settled.ok) return settled;
  const { session, warnings } = settled.value;

  const before = await findByKey(deps, session);
  if (before) return before.ok ? accept({ ...before.value, warnings }) : before;

  const made = await addUnderFreeId(deps, settled.value, input.wait);
  if (!made.ok) return made;
  await deps.poke(made.value.session.id);
  const { isNew, session: created } = made.value;
  const isHeldBack = isNew && !input.wait && created.state === 'created';
  return accept({ ...made.value, warnings: isHeldBack ? [...warnings, HELD_BACK] : warnings });
}

type Settled = Readonly<{ session: Session; spec: SessionSpec; agent: Agent }> & MachineFit;

async function settle(deps: CreateDeps, input: CreateSession): Promise<Outcome<Settled>> {
  const persona = await deps.findPersona(input.persona);
  if (!persona.ok) return persona;
  const agent = deps.findAgent(input.cli ?? persona.value.cli ?? deps.config.cli);
  if (!agent.ok) return agent;
  const mode = input.mode ?? persona.value.mode ?? deps.config.mode;
  if (mode === 'interactive' && !agent.value.can.interactive) {
    return refuse({ code: 'mode-unsupported', cli: agent.value.name, mode });
  }
  const prompt = checkPrompt(input, deps.config.limits.promptMb);
  if (!prompt.ok) return prompt;
  const misfit = input.schema === undefined ? null : await deps.checkSchema(input.schema);
  if (misfit) return refuse({ code: 'schema-broken', file: input.schemaSource, ...misfit });
  const depth = await nestingDepth(deps, input.parentId);
  if (!depth.ok) return depth;
  const machine = await deps.checkMachine({ mode, workspace: input.workspace });
  if (!machine.ok) return machine;

  const files = await findAgentFiles(deps, persona.value, agent.value);
  if (!files.ok) return files;

  const spec = specOf({
    persona: persona.value,
    input,
    budget: deps.config.budget,
    files: files.value,
  });
  const session = newSession(deps, {
    input,
    persona: persona.value,
    spec,
    agent: agent.value,
    mode,
    depth: depth.value,
  });
  const warnings = [...machine.value.warnings, ...unbound(agent.value, mode, spec)];
  return accept({ session, spec, agent: agent.value, ...machine.value, warnings });
}

function checkPrompt({ prompt, promptSource }: CreateSession, limitMb: number): Outcome<string> {
  if (prompt.trim() === '') return refuse({ code: 'prompt-empty', file: promptSource });
  const bytes = new TextEncoder().encode(prompt).length;
  const limitBytes = limitMb * 1024 * 1024;
  if (bytes > limitBytes) return refuse({ code: 'prompt-too-large', file: promptSource, bytes, limitBytes });
  const nul = prompt.indexOf('\0');
  return nul >= 0 ? refuse({ code: 'prompt-binary', file: promptSource, offset: nul }) : accept(prompt);
}

type Asked = Readonly<{
  input: CreateSession;
  persona: Persona;
  spec: SessionSpec;
  agent: Agent;
  mode: Session['mode'];
  depth: number;
}>;

function newSession(deps: CreateDeps, { input, persona, spec, agent, mode, depth }: Asked): Session {
  const now = deps.clock.now();
  const cli = agent.name;
  return {
    id: sessionId(new Date(now), persona.name),
    runId: null,
    role: null,
    persona: persona.name,
    cli,
    mode,
    model: input.model ?? persona.model,
    // A screen is there to be talked to; whoever has no turns but its exit has said all with that.
    ends: mode === 'interactive' && agent.screen ? 'when-told' : 'after-turn',
    state: 'created',
    version: 1,
    ending: null,
    reason: null,
    reasonText: null,
    attempt: 0,
    retriesLeft: deps.config.retries,
    conversationId: deps.ids.uuid(),
    resumeAt: null,
    exitCode: null,
    parentId: input.parentId ?? null,
    depth,
    hostId: null,
    priority: input.priority,
    tags: input.tags,
    metadata: input.metadata,
    key: input.key ?? null,
    contentHash: deps.ids.hash(
      JSON.stringify([spec, cli, mode, input.model ?? null, input.tags, input.metadata]),
    ),
    lifetimeMs: input.timeoutMs ?? persona.timeoutMs ?? deps.config.limits.lifetimeMs,
    workedMs: 0,
    workingSince: null,
    hasWorkspace: input.workspace,
    takenOver: false,
    createdAt: now,
    startedAt: null,
    endedAt: null,
    stateSince: now,
    archivedAt: null,
  };
}

/** The same key with the same content is the same session; with other content it is refused. */
async function findByKey(
  deps: CreateDeps,
  wanted: Session,
): Promise<Outcome<Omit<CreatedSession, 'warnings'>> | null> {
  if (wanted.key === null) return null;
  const known = await deps.store.findSessionByKey(wanted.key);
  if (!known) return null;
  if (known.contentHash !== wanted.contentHash) {
    return refuse({ code: 'key-conflict', key: wanted.key, sessionId: known.id });
  }
  return accept({ session: known, isNew: false, ...deps.show(known) });
}

async function addUnderFreeId(
  deps: CreateDeps,
  settled: Settled,
  isPatient: boolean,
): Promise<Outcome<Omit<CreatedSession, 'warnings'>>> {
  const { session } = settled;
  let nth = 1;
  for (let tries = 0; tries < TRIES_FOR_AN_ID; tries++) {
    const named = { ...session, id: sessionId(new Date(session.createdAt), session.persona, nth) };
    const made = { ...settled, session: named };
    // Without room in its budgets it waits, and the supervisor asks whether it may go on.
    const grant = isPatient ? null : await findGrant(deps, made);
    const { writes, session: drafted } = draftCreation(deps, made, grant);
    const result = await deps.store.commit(writes);
    if (result.saved) return accept({ session: drafted, isNew: true, ...deps.show(drafted) });
    if (result.why === 'no-slot') return refuse({ code: 'no-slot', limit: deps.config.limits.sessions });
    // Somebody else was faster at the same budget: look again what is left of it.
    if (result.why === 'over-budget') continue;
    const twin = await findByKey(deps, named);
    if (twin) return twin;
    nth += 1;
  }
  return refuse({ code: 'id-exhausted', sessionId: session.id });
}

async function findGrant(deps: CreateDeps, { session, spec, agent }: Settled): Promise<Grant | null> {
  const at = session.createdAt;
  const budgets = await listBudgets(deps, { session, spec, at });
  const grant = decideGrant(budgets, toldBy(agent, session.mode), at);
  return 'is' in grant ? null : grant;
}

function draftCreation(deps: CreateDeps, made: Settled, grant: Grant | null): Draft {
  const { session, spec, head } = made;
  const draft = openDraft(session, [], { at: session.createdAt, by: deps.by });
  const turn = draftTurn(draft, { id: deps.ids.uuid(), kind: 'prompt', body: spec.prompt });
  draft.writes.unshift({
    kind: 'add-session',
    session,
    spec,
    journal: noteOf(draft, `agent ${session.persona}`),
  });
  if (head !== null) draft.writes.push(wantedWorkspace(deps, draft, head));
  if (grant === null) return draft;
  draftLaunch(draft, {
    turn,
    hostId: deps.hostId,
    conversationId: session.conversationId ?? deps.ids.uuid(),
    isResumed: false,
    limit: deps.config.limits.sessions,
    outputBytes: 0,
    grant,
  });
  return draft;
}

function wantedWorkspace(deps: CreateDeps, draft: Draft, baseCommit: string): Write {
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
