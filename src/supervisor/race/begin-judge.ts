import { unwrap } from '../../app/draft.ts';
import { judgeInput } from '../../app/race/judge-input.ts';
import { draftCreation } from '../../app/session/create-session.ts';
import { type Entry, PATCH_BYTES } from '../../domain/race/judge-task.ts';
import { type Race, type Rival, stepRace } from '../../domain/race/race.ts';
import { sessionId } from '../../domain/session/names.ts';
import type { NextRound } from '../deps.ts';
import type { LoopDeps } from '../loop/loop-deps.ts';
import { askPerson } from './end-race.ts';
import { readDelivery } from './read-delivery.ts';

const TRIES_FOR_AN_ID = 200;

/** Begins the session that compares what was accepted; the race goes on when it is over. */
export async function beginJudge(deps: LoopDeps, race: Race, accepted: readonly Rival[]): Promise<NextRound> {
  const { store, clock, by, loopPorts, wordRefusal } = deps;
  const entries: Entry[] = [];
  for (const rival of accepted) entries.push(await entryOf(deps, rival, PATCH_BYTES / accepted.length));
  const spec = await store.findSpec(accepted[0]?.sessionId ?? '');
  const { id: raceId, title, policy } = race;
  const judged = { task: spec?.prompt ?? '', gate: policy.gate, entries };
  const input = judgeInput({ ...judged, persona: policy.judge ?? '', raceId, title });
  const resolved = await loopPorts.resolveSession(input);
  if (!resolved.ok) return askPerson(deps, race, { rivals: accepted, why: wordRefusal(resolved.refusal) });
  const at = clock.now();
  const id = await freeId(deps, resolved.value.session.persona, at);
  const session = { ...resolved.value.session, id, raceId: race.id, createdAt: at, stateSince: at };
  const step = unwrap(stepRace(race, 'judge', { at, patch: { judgeId: id } }));
  const draft = draftCreation(
    { ...deps, workspacePath: loopPorts.workspacePath },
    { ...resolved.value, session, promptSource: race.id },
    null,
  );
  const journal = { at, by, note: `${race.id}: ${id} compares ${accepted.length} results` };
  const result = await store.commit([{ kind: 'step-race', step, journal }, ...draft.writes]);
  if (result.saved) await deps.poke(id);
  return 'again';
}

async function entryOf(deps: LoopDeps, rival: Rival, patchBytes: number): Promise<Entry> {
  const { store, workspaces } = deps;
  const session = await store.findSession(rival.sessionId);
  const workspace = await store.findWorkspace(rival.sessionId);
  const wanted = { patchBytes: Math.floor(patchBytes), paths: [] };
  const diff = workspace ? await workspaces.observeDiff(workspace, wanted) : null;
  return {
    sessionId: rival.sessionId,
    cli: rival.cli,
    path: workspace?.path ?? '',
    branch: workspace?.branch ?? '',
    result: session ? await readDelivery(deps, session) : '',
    patch: diff?.patch ?? '',
    isCut: diff?.isCut ?? false,
  };
}

async function freeId({ store }: LoopDeps, persona: string, at: number): Promise<string> {
  let nth = 1;
  const name = (): string => sessionId(new Date(at), persona, nth);
  while (nth < TRIES_FOR_AN_ID && (await store.findSession(name()))) nth += 1;
  return name();
}
