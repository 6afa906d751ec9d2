import { checkDefinition } from '../../contract/check-definition.ts';
import { type RoleSettings, StartRun } from '../../contract/run.ts';
import { renderProblem } from '../../contract/schema-problems.ts';
import { CreateSession } from '../../contract/session.ts';
import { nearest } from '../../domain/config/nearest.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { RunMemory } from '../../domain/run/memory.ts';
import { runKey } from '../../domain/run/names.ts';
import { programOf, rolesOf } from '../../domain/run/program-of.ts';
import type { RunReport } from '../../domain/run/report.ts';
import type { Run } from '../../domain/run/run.ts';
import { progressOf } from '../../domain/run/workflow/state.ts';
import { type Role, rolesAtWork, type Workflow } from '../../domain/workflow/workflow.ts';
import type { Write } from '../../store/store.ts';
import { runJson, runStatusJson } from '../../views/run-status.ts';
import { noteOf } from '../draft.ts';
import { type ResolveDeps, resolveSession } from '../session/resolve-session.ts';
import { verb } from '../verb.ts';
import { addRole, type ResolvedRole, workspaceOf } from './add-role.ts';
import { applyOrder, NO_ROWS } from './apply-orders.ts';
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
  return startDefinition(deps, { input, workflow: checked.value.workflow });
}

/** Says no before each try, or what its commit holds beside the run, so that of two at once one is stale. */
export type StartGuard = () => Promise<Outcome<readonly Write[]>>;

type Startable = Readonly<{ input: StartRun; workflow: RunMemory['definition']; guard?: StartGuard }>;

/** Starts what has passed its check: a workflow, or a plan. */
export async function startDefinition(
  deps: StartRunDeps,
  { input, workflow, guard = async () => accept([]) }: Startable,
): Promise<Outcome<StartedRun>> {
  const contentHash = deps.ids.hash(JSON.stringify([workflow, input.goal, input.cli ?? null, input.roles]));
  const before = await findByKey(deps, input.key ?? null, contentHash);
  if (before) return before;
  const roles = await resolveRoles(deps, input, workflow);
  if (!roles.ok) return roles;
  return addUnderFreeId(deps, { input, workflow, contentHash, roles: roles.value, guard });
}

type Starting = Readonly<{
  input: StartRun;
  workflow: RunMemory['definition'];
  contentHash: string;
  roles: readonly ResolvedRole[];
  guard: StartGuard;
}>;

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
  workflow: RunMemory['definition'],
): Promise<Outcome<readonly ResolvedRole[]>> {
  const resolved: ResolvedRole[] = [];
  // All roles start from one commit, also where the person commits meanwhile.
  const observed = { ...deps, observeHead: once(deps.observeHead), observeTmux: once(deps.observeTmux) };
  for (const role of rolesOf(workflow)) {
    const one = await resolveSession(observed, sessionInput(input, role));
    if (!one.ok) return one;
    resolved.push({ ...one.value, role: role.name, isThrowAway: role.isThrowAway === true });
  }
  return accept(resolved);
}

const once = <T>(observe: () => Promise<T>): (() => Promise<T>) => {
  let seen: Promise<T> | undefined;
  return () => {
    seen ??= observe();
    return seen;
  };
};

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
    const guarded = await starting.guard();
    if (!guarded.ok) return guarded;
    const id = input.id ?? String(at + nth);
    const taken = await findTaken(deps, starting, id);
    if (taken) return refuse({ code: 'role-taken', ...taken });
    const draft = draftStart(deps, starting, { id, at });
    const result = await deps.store.commit([...writesOf(draft), ...guarded.value]);
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
  const wanted = roles.flatMap(({ role, head, isThrowAway }) =>
    head === null ? [] : [{ role, workspace: workspaceOf(deps, { runId, role, head, isThrowAway, at: 0 }) }],
  );
  if (wanted.length === 0) return null;
  const taken = await deps.workspaces.findTaken(wanted.map(({ workspace }) => workspace));
  const found = wanted.find(({ workspace }) => workspace.path === taken?.path);
  return found ? { role: found.role, branch: found.workspace.branch } : null;
}

function draftStart(
  deps: StartRunDeps,
  { input, workflow, contentHash, roles }: Starting,
  { id, at }: Readonly<{ id: string; at: number }>,
): RunDraft {
  const { state, orders } = programOf(workflow).start(input.goal);
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
    timeoutMs: input.timeoutMs ?? workflow.timeoutMs ?? limitOf(deps, workflow),
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
  const rows = { ...NO_ROWS, ids: deps.ids, retries: deps.config.retries };
  for (const order of orders) applyOrder(draft, order, rows);
  return draft;
}

/** Workflows have a limit in any case, plans and their designs where one is set. */
const limitOf = ({ config }: StartRunDeps, workflow: RunMemory['definition']): number | null =>
  'plan' in workflow || 'design' in workflow ? config.plan.timeoutMs : config.timeouts.runMs;

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
