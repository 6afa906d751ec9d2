import { drawHeld } from '../../app/reservation/draw-held.ts';
import { beginsAnew } from '../../domain/session/origin.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { preparePlanFolder } from '../plan/draw-plan-folder.ts';
import { ensureInput, launchOf } from './attempt-input.ts';
import type { SessionScene } from './session-scene.ts';
import { askAboutObstacle, observeStart } from './start-obstacle.ts';

/**
 * Starts the process of the current attempt: its workspace first, then its folder, its pane and its input.
 */
export async function ensureAttemptOpen(deps: RoundDeps, scene: SessionScene): Promise<NextRound | null> {
  const { session, agent, ref, workspace } = scene;
  const heirOf = beginsAnew(scene.turns) ? null : session.continues;
  if (workspace?.state === 'wanted') return ensureWorkspace(deps, workspace, heirOf);

  const prepared = await preparePlanFolder(deps, scene);
  if (prepared !== null) return prepared;
  const launch = await launchOf(deps, scene);
  const { permissionMode } = launch.spec;
  const unaware = agent.plan(launch);
  const start = await observeStart(deps, scene, { plan: unaware, permissionMode });
  const held = start && (await askAboutObstacle(deps, scene, start));
  if (held !== null) return held;
  const plan = start === null ? unaware : agent.plan({ ...launch, start });
  const needs = agent.needs?.(launch.spec) ?? [];
  // Its sandbox shows only what is there when it starts.
  if (launch.settings?.reservationFile) await drawHeld(deps);
  await deps.attempts.ensureOpen(ref, { ...plan, needs, resources: launch.spec.resources }, session.mode);
  if (plan.input === 'turns') await ensureInput(deps, scene);
  // The clock of the start runs also when no launcher ever claims.
  return null;
}

/** Makes it, and says so. */
export async function ensureWorkspace(
  { workspaces, store, clock, by }: RoundDeps,
  from: Workspace,
  heirOf: string | null = null,
): Promise<NextRound> {
  await workspaces.ensureReady(from, heirOf);
  const at = clock.now();
  const to: Workspace = { ...from, state: 'ready', version: from.version + 1, changedAt: at };
  await store.commit([
    { kind: 'save-workspace', from, to, journal: { at, by, note: from.branch || from.baseCommit } },
  ]);
  return 'again';
}
