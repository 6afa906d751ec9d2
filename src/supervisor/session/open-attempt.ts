import { toUsd } from '../../domain/budget/account.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { Look, RoundDeps } from '../deps.ts';
import { ensureInput, inputTurns } from './attempt-input.ts';
import type { SessionScene } from './session-scene.ts';
import { askAboutObstacle } from './start-obstacle.ts';

/**
 * Starts the process of the current attempt: its workspace first, then its folder, its pane and its input.
 */
export async function ensureAttemptOpen(deps: RoundDeps, scene: SessionScene): Promise<Look | null> {
  const { session, attempt, agent, ref, workspace } = scene;
  if (workspace?.state === 'wanted') return ensureWorkspace(deps, workspace);

  const spec = await deps.store.findSpec(session.id);
  const [turn] = inputTurns(scene);
  if (!spec || !turn || !attempt) throw new Error(`session ${session.id} is starting without a task`);
  const plan = agent.plan({
    session,
    spec,
    turn,
    attempt: session.attempt,
    conversationId: attempt.conversationId ?? '',
    resume: attempt.resumed,
    places: deps.placesFor(session, workspace),
    settings: {
      maxTurns: deps.config.claude.maxTurns,
      budgetUsd: deps.config.claude.budgetUsd,
      allowedTools: deps.config.claude.allowedTools,
      schema: spec.schema,
      allowanceUsd: attempt.capMicroUsd === null ? null : toUsd(attempt.capMicroUsd),
    },
  });
  const held = await askAboutObstacle(deps, scene, { plan, permissionMode: spec.permissionMode });
  if (held !== null) return held;
  await deps.attempts.ensureOpen(ref, plan, session.mode);
  if (plan.input === 'turns') await ensureInput(deps, scene);
  // The clock of the start runs also when no launcher ever claims.
  return null;
}

async function ensureWorkspace({ workspaces, store, clock, by }: RoundDeps, from: Workspace): Promise<Look> {
  await workspaces.ensureReady(from);
  const at = clock.now();
  const to: Workspace = { ...from, state: 'ready', version: from.version + 1, changedAt: at };
  await store.commit([{ kind: 'save-workspace', from, to, journal: { at, by, note: from.branch } }]);
  return 'again';
}
