import { draftStep } from '../../app/draft.ts';
import { draftSessionAsk } from '../../app/question/draft-question.ts';
import type { LaunchPlan } from '../../domain/agent/agent.ts';
import type { StartObservation } from '../../domain/agent/obstacle.ts';
import { decideObstacles } from '../../domain/question/kind/start.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { draftFor, type SessionScene } from './session-scene.ts';

type PlannedLaunch = Readonly<{ plan: LaunchPlan; permissionMode: string | null }>;

/** The CLI's own files, as a start with a screen would find them; null where none are looked at. */
export async function observeStart(
  { starts }: RoundDeps,
  { session, agent }: SessionScene,
  { plan, permissionMode }: PlannedLaunch,
): Promise<StartObservation | null> {
  if (session.mode !== 'interactive' || !agent.startFiles) return null;
  const { workDir, env } = plan;
  const context = await starts.observeContext({ workDir, env, mode: session.mode, permissionMode });
  return { context, files: await starts.readFiles(agent.startFiles(context)) };
}

/**
 * A CLI that would stop at a dialog of its own is not started: the person is asked instead, and the slot is
 * free meanwhile. Null when nothing stands in the way.
 */
export async function askAboutObstacle(
  deps: RoundDeps,
  scene: SessionScene,
  { context, files }: StartObservation,
): Promise<NextRound | null> {
  const { session, agent } = scene;
  const found = agent.foresee?.(context, files) ?? [];
  if (found.length === 0) return null;
  const obstacles = decideObstacles(found, await deps.store.listQuestions({ sessionId: session.id }));
  if (obstacles.length === 0) return null;

  const draft = draftFor(scene, deps);
  draftStep(draft, 'asked', { note: 'before its start' });
  draftSessionAsk(draft, wordQuestion('start', { cli: agent.name, obstacles }), deps.ids.hash);
  await deps.store.commit(draft.writes);
  return 'again';
}
