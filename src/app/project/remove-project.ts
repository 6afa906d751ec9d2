import { RemoveProject } from '../../contract/project-removal.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { RemovalDeps, RemovalObstacle, RemovalPlan } from '../../runtime/project/removal.ts';
import { type RemovedProject, removedProjectJson } from '../../views/removed-project.ts';
import type { VerbDeps } from '../deps.ts';
import type { CommitHookDeps } from '../reservation/commit-hook.ts';
import { sortWorkspaces } from '../session/own-workspaces.ts';
import { releaseWorkspace } from '../session/release-workspace.ts';
import type { ServiceDeps, SupervisorDeps } from '../supervisor/supervisor-deps.ts';
import { verb } from '../verb.ts';

export type RemoveDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'workspaces' | 'attempts' | 'config'> &
  Pick<CommitHookDeps, 'commitHook'> &
  SupervisorDeps &
  ServiceDeps &
  RemovalDeps;

const STOP_LIMIT_MS = 30_000;
const REFUSALS: Readonly<Record<RemovalObstacle, Refusal>> = {
  'nothing-there': { code: 'nothing-to-remove' },
  'rows-withheld': { code: 'rows-withheld' },
};

/**
 * Takes Swarm out of a project. What would be lost is saved or ended first, and files go last, so that a
 * crash in between leaves a project that the same command finds again.
 */
export async function removeProject(
  deps: RemoveDeps,
  { dryRun, kill }: RemoveProject,
): Promise<Outcome<RemovedProject>> {
  const obstacle = await deps.removal.findObstacle();
  if (obstacle !== null) return refuse(REFUSALS[obstacle]);
  const live = await deps.store.listLive();
  const ends = live.map(({ id }) => id);
  if (dryRun) return accept(await foresee(deps, ends));
  if (live.length > 0 && !kill) return refuse({ code: 'agents-not-over', sessions: ends });
  // With its stop mark no command starts another one.
  if ((await deps.supervisor.ensureStopped(STOP_LIMIT_MS)) === false)
    return refuse({ code: 'supervisor-stays', timeoutMs: STOP_LIMIT_MS });
  for (const session of live) await endAttempt(deps, session);
  await releaseAll(deps);
  await removeFromMachine(deps);
  await deps.removal.ensureServersEnded();
  // Git is asked before the store goes, on whose folder its answers depend.
  const report = await reportOf(deps, { isDryRun: false, ends, plan: await deps.removal.observe() });
  const { goes, stays } = await deps.removal.ensureRemoved();
  return accept({ ...report, goes, stays });
}

async function endAttempt({ attempts }: RemoveDeps, session: Session): Promise<void> {
  const { id: sessionId, runId, role, attempt } = session;
  if (attempt > 0) await attempts.ensureGone({ sessionId, runId, role, attempt });
}

async function releaseAll(deps: RemoveDeps): Promise<void> {
  for (const workspace of await listOwn(deps)) await releaseWorkspace(deps, workspace);
}

async function listOwn(deps: RemoveDeps): Promise<readonly Workspace[]> {
  const there = (await deps.store.listWorkspaces()).filter(({ state }) => state !== 'released');
  return (await sortWorkspaces(deps, there)).own;
}

/** What would be done, with what would be put away and saved before. */
async function foresee(deps: RemoveDeps, ends: readonly string[]): Promise<RemovedProject> {
  const own = await listOwn(deps);
  const plan = await deps.removal.observe(own.map(({ path }) => path));
  const rescuing: string[] = [];
  for (const one of own) if (!(await deps.workspaces.isCommitted(one))) rescuing.push(one.sessionId);
  return { ...(await reportOf(deps, { isDryRun: true, ends, plan })), rescuing };
}

/** What starts Swarm from elsewhere. Only what Swarm has written is taken away. */
async function removeFromMachine({ services, commitHook }: RemoveDeps): Promise<void> {
  if ((await services.observe())?.is === 'installed') await services.ensureRemoved();
  if ((await commitHook.observe()).is === 'ours') await commitHook.ensureRemoved();
}

type Removing = Readonly<{ isDryRun: boolean; ends: readonly string[]; plan: RemovalPlan }>;

async function reportOf(
  { workspaces, config }: RemoveDeps,
  { isDryRun, ends, plan }: Removing,
): Promise<RemovedProject> {
  const branches = [...(await workspaces.listUnmerged()).keys()].toSorted();
  const rescues = (await workspaces.listRescues()).map(({ ref }) => ref);
  return { ...plan, isDryRun, ends, branches, rescues, rescuing: [], sharesRows: config.store !== null };
}

export const removeProjectVerb = verb({
  name: 'project.remove',
  summary: 'Take Swarm out of a project',
  asks: 'person',
  reads: false,
  needsTrust: false,
  input: RemoveProject,
  answer: async () => (await import('../../contract/answer/removal.ts')).RemovedProjectAnswer,
  run: removeProject,
  json: removedProjectJson,
});
