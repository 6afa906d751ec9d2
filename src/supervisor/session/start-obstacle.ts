import { type Draft, draftStep, noteOf } from '../../app/draft.ts';
import type { LaunchPlan } from '../../domain/agent/agent.ts';
import type { Obstacle } from '../../domain/agent/obstacle.ts';
import { openQuestion, type Question } from '../../domain/question/question.ts';
import { decideHolds, wordStart } from '../../domain/question/start-question.ts';
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
  const question = questionOf(draft, wordStart({ cli: agent.name, obstacles }), deps.ids.hash);
  draft.writes.push({ kind: 'add-question', question, journal: noteOf(draft, question.text) });
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

// One question per attempt: the next look belongs to the next one.
function questionOf(
  { session, at }: Draft,
  words: ReturnType<typeof wordStart>,
  hash: (text: string) => string,
): Question {
  return openQuestion({
    id: `q-${hash(`${session.id}/${session.attempt}/start`).slice(0, 8)}`,
    sessionId: session.id,
    attempt: session.attempt,
    ...words,
    askedAt: at,
  });
}
