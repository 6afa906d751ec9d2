import { setTimeout } from 'node:timers/promises';
import type { ValueOf } from '../app/verbs.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { RunReport } from '../domain/run/report.ts';
import { renderPlanPicture } from '../views/plan/plan-picture.ts';
import { isLiveRun } from '../views/run-status.ts';
import { answered } from './command.ts';
import { followRun } from './follow-run.ts';
import { goesOnText } from './goes-on-text.ts';
import type { Host } from './host.ts';
import type { Io, Picture } from './io.ts';

/** Times are drawn anew this often while nothing happens, and rows are read at least this often. */
const TICK_MS = 1_000;
const TICKS_MOST = 30;
/** What happens at nearly the same time is drawn together. */
const TOGETHER_MS = 100;

type Status = ValueOf<'plan.status'>;
type Following = Readonly<{ io: Io; isQuiet: boolean }>;

/** Stays with a run of a plan until it is over: one picture on a terminal, lines elsewhere. */
export async function followPlan(
  host: Host,
  runId: string,
  { io, isQuiet }: Following,
): Promise<Outcome<RunReport>> {
  const picture = isQuiet ? null : io.openPicture();
  if (picture === null) return followRun(host, runId, { io, isQuiet });
  io.onInterrupt(() => {
    picture.close();
    io.warn(goesOnText(`Run ${runId}`, `swarm plan status ${runId} --follow`));
  });
  const wakes = await host.wakes();
  try {
    for (;;) {
      const found = await host.ask('plan.status', { plan: runId });
      if (!found.ok) return found;
      const status = found.value;
      await draw(picture, status, io);
      if (!isLiveRun(status.run)) return answered(status.report);
      for (let ticks = 0; ticks < TICKS_MOST && (await wakes.next(TICK_MS)) === 'timeout'; ticks++) {
        await draw(picture, { ...status, report: { ...status.report, now: host.now() } }, io);
      }
      await setTimeout(TOGETHER_MS);
    }
  } finally {
    picture.close();
    wakes.close();
  }
}

const draw = (picture: Picture, status: Status, { style }: Io): Promise<void> =>
  picture.draw(renderPlanPicture(status, picture.size(), style));
