import { RunPreflight } from '../../contract/preflight.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Presence } from '../../domain/participant/presence.ts';
import { type Conflict, findConflicts } from '../../domain/preflight/find-conflicts.ts';
import { type Recommendation, recommend } from '../../domain/preflight/recommend.ts';
import type { Scope } from '../../domain/preflight/scope.ts';
import { parseGlob } from '../../domain/reservation/glob.ts';
import { preflightJson } from '../../views/preflight-json.ts';
import { type AgentRequest, type AskingOutcome, commitIntake, denied, said } from '../asking/request.ts';
import type { AskTakeoverDeps } from '../participant/ask-takeover.ts';
import { expireOthers } from '../participant/expire-silent.ts';
import { requireActor } from '../participant/find-self.ts';
import { joinProject } from '../participant/join-project.ts';
import { verb } from '../verb.ts';
import { lookAround, type SeenSession } from './look-around.ts';
import type { LookDeps, PreflightDeps } from './preflight-deps.ts';

export type Preflight = Readonly<{
  /** Null for a caller that never joined, where it looks before a command starts work. */
  self: Presence | null;
  others: readonly SeenSession[];
  conflicts: readonly Conflict[];
  recommendations: readonly Recommendation[];
  warnings: readonly string[];
  now: number;
}>;

const nothing = (now: number): Preflight => ({
  self: null,
  others: [],
  conflicts: [],
  recommendations: [],
  warnings: [],
  now,
});

/** Registers the caller, looks who else is at work, and says what of it is in the way. */
export async function runPreflight(deps: PreflightDeps, input: RunPreflight): Promise<Outcome<Preflight>> {
  if (input.how === 'automatic' && deps.config.preflight === 'off') return accept(nothing(deps.clock.now()));
  const rule = await deps.observeCaseRule();
  for (const glob of input.files) {
    const read = parseGlob(glob, rule);
    if (!read.ok) return refuse({ code: 'glob-bad', glob, problem: read.problem });
  }
  if (input.how === 'join') await expireOthers(deps);
  const selfId = input.how === 'join' ? await register(deps, input) : await findSelfId(deps);
  if (!selfId.ok) return selfId;
  const seen = await compare(deps, selfId.value, input);
  if (input.asks) await askAboutStale(deps, seen);
  if (input.how !== 'join' || input.files.length === 0) return accept(seen);
  return accept(await reserveFree(deps, seen, input));
}

async function register(deps: PreflightDeps, { name, track }: RunPreflight): Promise<Outcome<string | null>> {
  const joined = await joinProject(deps, {
    ...(name === undefined ? {} : { name }),
    ...(track === undefined ? {} : { track }),
  });
  return joined.ok ? accept(joined.value.id) : joined;
}

/** Work that is started registers itself, by its sessions: a caller that never joined stays unknown. */
async function findSelfId(deps: PreflightDeps): Promise<Outcome<string | null>> {
  const actor = await requireActor(deps);
  return accept(actor.ok ? actor.value.id : null);
}

async function compare(deps: LookDeps, selfId: string | null, input: RunPreflight): Promise<Preflight> {
  const { self, others, warnings } = await lookAround(deps, selfId);
  const rule = await deps.observeCaseRule();
  const conflicts = findConflicts(scopeOf(self, input), others, rule);
  const recommendations = recommend(others, conflicts);
  return { self, others, conflicts, recommendations, warnings, now: deps.clock.now() };
}

/** Those that are quiet in every way and in the way are put to a person. */
async function askAboutStale(deps: AskTakeoverDeps, { self, conflicts }: Preflight): Promise<void> {
  const stale = conflicts.filter(({ other, kind }) => other.isStale && kind !== 'track');
  if (self === null || stale.length === 0) return;
  const { askTakeover } = await import('../participant/ask-takeover.ts');
  for (const { other, theirs } of stale)
    await askTakeover(deps, { holder: other.id, wantedBy: self.id, wants: theirs });
}

const scopeOf = (self: Presence | null, { track, files, items }: RunPreflight): Scope => ({
  track: track ?? self?.track ?? null,
  files: [...new Set([...files, ...(self?.files ?? [])])],
  items: [...new Set([...items, ...(self?.items ?? [])])],
});

/** What no other has reserved is the caller's from now on; the rest stays with who was first. */
async function reserveFree(deps: PreflightDeps, seen: Preflight, input: RunPreflight): Promise<Preflight> {
  const met = new Set(seen.conflicts.flatMap(({ kind, ours }) => (kind === 'files' ? ours : [])));
  const globs = input.files.filter((glob) => !met.has(glob));
  if (globs.length === 0) return seen;
  const { addReservations } = await import('../reservation/add-reservation.ts');
  const added = await addReservations(deps, { globs, shared: false, everything: false });
  const after = await compare(deps, seen.self?.id ?? null, input);
  if (added.ok) return after;
  const { refusalText } = await import('../../views/refusal-text.ts');
  return { ...after, warnings: [...after.warnings, `not reserved: ${refusalText(added.refusal).message}`] };
}

async function intakePreflight(
  deps: LookDeps & AskTakeoverDeps,
  { session, file, input }: AgentRequest<RunPreflight>,
): Promise<AskingOutcome> {
  if (input.name !== undefined) {
    return commitIntake(deps, { file, answer: denied('A session has its name already') });
  }
  const seen = await compare(deps, session.id, input);
  await askAboutStale(deps, seen);
  const { renderLook } = await import('../../views/preflight-text.ts');
  return commitIntake(deps, { file, answer: said(renderLook(seen), preflightJson(seen)) });
}

export const runPreflightVerb = verb({
  name: 'participant.preflight',
  summary: 'Join, and see who else is at work and what conflicts',
  asks: 'anyone',
  reads: false,
  input: RunPreflight,
  answer: async () => (await import('../../contract/answer/preflight.ts')).PreflightAnswer,
  run: runPreflight,
  intake: intakePreflight,
  json: (seen: Preflight) => preflightJson(seen),
});
