import type { InputOf, ValueOf } from '../app/verbs.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Refusal } from '../domain/refusal.ts';
import { conflictText } from '../views/preflight-sentence.ts';
import { renderTakeover } from '../views/takeover-text.ts';
import { answered, refused } from './command.ts';
import type { Host } from './host.ts';
import type { Io } from './io.ts';
import {
  askChoice,
  CONFLICT_CHOICES,
  CONFLICT_OPTIONS,
  type ConflictChoice,
  STALE_CHOICES,
  STALE_OPTIONS,
  type StaleChoice,
} from './preflight-choice.ts';

/** One wait is no longer than this; then it is looked at and asked again. */
const WAIT_MS = 5 * 60_000;
/** What no row tells, such as the end of a process, is seen after this. */
const LOOK_AGAIN_MS = 15_000;

export type PreflightWishes = Readonly<{
  input: InputOf<'participant.preflight'>;
  onConflict: ConflictChoice | undefined;
  onStale: StaleChoice | undefined;
}>;

type PreflightView = ValueOf<'participant.preflight'>;
type Stale = PreflightView['others'][number];
type Step = Readonly<{ is: 'done' }> | Readonly<{ is: 'again'; track?: string }>;
type Talk = Readonly<{ host: Host; io: Io; wishes: PreflightWishes; settled: Set<string> }>;

const DONE: Step = { is: 'done' };
/** Each round follows a choice of the person or a wait, so a person ends it long before. */
const MOST_ROUNDS = 1_000;

/** Looks, shows, and asks what to do about it, until nothing is in the way or it was decided to go on. */
export async function runPreflight(
  host: Host,
  wishes: PreflightWishes,
  io: Io,
): Promise<Outcome<PreflightView>> {
  const settled = new Set<string>();
  let { input } = wishes;
  let seen: PreflightView | null = null;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const outcome = await host.ask('participant.preflight', input);
    if (!outcome.ok) return outcome;
    seen = outcome.value;
    const step = await settle({ host, io, wishes: { ...wishes, input }, settled }, seen);
    if (!step.ok) return step;
    if (step.value.is === 'done') break;
    input = { ...input, ...(step.value.track === undefined ? {} : { track: step.value.track }) };
  }
  return answered(seen as PreflightView);
}

async function settle(talk: Talk, seen: PreflightView): Promise<Outcome<Step>> {
  await showSeen(talk, seen);
  for (const stale of seen.others.filter((other) => isToBeAsked(talk, other))) {
    const step = await settleStale(talk, seen, stale);
    if (!step.ok || step.value.is === 'again') return step;
  }
  const conflicts = seen.conflicts.filter(({ other }) => !other.isStale);
  return conflicts.length === 0 ? answered(DONE) : settleConflicts(talk, seen);
}

/** Before a command starts work, only those that hold something are asked about. */
function isToBeAsked({ wishes, settled }: Talk, { id, isStale, track, items, files }: Stale): boolean {
  const holds = track !== null || items.length > 0 || files.length > 0;
  return isStale && !settled.has(id) && (holds || wishes.input.how !== 'automatic');
}

// What draws boxes is needed only where a person reads them.
const loadBoxes = () => import('../views/preflight-text.ts');

const canAsk = (io: Io): boolean => !io.isJson && io.isTerminal;
const boxOf = (io: Io) => ({ columns: io.columns, isPlain: io.isPlain });

async function showSeen({ io, wishes, settled }: Talk, seen: PreflightView): Promise<void> {
  for (const warning of seen.warnings) warnOnce(io, settled, warning);
  if (wishes.input.how === 'automatic' || settled.has('shown')) return;
  settled.add('shown');
  if (io.isJson) return;
  const { renderSessions } = await loadBoxes();
  const self = seen.self === null ? '' : `${seen.self.id} is at work here\n`;
  await io.say(`${self}${renderSessions(seen.others, { now: seen.now, box: boxOf(io) })}`);
}

function warnOnce(io: Io, settled: Set<string>, text: string): void {
  if (!settled.has(text)) io.warn(`⚠️  ${text}\n`);
  settled.add(text);
}

async function settleStale(talk: Talk, seen: PreflightView, stale: Stale): Promise<Outcome<Step>> {
  const { host, io, wishes, settled } = talk;
  const choice = wishes.onStale ?? (canAsk(io) ? await askStale(io, seen, stale) : 'ignore');
  if (choice === 'wait') return waitFor(talk, seen, `${stale.display} to be heard of`);
  settled.add(stale.id);
  if (choice === 'ignore') {
    const minutes = Math.floor((seen.now - stale.seenAt) / 60_000);
    if (!canAsk(io)) warnOnce(io, settled, `${stale.display} is stale: inactive for ${minutes} minutes`);
    return answered(DONE);
  }
  const taken = await takeOverStale(host, stale.id);
  if (!taken.ok) return warnOfRefusal(io, taken.refusal);
  await io.say(`${taken.value}\n`);
  return answered({ is: 'again' });
}

/** It may be at work after all: that is no reason to start nothing. */
async function warnOfRefusal(io: Io, refusal: Refusal): Promise<Outcome<Step>> {
  const { refusalText } = await import('../views/refusal-text.ts');
  const { message, hint } = refusalText(refusal);
  io.warn(`⚠️  ${message}\n${hint === '' ? '' : `ℹ️  ${hint}\n`}`);
  return answered(DONE);
}

/** What was done, in words. */
async function takeOverStale(host: Host, participantId: string): Promise<Outcome<string>> {
  const taken = await host.ask('participant.take-over', { participant: participantId, yes: true });
  return taken.ok ? answered(renderTakeover(taken.value).trimEnd()) : taken;
}

async function askStale(io: Io, { now }: PreflightView, stale: Stale): Promise<StaleChoice> {
  const { renderStale } = await loadBoxes();
  io.warn(renderStale(stale, { now, box: boxOf(io), options: STALE_OPTIONS }));
  return askChoice(io, 'Choose [T/W/I]: ', { choices: STALE_CHOICES, otherwise: 'ignore' });
}

async function settleConflicts(talk: Talk, seen: PreflightView): Promise<Outcome<Step>> {
  const { io, wishes, settled } = talk;
  const { renderConflicts } = await loadBoxes();
  const isAsked = wishes.onConflict === undefined && canAsk(io);
  if (isAsked) io.warn(renderConflicts(seen.conflicts, { box: boxOf(io), options: CONFLICT_OPTIONS }));
  else
    for (const conflict of seen.conflicts)
      warnOnce(io, settled, `${conflict.kind} conflict: ${conflictText(conflict)}`);
  const question = { choices: CONFLICT_CHOICES, otherwise: 'switch' } as const;
  const choice = isAsked
    ? await askChoice(io, 'Choose [P/S/W]: ', question)
    : (wishes.onConflict ?? 'proceed');
  if (choice === 'proceed') return answered(DONE);
  if (choice === 'wait') return waitFor(talk, seen, 'the conflicts to be over');
  const track = isAsked && wishes.input.how !== 'automatic' ? await io.askLine('Track: ') : '';
  if (track !== '') return answered({ is: 'again', track });
  return refused({ code: 'preflight-conflict', conflicts: seen.conflicts.map(conflictText), waitedMs: null });
}

/** Waits until others than before are in the way. A wait that a flag asked for ends refused. */
async function waitFor(
  { host, io, wishes }: Talk,
  seen: PreflightView,
  what: string,
): Promise<Outcome<Step>> {
  io.warn(`⏳ Waiting for ${what}, at most 5 minutes; Ctrl-C leaves\n`);
  io.onInterrupt(() => io.warn('\nℹ️  Not waiting any longer; nothing was started\n'));
  const deadline = host.now() + WAIT_MS;
  const wakes = await host.rowWakes();
  try {
    for (let leftMs = WAIT_MS; leftMs > 0; leftMs = deadline - host.now()) {
      await wakes.next(Math.min(leftMs, LOOK_AGAIN_MS));
      const looked = await host.ask('participant.preflight', { ...wishes.input, how: 'look' });
      if (!looked.ok) return looked;
      if (picture(looked.value) !== picture(seen)) return answered({ is: 'again' });
    }
  } finally {
    wakes.close();
  }
  if (canAsk(io)) return answered({ is: 'again' });
  return refused({
    code: 'preflight-conflict',
    conflicts: seen.conflicts.length > 0 ? seen.conflicts.map(conflictText) : [`waited for ${what}`],
    waitedMs: WAIT_MS,
  });
}

/** What a wait compares: who is in the way of what, and who is stale. */
const picture = ({ conflicts, others }: PreflightView): string =>
  JSON.stringify([
    conflicts.map(({ kind, other, theirs }) => [kind, other.id, theirs]),
    others.filter(({ isStale }) => isStale).map(({ id }) => id),
  ]);
