import { roleOf } from './agents.ts';
import { type Desk, emit, hostOf, look, pictureOf } from './desk.ts';
import { granted } from './granted.ts';
import type { LibraryHost, Wakes } from './host.ts';
import { areAllOver } from './projection.ts';
import type { AgentRole, AgentStatus } from './session.ts';
import { eventsOf, isEnd } from './story.ts';

const PAGE = 1_000;
const LOOK_AGAIN_MS = 60_000;

/** Begins to tell handlers what happens. What happened before is told first. */
export function startMonitoring(desk: Desk): void {
  if (desk.stopWatching !== null || desk.picture === null) return;
  const watch: Watch = { isStopped: false, wakes: null };
  desk.stopWatching = () => {
    watch.isStopped = true;
    watch.wakes?.close();
    desk.stopWatching = null;
  };
  desk.watching = follow(desk, watch).then(undefined, (error: unknown) => {
    if (!watch.isStopped) emit(desk, { type: 'monitor_error', error: String(error) });
    desk.stopWatching = null;
  });
}

/** Stops telling this program's handlers. The session goes on. */
export const stopMonitoring = (desk: Desk): void => desk.stopWatching?.();

type Watch = { isStopped: boolean; wakes: Wakes | null };
type Following = Readonly<{ host: LibraryHost; runId: string; watch: Watch }>;

async function follow(desk: Desk, watch: Watch): Promise<void> {
  const host = await hostOf(desk);
  const runId = pictureOf(desk).report.run.id;
  watch.wakes = await host.wakes();
  try {
    while (!watch.isStopped) {
      const next = await tell(desk, { host, runId, watch });
      if (next === 'done') break;
      if (next === 'rest' && !watch.isStopped) await watch.wakes.next(LOOK_AGAIN_MS);
    }
  } finally {
    watch.wakes.close();
    if (!watch.isStopped) desk.stopWatching = null;
  }
}

/** Tells what is new. The lines are read before the picture, which therefore knows all of them. */
async function tell(desk: Desk, { host, runId, watch }: Following): Promise<'again' | 'rest' | 'done'> {
  const asked = { runId, after: desk.lastTold, limit: PAGE };
  const { entries } = granted(await host.ask('event.list', asked));
  const { report, place, result } = await look(desk, runId);
  // What is not told now is told when monitoring starts again.
  if (watch.isStopped) return 'done';
  desk.lastTold = entries.at(-1)?.seq ?? desk.lastTold;
  for (const event of eventsOf({ entries, report, place }, desk.told)) emit(desk, event);
  if (entries.some(isEnd) && result !== null) emit(desk, { type: 'session_ended', result });
  if (entries.length > 0) return 'again';
  return result === null || !areAllOver(report) ? 'rest' : 'done';
}

/** Looks now, and says how the agent is. */
export async function checkAgentHealth(desk: Desk, role: AgentRole): Promise<AgentStatus> {
  await look(desk, pictureOf(desk).report.run.id);
  return roleOf(desk, role).status;
}
