import { draftStep } from '../../app/draft.ts';
import { draftSessionAsk } from '../../app/question/draft-question.ts';
import type { LaunchPlan } from '../../domain/agent/agent.ts';
import type { Obstacle } from '../../domain/agent/obstacle.ts';
import { decideHolds } from '../../domain/question/kind/start.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';
import type { Look, RoundDeps } from '../deps.ts';
import { draftFor, type SessionScene } from './session-scene.ts';

type Planned = Readonly<{ plan: LaunchPlan; permissionMode: string | null }>;

/**
 * A CLI that would stop at a dialog of its own is not started: the person is asked instead, and the slot is
 * free meanwhile. Null when nothing stands in the way.
 */
export async function askAboutObstacle(
  deps: RoundDeps,
  scene: SessionScene,
  planned: Planned,
): Promise<Look | null> {
  const { session, agent } = scene;
  if (session.mode !== 'interactive') return null;
  const found = await foresee(deps, scene, planned);
  if (found.length === 0) return null;
  const obstacles = decideHolds(found, await deps.store.listQuestions({ sessionId: session.id }));
  if (obstacles.length === 0) return null;

  const draft = draftFor(scene, deps);
  draftStep(draft, 'asked', { note: 'before its start' });
  draftSessionAsk(draft, wordQuestion('start', { cli: agent.name, obstacles }), deps.ids.hash);
  await deps.store.commit(draft.writes);
  return 'again';
}

async function foresee(
  { starts }: RoundDeps,
  { session, agent }: SessionScene,
  { plan, permissionMode }: Planned,
): Promise<readonly Obstacle[]> {
  if (!agent.foresee || !agent.startFiles) return [];
  const { workDir, env } = plan;
  const place = await starts.observePlace({ workDir, env, mode: session.mode, permissionMode });
  return agent.foresee(place, await starts.readFiles(agent.startFiles(place)));
}
