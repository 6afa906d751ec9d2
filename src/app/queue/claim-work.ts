import { ClaimWork } from '../../contract/queue.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { claimRefusal, hasLiveLease } from '../../domain/queue/lease.ts';
import { stepWork, type WorkItem, type WorkStep } from '../../domain/queue/work-item.ts';
import { workJson } from '../../views/work-view.ts';
import type { AskTakeoverDeps } from '../participant/ask-takeover.ts';
import { type ExpireDeps, expireOthers } from '../participant/expire-silent.ts';
import { requireActor } from '../participant/find-self.ts';
import { verb } from '../verb.ts';
import { asSelf } from './as-self.ts';
import { announceChange, changeWork, NOTHING_LEFT } from './change-work.ts';
import { filterOf } from './filter-of.ts';
import { nothingReady } from './next-work.ts';
import { pullOne, pullOutsideWork } from './pull-outside-work.ts';
import type { QueueDeps } from './queue-deps.ts';
import { type ChangedWork, viewOne } from './view-work.ts';

/** Gives one work item to one holder for the time of a lease. Looking and taking are one transaction. */
export async function claimWork(deps: QueueDeps, input: ClaimWork): Promise<Outcome<ChangedWork>> {
  const { workId } = input;
  const warnings = workId === undefined ? await pullOutsideWork(deps) : await pullOne(deps, workId);
  const outcome = workId === undefined ? await claimNext(deps, input) : await claimThis(deps, workId, input);
  if (!outcome.ok) return outcome;
  return accept({ ...outcome.value, warnings: [...warnings, ...outcome.value.warnings] });
}

async function claimNext(deps: QueueDeps, input: ClaimWork): Promise<Outcome<ChangedWork>> {
  const { store, by } = deps;
  const at = deps.clock.now();
  const { holder, leaseUntil, sessionId } = leaseOf(deps, input, at);
  const filter = filterOf(input);
  const result = await store.commit([
    {
      kind: 'claim-next',
      claim: { holder, at, until: leaseUntil, sessionId },
      filter,
      journal: { at, by, note: `for ${holder}` },
    },
  ]);
  if (!result.saved || !result.claimed) return refuse(await nothingReady(store, filter));
  return announceChange(deps, await viewOne(store, result.claimed, at), { isTold: true });
}

function claimThis(deps: QueueDeps, workId: string, input: ClaimWork): Promise<Outcome<ChangedWork>> {
  const holder = input.holder ?? deps.by;
  const note = `for ${holder}`;
  return changeWork(deps, { workId, note, isTold: true }, async (work, at) => {
    if (hasLiveLease(work, at) && work.holder === holder) return NOTHING_LEFT;
    const ready = await checkReady(deps, work, { at, isForced: input.force });
    return ready.ok ? stepWork(work, 'claim', { at, patch: leaseOf(deps, input, at) }) : ready;
  });
}

function leaseOf({ config, by }: QueueDeps, input: ClaimWork, at: number) {
  const leaseUntil = at + (input.leaseMs ?? config.queue.leaseMs);
  return { holder: input.holder ?? by, leaseUntil, sessionId: input.sessionId ?? null };
}

async function checkReady(
  { store }: QueueDeps,
  work: WorkItem,
  { at, isForced }: Readonly<{ at: number; isForced: boolean }>,
): Promise<Outcome<WorkStep | null>> {
  if (hasLiveLease(work, at)) return refuse(claimRefusal(work, at));
  const { standing, waitsFor } = await viewOne(store, work, at);
  const isOpen = work.state === 'queued' || work.state === 'claimed';
  if (standing === 'ready' || isForced || !isOpen) return accept(null);
  return refuse({ code: 'work-not-ready', workId: work.id, standing, waitsFor });
}

const claimAsSelf = asSelf((deps, input: ClaimWork) => claimWork(deps, input));

/** What one holds that is gone may be claimed, also where no supervisor has said so. */
async function claimFreed(
  deps: Parameters<typeof claimAsSelf>[0] & ExpireDeps & AskTakeoverDeps,
  input: ClaimWork,
): Promise<Outcome<ChangedWork>> {
  await expireOthers(deps);
  const claimed = await claimAsSelf(deps, input);
  if (claimed.ok || claimed.refusal.code !== 'work-claimed') return claimed;
  const { holder, workId } = claimed.refusal;
  const self = await requireActor(deps);
  const wantedBy = self.ok ? self.value.id : deps.by;
  const { askTakeover } = await import('../participant/ask-takeover.ts');
  await askTakeover(deps, { holder, wantedBy, wants: [workId] });
  return claimed;
}

export const claimWorkVerb = verb({
  name: 'queue.claim',
  summary: 'Claim a work item for the time of a lease',
  asks: 'person',
  reads: false,
  input: ClaimWork,
  answer: async () => (await import('../../contract/answer/queue.ts')).WorkAnswer,
  run: claimFreed,
  json: workJson,
});
