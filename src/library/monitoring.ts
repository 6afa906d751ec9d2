import { roleOf } from './agents.ts';
import { granted } from './granted.ts';
import type { LibraryHost, Wakes } from './host.ts';
import { emit, hostOf, look, type OrchestratorState, snapshotOf } from './orchestrator-state.ts';
import { areAllOver } from './projection.ts';
import type { AgentRole, AgentStatus } from './session.ts';
import { eventsOf, isEnd } from './story.ts';

const PAGE = 1_000;
const LOOK_AGAIN_MS = 60_000;

/** Begins to tell handlers what happens. What happened before is told first. */
export function startMonitoring(state: OrchestratorState): void {
  if (state.stopWatching !== null || state.snapshot === null) return;
  const watch: Watch = { isStopped: false, wakes: null };
  state.stopWatching = () => {
    watch.isStopped = true;
    watch.wakes?.close();
    state.stopWatching = null;
  };
  state.watching = follow(state, watch).then(undefined, (error: unknown) => {
    if (!watch.isStopped) emit(state, { type: 'monitor_error', error: String(error) });
    state.stopWatching = null;
  });
}

/** Stops telling this program's handlers. The session goes on. */
export const stopMonitoring = (state: OrchestratorState): void => state.stopWatching?.();

type Watch = { isStopped: boolean; wakes: Wakes | null };
type Following = Readonly<{ host: LibraryHost; runId: string; watch: Watch }>;

async function follow(state: OrchestratorState, watch: Watch): Promise<void> {
  const host = await hostOf(state);
  const runId = snapshotOf(state).report.run.id;
  watch.wakes = await host.wakes();
  try {
    while (!watch.isStopped) {
      const next = await tell(state, { host, runId, watch });
      if (next === 'done') break;
      if (next === 'rest' && !watch.isStopped) await watch.wakes.next(LOOK_AGAIN_MS);
    }
  } finally {
    watch.wakes.close();
    if (!watch.isStopped) state.stopWatching = null;
  }
}

/** Tells what is new. The lines are read before the snapshot, which therefore knows all of them. */
async function tell(
  state: OrchestratorState,
  { host, runId, watch }: Following,
): Promise<'again' | 'rest' | 'done'> {
  const asked = { runId, after: state.lastTold, limit: PAGE };
  const { entries } = granted(await host.ask('event.list', asked));
  const { report, project, result } = await look(state, runId);
  // What is not told now is told when monitoring starts again.
  if (watch.isStopped) return 'done';
  state.lastTold = entries.at(-1)?.seq ?? state.lastTold;
  for (const event of eventsOf({ entries, report, project }, state.told)) emit(state, event);
  if (entries.some(isEnd) && result !== null) emit(state, { type: 'session_ended', result });
  if (entries.length > 0) return 'again';
  return result === null || !areAllOver(report) ? 'rest' : 'done';
}

/** Looks now, and says how the agent is. */
export async function checkAgentHealth(state: OrchestratorState, role: AgentRole): Promise<AgentStatus> {
  await look(state, snapshotOf(state).report.run.id);
  return roleOf(state, role).status;
}
