import { draftStep, noteOf } from '../../app/draft.ts';
import { draftSessionAsk } from '../../app/question/draft-question.ts';
import { type Chains, listChains, progressIn, standingOf } from '../../app/session/dependency-chains.ts';
import { draftDroppedTurns } from '../../app/session/drop-turns.ts';
import { effectOf, wordQuestion } from '../../domain/question/kinds.ts';
import { type Dependencies, decideDependencies } from '../../domain/session/dependency.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import { isThrowAway } from '../../domain/workspace/workspace.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { draftStopWork } from './park-session.ts';
import { draftFor, type SessionScene } from './session-scene.ts';

const REST: NextRound = { restUntil: null };

/**
 * What the round does while its session waits for others; null once it may start. The end of any of them
 * wakes it, so nothing is looked at again and again.
 */
export async function awaitDependencies(deps: RoundDeps, scene: SessionScene): Promise<NextRound | null> {
  const { dependencies, attempt } = scene.session;
  if (dependencies === null || attempt > 0) return null;
  const chains = await listChains(deps.store, dependencies);
  const { waived, kept } = await findSettled(deps, scene);
  const progress = new Map(progressIn(chains));
  for (const [id, chain] of chains) if (waived.has(lastOf(chain, id))) progress.set(id, 'completed');
  const verdict = decideDependencies(dependencies, progress);
  if (verdict.is === 'ready') return beginFromBase(deps, scene, chains);
  if (verdict.is === 'wait') return REST;
  const failed = verdict.failed.map((id) => lastOf(chains.get(id) ?? [], id));
  if (failed.every((id) => kept.has(id))) return REST;
  return obey(deps, scene, { dependencies, failed });
}

/** True when an open question about a failure has become needless, because its work goes on. */
export async function isDependencyMended(deps: RoundDeps, { session }: SessionScene): Promise<boolean> {
  if (session.dependencies === null) return true;
  const chains = await listChains(deps.store, session.dependencies);
  return decideDependencies(session.dependencies, progressIn(chains)).is !== 'unmet';
}

const lastOf = (chain: readonly Session[], id: string): string => chain.at(-1)?.id ?? id;

type Settled = Readonly<{ waived: ReadonlySet<string>; kept: ReadonlySet<string> }>;

/** What people have answered about failures: start all the same, or keep waiting. */
async function findSettled({ store }: RoundDeps, { session }: SessionScene): Promise<Settled> {
  const effects = (await store.listQuestions({ sessionId: session.id })).map(effectOf);
  const idsOf = (isWaived: boolean): ReadonlySet<string> =>
    new Set(
      effects.flatMap((effect) =>
        effect.do === 'settle-dependencies' && effect.isWaived === isWaived ? effect.failed : [],
      ),
    );
  return { waived: idsOf(true), kept: idsOf(false) };
}

type Unmet = Readonly<{ dependencies: Dependencies; failed: readonly string[] }>;

async function obey(
  deps: RoundDeps,
  scene: SessionScene,
  { dependencies, failed }: Unmet,
): Promise<NextRound> {
  const ends = await describeEnds(deps, failed);
  const draft = draftFor(scene, deps);
  if (dependencies.onFailed === 'ask') {
    draftStep(draft, 'asked', { note: 'what it waits for did not complete' });
    draftSessionAsk(draft, wordQuestion('dependency', { failed, ends }), deps.ids.hash);
  } else {
    const isSkipped = dependencies.onFailed === 'skip';
    const text = `${isSkipped ? 'skipped: ' : ''}it waited for what did not complete: ${ends.join('; ')}`;
    draftStopWork(draft, { ending: isSkipped ? 'killed' : 'failed', reason: 'dependency', text });
    // One that has never begun is over at once.
    if (isOver(draft.session)) draftDroppedTurns(draft);
  }
  await deps.store.commit(draft.writes);
  return 'again';
}

async function describeEnds({ store }: RoundDeps, ids: readonly string[]): Promise<readonly string[]> {
  const ends: string[] = [];
  for (const id of ids) {
    const session = await store.findSession(id);
    const why = session?.reason ? `, ${session.reason}` : '';
    ends.push(session ? `${id} (${statusOf(session.state)}${why})` : id);
  }
  return ends;
}

/** Its workspace, not made yet, is to begin where the branch of the other one is now. */
async function beginFromBase(
  deps: RoundDeps,
  scene: SessionScene,
  chains: Chains,
): Promise<NextRound | null> {
  const { session, workspace } = scene;
  const baseOn = session.dependencies?.baseOn ?? null;
  if (baseOn === null || workspace?.state !== 'wanted') return null;
  const tip = await findTip(deps, standingOf(chains.get(baseOn) ?? []));
  if (tip === null || tip === workspace.baseCommit) return null;
  const draft = draftFor(scene, deps);
  const to = { ...workspace, baseCommit: tip, version: workspace.version + 1, changedAt: draft.at };
  const journal = noteOf(draft, `begins at ${tip}, where ${baseOn} is`);
  await deps.store.commit([{ kind: 'save-workspace', from: workspace, to, journal }]);
  return 'again';
}

/** What it has committed; null where its branch is gone, because it was merged and deleted. */
async function findTip({ store, workspaces }: RoundDeps, from: Session | undefined): Promise<string | null> {
  const workspace = from?.hasWorkspace ? await store.findWorkspace(from.id) : undefined;
  if (!workspace || isThrowAway(workspace)) return null;
  return (await workspaces.observeBranch(workspace)).tip;
}
