import { CreateRace } from '../../contract/race.ts';
import { CreateSession } from '../../contract/session.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { programOfGate } from '../../domain/race/gate-program.ts';
import { raceId, raceKey } from '../../domain/race/names.ts';
import { draftRace, type Race, type RacePolicy } from '../../domain/race/race.ts';
import { sessionId } from '../../domain/session/names.ts';
import type { Session } from '../../domain/session/session.ts';
import { type CreatedRaceView, createdRaceJson } from '../../views/race-view.ts';
import { bringChanges } from '../session/bring-changes.ts';
import { type CreateDeps, draftCreation, noteRefused } from '../session/create-session.ts';
import { type ResolvedSession, resolveSession } from '../session/resolve-session.ts';
import { verb } from '../verb.ts';
import { viewRace } from './view-race.ts';

export type RaceDeps = CreateDeps &
  Readonly<{
    /** Whether a program can be started: by its name from the PATH, or by its path from the checkout on. */
    canStart: (program: string) => Promise<boolean>;
  }>;

type Resolved = Readonly<{
  rivals: readonly ResolvedSession[];
  policy: RacePolicy;
  warnings: readonly string[];
}>;

const TRIES_FOR_AN_ID = 200;

/**
 * Begins several sessions at one task, of which one wins: all rows in one commit. Whatever can be refused is
 * refused before, so that a mistake costs nothing.
 */
export async function createRace(deps: RaceDeps, input: CreateRace): Promise<Outcome<CreatedRaceView>> {
  const created = await tryToCreate(deps, input);
  if (!created.ok) await noteRefused(deps, input, created.refusal.code);
  return created;
}

async function tryToCreate(deps: RaceDeps, input: CreateRace): Promise<Outcome<CreatedRaceView>> {
  const gate = await checkGate(deps, input.gate);
  if (!gate.ok) return gate;
  const resolved = await resolveAll(deps, input);
  if (!resolved.ok) return resolved;
  const contentHash = deps.ids.hash(JSON.stringify(contentOf(resolved.value)));
  const made = await addUnderFreeIds(deps, input, { ...resolved.value, contentHash });
  if (!made.ok) return made;
  const { race, isNew } = made.value;
  await deps.poke(raceKey(race.id));
  for (const { sessionId: id } of race.rivals.slice(0, race.startedCount)) await deps.poke(id);
  const limits = [...new Set(resolved.value.rivals.flatMap((rival) => rival.limits))];
  return accept({ ...(await viewRace(deps.store, race)), isNew, limits, warnings: resolved.value.warnings });
}

async function checkGate(deps: RaceDeps, gate: string | undefined): Promise<Outcome<null>> {
  const program = gate === undefined ? null : programOfGate(gate);
  if (gate === undefined || program === null || (await deps.canStart(program))) return accept(null);
  const looked = program.includes('/') ? `in ${deps.root}` : 'in the folders of PATH';
  return refuse({ code: 'gate-not-there', program, command: gate, looked });
}

async function resolveAll(deps: RaceDeps, input: CreateRace): Promise<Outcome<Resolved>> {
  // A name that no agent CLI has is told before one that is only not installed.
  for (const cli of input.clis) {
    const agent = cli === null ? null : await deps.findAgent(cli);
    if (agent?.ok === false) return agent;
  }
  const known = new Map<string | null, ResolvedSession>();
  for (const cli of new Set(input.clis)) {
    const one = await resolveRival(deps, input, cli);
    if (!one.ok) return one;
    known.set(cli, one.value);
  }
  if (input.judge !== undefined) {
    const judge = await resolveSession(deps, judgeInput(input.judge));
    if (!judge.ok) return judge;
  }
  const rivals = input.clis.flatMap((cli) => known.get(cli) ?? []);
  const [first] = rivals;
  const begun = first ? await bringChanges(deps, first, input.withChanges) : null;
  const warnings = [...new Set([...rivals, ...(begun ? [begun] : [])].flatMap((one) => one.warnings))];
  const head = begun?.head ?? null;
  return accept({
    rivals: rivals.map((rival) => ({ ...rival, head })),
    policy: policyOf(deps, input, rivals),
    warnings,
  });
}

async function resolveRival(
  deps: RaceDeps,
  input: CreateRace,
  cli: string | null,
): Promise<Outcome<ResolvedSession>> {
  const { clis: _, gate: __, judge: ___, staged: ____, stageMs: _____, key: ______, ...shared } = input;
  const wanted = CreateSession.parse({ ...shared, cli: cli ?? undefined, workspace: true, wait: true });
  const resolved = await resolveSession(deps, wanted);
  if (resolved.ok && resolved.value.session.mode === 'interactive')
    return refuse({ code: 'race-on-screen', persona: input.persona });
  return resolved;
}

/** Only to hear what stands in the judge's way; its task is written when there is something to compare. */
const judgeInput = (persona: string): CreateSession =>
  CreateSession.parse({ persona, prompt: 'judge', wait: true });

function policyOf({ config }: RaceDeps, input: CreateRace, rivals: readonly ResolvedSession[]): RacePolicy {
  const { gate = null, judge = null, staged, stageMs } = input;
  const most = (amounts: readonly (number | null)[]): number | null => {
    const given = amounts.filter((amount) => amount !== null);
    return given.length === 0 ? null : Math.max(...given);
  };
  return {
    kind: judge === null ? 'first' : 'best',
    gate,
    judge,
    stageMs: stageMs ?? (staged ? config.race.stageMs : null),
    budgetUsd: most(rivals.map(({ spec }) => spec.budgetUsd)),
    budgetTokens: most(rivals.map(({ spec }) => spec.budgetTokens)),
  };
}

/** What a key stands for. */
const contentOf = ({ rivals, policy }: Resolved): readonly unknown[] => [
  policy,
  rivals.map(({ session }) => session.contentHash),
];

type Making = Resolved & Readonly<{ contentHash: string }>;
type AddedRace = Readonly<{ race: Race; isNew: boolean }>;

async function addUnderFreeIds(
  deps: RaceDeps,
  input: CreateRace,
  making: Making,
): Promise<Outcome<AddedRace>> {
  for (let tries = 1; tries <= TRIES_FOR_AN_ID; tries++) {
    const known = await findByKey(deps, input, making);
    if (known) return known;
    const { race, writes } = await draftAll(deps, input, making);
    const result = await deps.store.commit(writes);
    if (result.saved) return accept({ race, isNew: true });
  }
  return refuse({ code: 'id-exhausted', sessionId: raceId(new Date(deps.clock.now())) });
}

/** The same key with the same content is the same race; with other content it is refused. */
async function findByKey(
  { store }: RaceDeps,
  { key }: CreateRace,
  { contentHash }: Making,
): Promise<Outcome<AddedRace> | null> {
  const race = key === undefined ? undefined : await store.findRaceByKey(key);
  if (!race || key === undefined) return null;
  if (race.contentHash !== contentHash) return refuse({ code: 'race-key-conflict', key, raceId: race.id });
  return accept({ race, isNew: false });
}

async function draftAll(deps: RaceDeps, input: CreateRace, { rivals, policy, contentHash }: Making) {
  const at = deps.clock.now();
  const id = await freeRaceId(deps, at);
  const sessions: Session[] = [];
  let nth = 0;
  for (const { session } of rivals) {
    const free = await freeSessionId(deps, session, nth + 1);
    nth = free.nth;
    const conversationId = deps.ids.uuid();
    sessions.push({ ...session, id: free.id, raceId: id, conversationId, createdAt: at, stateSince: at });
  }
  const race = draftRace({
    id,
    title: sessions[0]?.title ?? '',
    policy,
    rivals: sessions.map((session) => ({ sessionId: session.id, cli: session.cli })),
    key: input.key ?? null,
    contentHash,
    hostId: deps.hostId,
    at,
  });
  const journal = { at, by: deps.by, note: `${id}: ${sessions.length} rivals` };
  const writes = rivals.flatMap((rival, index) => {
    const session = sessions[index] ?? rival.session;
    return draftCreation(deps, { ...rival, session, promptSource: input.promptSource }, null).writes;
  });
  return { race, writes: [{ kind: 'add-race' as const, race, journal }, ...writes] };
}

async function freeRaceId({ store }: RaceDeps, at: number): Promise<string> {
  let nth = 1;
  while (nth < TRIES_FOR_AN_ID && (await store.findRace(raceId(new Date(at), nth)))) nth += 1;
  return raceId(new Date(at), nth);
}

type FreeId = Readonly<{ id: string; nth: number }>;

// A session whose row was lost has left its folder: no other one moves in.
async function freeSessionId(deps: RaceDeps, { createdAt, persona }: Session, from: number): Promise<FreeId> {
  const name = (nth: number): string => sessionId(new Date(createdAt), persona, nth);
  const isTaken = async (id: string): Promise<boolean> =>
    deps.hasFolder(id) || (await deps.store.findSession(id)) !== undefined;
  let nth = from;
  while (nth < from + TRIES_FOR_AN_ID && (await isTaken(name(nth)))) nth += 1;
  return { id: name(nth), nth };
}

export const createRaceVerb = verb({
  name: 'race.create',
  summary: 'Start several agents at one task and take the one that does it first or best',
  asks: 'person',
  reads: false,
  input: CreateRace,
  answer: async () => (await import('../../contract/answer/race.ts')).CreatedRaceAnswer,
  run: createRace,
  json: createdRaceJson,
});
