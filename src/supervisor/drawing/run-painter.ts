import type { InboxTally } from '../../domain/message/message.ts';
import { isRunOver, type Run } from '../../domain/run/run.ts';
import { renderInboxJson } from '../../views/inbox-json.ts';
import { logLinesFrom } from '../../views/log-line.ts';
import { renderSharedStatus } from '../../views/shared-status.ts';
import type { RoundDeps } from '../deps.ts';
import type { InboxNews } from '../run/inbox-news.ts';
import { drawRounds } from './draw-rounds.ts';
import { createPlanPainter, type PlanPainter } from './plan-painter.ts';

/** A shown inbox holds the newest messages only, so that drawing one more costs the same in a long run. */
const SHOWN = 100;

/**
 * The status of a busy run is drawn again at most this often; a new state at once, and so is a new stage of a
 * workflow. A plan has hundreds of them, and its agents are given their own copy before each turn.
 */
const REDRAW_MS = 1_000;

/** All inboxes are looked at this often; in between, those that this process gave something to. */
const LOOK_AT_ALL_MS = 2_000;

type DrawnRun = {
  state: string;
  stage: string;
  isPlan: boolean;
  statusAt: number;
  lookedAt: number;
  /** How many verifications. */
  rounds: number;
  readonly inboxes: Map<string, string>;
};
const NOTHING = (): DrawnRun => ({
  ...{ state: '', stage: '', isPlan: false, statusAt: 0, lookedAt: 0, rounds: 0 },
  inboxes: new Map(),
});
/** Gives back when there is something left to draw. */
export type RunPainter = (run: Run) => Promise<number | null>;

/** Draws those inboxes of a run again whose rows changed. Forgets nothing that matters when it dies. */
export function createRunPainter(deps: RoundDeps, news: InboxNews): RunPainter {
  const drawn = new Map<string, DrawnRun>();
  const paintPlan = createPlanPainter(deps);
  return async (run) => {
    const { id: runId } = run;
    const last = drawn.get(runId) ?? NOTHING();
    const isFirst = !drawn.has(runId);
    drawn.set(runId, last);
    for (const [role, tallies] of byRole(await countInboxes(deps, { run, last, news }))) {
      const stamp = JSON.stringify(tallies);
      if (last.inboxes.get(role) === stamp) continue;
      await drawInbox(deps, { runId, role, total: tallies.reduce((sum, { count }) => sum + count, 0) });
      last.inboxes.set(role, stamp);
    }
    if (isFirst) await drawEmptyInboxes(deps, runId, last);
    const dueAt = await drawStatus(deps, { run, last, paintPlan });
    if (isRunOver(run)) drawn.delete(runId);
    return dueAt;
  };
}

type Painting = Readonly<{ run: Run; last: DrawnRun; news: InboxNews }>;

async function countInboxes(
  { store, clock }: RoundDeps,
  { run, last, news }: Painting,
): Promise<readonly InboxTally[]> {
  const roles = news.drain(run.id);
  const now = clock.now();
  if (isRunOver(run) || now - last.lookedAt >= LOOK_AT_ALL_MS) {
    last.lookedAt = now;
    return store.countInboxes({ runId: run.id });
  }
  const counted = [...roles].map((role) => store.countInboxes({ runId: run.id, role }));
  return (await Promise.all(counted)).flat();
}

type Status = Readonly<{ run: Run; last: DrawnRun; paintPlan: PlanPainter }>;

async function drawStatus(deps: RoundDeps, { run, last, paintPlan }: Status): Promise<number | null> {
  const { store, drawings, clock } = deps;
  const { state } = run;
  const stage = `${run.stage} ${run.round}`;
  const now = clock.now();
  const isAtOnce = state !== last.state || (stage !== last.stage && !last.isPlan);
  if (!isAtOnce && now - last.statusAt < REDRAW_MS) return last.statusAt + REDRAW_MS;
  const isPlan = (await paintPlan(run)) !== 'no-plan';
  if (isPlan) last.rounds = await drawRounds(deps, run.id, last.rounds);
  else {
    const status = renderSharedStatus(run, await store.listRunSessions(run.id));
    await drawings.drawRun(run.id, 'shared_status.json', status);
  }
  if (isAtOnce) await drawLog(deps, run.id);
  Object.assign(last, { state, stage, isPlan, statusAt: now });
  return null;
}

/** Every role finds its inbox, also one that nothing was sent to. */
async function drawEmptyInboxes(deps: RoundDeps, runId: string, { inboxes }: DrawnRun): Promise<void> {
  const sessions = await deps.store.listRunSessions(runId);
  const roles = new Set(sessions.flatMap(({ role }) => role ?? []));
  for (const role of roles) {
    if (!inboxes.has(role)) await drawInbox(deps, { runId, role, total: 0 });
  }
}

const logLine = logLinesFrom('info');
const LOG_LINES = 5_000;

/** What happened in the run and to its sessions, line by line. */
async function drawLog({ store, drawings }: RoundDeps, runId: string): Promise<void> {
  const entries = await store.listJournal({ after: 0, limit: LOG_LINES, runId });
  await drawings.drawRunLog(runId, entries.map(logLine).join(''));
}

type Inbox = Readonly<{ runId: string; role: string; total: number }>;

async function drawInbox({ store, drawings }: RoundDeps, { runId, role, total }: Inbox): Promise<void> {
  const entries = await store.listInbox({ runId, role, limit: SHOWN });
  await drawings.drawRun(runId, `messages/inbox/${role}.json`, renderInboxJson({ role, total, entries }));
}

function byRole(tallies: readonly InboxTally[]): ReadonlyMap<string, readonly InboxTally[]> {
  const found = new Map<string, InboxTally[]>();
  for (const tally of tallies) found.set(tally.role, [...(found.get(tally.role) ?? []), tally]);
  return found;
}
