import { checkDefinition, renderProblem } from '../../contract/check-definition.ts';
import { type RoleSettings, StartRun } from '../../contract/run.ts';
import { CreateSession } from '../../contract/session.ts';
import { nearest } from '../../domain/config/nearest.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { roleSessionId, runKey } from '../../domain/run/names.ts';
import type { RunReport } from '../../domain/run/report.ts';
import type { Run } from '../../domain/run/run.ts';
import { progressOf } from '../../domain/run/workflow/state.ts';
import { workflowProgram } from '../../domain/run/workflow/workflow-program.ts';
import { branchName } from '../../domain/session/names.ts';
import { type Role, rolesAtWork, type Workflow } from '../../domain/workflow/workflow.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { runJson, runStatusJson } from '../../views/run-status.ts';
import { noteOf, openDraft } from '../draft.ts';
import { type ResolveDeps, type ResolvedSession, resolveSession } from '../session/resolve-session.ts';
import { verb } from '../verb.ts';
import { applyOrder } from './apply-orders.ts';
import { type RunDraft, touchedSessions, writesOf } from './run-draft.ts';

export type StartRunDeps = ResolveDeps &
  Readonly<{
    findWorkflow: (name: string) => Promise<Outcome<Workflow>>;
    roleWorkspacePath: (runId: string, role: string) => string;
  }>;

export type StartedRun = Readonly<{
  run: Run;
  /** False when the key was known: this is the run that was started then. */
  isNew: boolean;
  warnings: readonly string[];
  /** How it stands at its end, for a door that waited for it. */
  ended: RunReport | null;
}>;

const TRIES_FOR_AN_ID = 200;

/** Starts a workflow: the run, a session for each role and the first task are one commit, or nothing is. */
export async function startRun(deps: StartRunDeps, input: StartRun): Promise<Outcome<StartedRun>> {
  const checked = await check(deps, input);
  if (!checked.ok) return checked;
  const { workflow } = checked.value;
  const contentHash = deps.ids.hash(JSON.stringify([workflow, input.goal, input.cli ?? null, input.roles]));
  const before = await findByKey(deps, input.key ?? null, contentHash);
  if (before) return before;
  const roles = await resolveRoles(deps, input, workflow);
  if (!roles.ok) return roles;
  return addUnderFreeId(deps, { input, workflow, contentHash, roles: roles.value });
}

type Starting = Readonly<{
  input: StartRun;
  workflow: Workflow;
  contentHash: string;
  roles: readonly ResolvedRole[];
}>;

type ResolvedRole = ResolvedSession & Readonly<{ role: string }>;

async function check(deps: StartRunDeps, input: StartRun): Promise<Outcome<{ workflow: Workflow }>> {
  const workflow = input.definition
    ? readDefinition(input.definition, input.workflow)
    : await deps.findWorkflow(input.workflow);
  if (!workflow.ok) return workflow;
  if (input.goal.trim() === '') return refuse({ code: 'goal-empty' });
  const known = workflow.value.roles.map(({ name }) => name);
  const stranger = Object.keys(input.roles).find((role) => !known.includes(role));
  if (stranger !== undefined) {
    const near = nearest(stranger, known, 3);
    return refuse({ code: 'role-unknown', role: stranger, workflow: input.workflow, known, near });
  }
  const roles = rolesAtWork(workflow.value).length;
  const limit = deps.config.limits.agentsPerRun;
  if (roles > limit) return refuse({ code: 'too-many-roles', workflow: input.workflow, roles, limit });
  return accept({ workflow: workflow.value });
}

function readDefinition(definition: unknown, name: string): Outcome<Workflow> {
  const { workflow, problems } = checkDefinition(definition, name);
  if (workflow !== null && problems.length === 0) return accept(workflow);
  return refuse({ code: 'workflow-unsound', name, problems: problems.map(renderProblem) });
}

async function findByKey(
  { store }: StartRunDeps,
  key: string | null,
  contentHash: string,
): Promise<Outcome<StartedRun> | null> {
  const known = key === null ? undefined : await store.findRunByKey(key);
  if (!known || key === null) return null;
  if (known.contentHash !== contentHash) return refuse({ code: 'run-key-conflict', key, runId: known.id });
  return accept({ run: known, isNew: false, warnings: [], ended: null });
}

async function resolveRoles(
  deps: StartRunDeps,
  input: StartRun,
  workflow: Workflow,
): Promise<Outcome<readonly ResolvedRole[]>> {
  const settled: ResolvedRole[] = [];
  for (const role of rolesAtWork(workflow)) {
    const one = await resolveSession(deps, sessionInput(input, role));
    if (!one.ok) return one;
    settled.push({ ...one.value, role: role.name });
  }
  return accept(settled);
}

function sessionInput({ goal, cli, roles }: StartRun, { name, persona, hasWorkspace }: Role): CreateSession {
  const own: RoleSettings = roles[name] ?? {};
  return CreateSession.parse({
    persona: own.persona ?? persona,
    prompt: goal,
    promptSource: 'goal',
    cli: own.cli ?? cli,
    model: own.model,
    mode: own.mode,
    workspace: hasWorkspace,
  });
}

async function addUnderFreeId(deps: StartRunDeps, starting: Starting): Promise<Outcome<StartedRun>> {
  const { input, contentHash } = starting;
  const at = deps.clock.now();
  for (let nth = 0; nth < TRIES_FOR_AN_ID; nth++) {
    const id = input.id ?? String(at + nth);
    const taken = await findTaken(deps, starting, id);
    if (taken) return refuse({ code: 'role-taken', ...taken });
    const draft = draftStart(deps, starting, { id, at });
    const result = await deps.store.commit(writesOf(draft));
    if (result.saved) {
      for (const key of [...touchedSessions(draft), runKey(id)]) await deps.poke(key);
      const warnings = [...new Set(starting.roles.flatMap((role) => role.warnings))];
      return accept({ run: draft.run, isNew: true, warnings, ended: null });
    }
    const twin = await findByKey(deps, input.key ?? null, contentHash);
    if (twin) return twin;
    if (input.id !== undefined) return refuse({ code: 'run-key-conflict', key: input.id, runId: input.id });
  }
  return refuse({ code: 'id-exhausted', sessionId: String(at) });
}

async function findTaken(
  deps: StartRunDeps,
  { roles }: Starting,
  runId: string,
): Promise<{ role: string; branch: string } | null> {
  for (const { role, head } of roles) {
    if (head === null) continue;
    const workspace = workspaceOf(deps, { runId, role, head, at: 0 });
    if (await deps.workspaces.isTaken(workspace)) return { role, branch: workspace.branch };
  }
  return null;
}

type Placed = Readonly<{ runId: string; role: string; head: string; at: number }>;

function workspaceOf(deps: StartRunDeps, { runId, role, head, at }: Placed): Workspace {
  const sessionId = roleSessionId(runId, role);
  return {
    sessionId,
    path: deps.roleWorkspacePath(runId, role),
    branch: branchName({ id: sessionId, persona: role, runId, role }),
    baseCommit: head,
    state: 'wanted',
    version: 1,
    changedAt: at,
  };
}

function draftStart(
  deps: StartRunDeps,
  { input, workflow, contentHash, roles }: Starting,
  { id, at }: Readonly<{ id: string; at: number }>,
): RunDraft {
  const { state, orders } = workflowProgram(workflow).start(input.goal);
  const who = { at, by: deps.by };
  const run: Run = {
    id,
    workflow: input.workflow,
    goal: input.goal,
    key: input.key ?? null,
    contentHash,
    state: 'starting',
    version: 1,
    ending: null,
    reasonText: null,
    stage: state.stage,
    round: state.round,
    progress: progressOf(state),
    hostId: deps.hostId,
    timeoutMs: input.timeoutMs ?? workflow.timeoutMs ?? deps.config.timeouts.runMs,
    cleanup: input.cleanup ?? deps.config.cleanup,
    workedMs: 0,
    runningSince: null,
    createdAt: at,
    startedAt: null,
    endedAt: null,
    stateSince: at,
  };
  const memory = { definition: workflow, state };
  const draft: RunDraft = { run, memory, roles: new Map(), writes: [], ...who };
  draft.writes.push({ kind: 'add-run', run, memory, journal: noteOf(who, `${run.workflow}: ${run.goal}`) });
  for (const role of roles) addRole(deps, draft, role);
  for (const order of orders) applyOrder(draft, order, { ids: deps.ids, message: null, starts: new Map() });
  return draft;
}

function addRole(deps: StartRunDeps, draft: RunDraft, { role, head, ...settled }: ResolvedRole): void {
  const id = roleSessionId(draft.run.id, role);
  const session = {
    ...settled.session,
    id,
    runId: draft.run.id,
    role,
    ends: 'when-told' as const,
    createdAt: draft.at,
    stateSince: draft.at,
  };
  const opened = openDraft(session, [], draft);
  const journal = noteOf(draft, `${role} of run ${draft.run.id}`);
  opened.writes.push({ kind: 'add-session', session, spec: settled.spec, journal });
  if (head !== null) {
    const workspace = workspaceOf(deps, { runId: draft.run.id, role, head, at: draft.at });
    opened.writes.push({ kind: 'add-workspace', workspace, journal: noteOf(draft, workspace.path) });
  }
  draft.roles.set(role, opened);
}

export const startRunVerb = verb({
  name: 'run.start',
  summary: 'Start a workflow for a goal',
  asks: 'person',
  reads: false,
  input: StartRun,
  answer: async () => (await import('../../contract/answer/run.ts')).StartedRunAnswer,
  run: startRun,
  json: ({ run, isNew, warnings, ended }) => ({
    ...runJson(run, run.createdAt),
    is_new: isNew,
    warnings,
    ended: ended === null ? null : runStatusJson(ended),
  }),
});
