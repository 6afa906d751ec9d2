import type { RunReport } from '../domain/run/report.ts';
import { isRunOver } from '../domain/run/run.ts';
import type { OrchestratorConfig } from './config.ts';
import { SwarmError } from './error.ts';
import type { EventHandler, OrchestratorEvent } from './event.ts';
import { granted } from './granted.ts';
import type { LibraryHost } from './host.ts';
import type { ProjectNames } from './projection.ts';
import { readResult } from './result.ts';
import type { SessionResult } from './session.ts';
import type { SeenKeys } from './story.ts';

/** What one orchestrator remembers between calls. Rows decide; this only mirrors them. */
export type OrchestratorState = {
  /** What was given, without the defaults. */
  readonly given: OrchestratorConfig;
  readonly open: () => Promise<LibraryHost>;
  readonly handlers: Set<EventHandler>;
  readonly told: SeenKeys;
  host: Promise<LibraryHost> | null;
  isStarting: boolean;
  snapshot: Snapshot | null;
  /** Number of the last line of the journal that was told of. */
  lastTold: number;
  stopWatching: (() => void) | null;
  /** Resolves when it is told no more. */
  watching: Promise<void>;
};

export type Snapshot = Readonly<{ report: RunReport; project: ProjectNames; result: SessionResult | null }>;

const LOOK_AGAIN_MS = 60_000;

export const initialState = (
  given: OrchestratorConfig,
  open: OrchestratorState['open'],
): OrchestratorState => ({
  given,
  open,
  handlers: new Set(),
  told: new Set(),
  host: null,
  isStarting: false,
  snapshot: null,
  lastTold: 0,
  stopWatching: null,
  watching: Promise.resolve(),
});

/** The project, opened when it is first needed. One that could not be opened is tried again. */
export async function hostOf(state: OrchestratorState): Promise<LibraryHost> {
  state.host ??= state.open();
  try {
    return await state.host;
  } catch (error) {
    state.host = null;
    throw error;
  }
}

export const isLive = ({ snapshot }: OrchestratorState): boolean =>
  snapshot !== null && !isRunOver(snapshot.report.run);

/** The snapshot of the session that there is; an error when none was started. */
export function snapshotOf({ snapshot }: OrchestratorState): Snapshot {
  if (snapshot) return snapshot;
  throw new SwarmError('no-session', 'No session was started', 'startWorkflow(type, goal) starts one');
}

/** Takes a new snapshot. */
export async function look(state: OrchestratorState, runId: string): Promise<Snapshot> {
  const host = await hostOf(state);
  const report = granted(await host.ask('run.show', { runId }));
  const isOver = isRunOver(report.run);
  const known = state.snapshot?.report.run.id === runId ? state.snapshot.result : null;
  const result = isOver ? (known ?? (await readResult(host, runId))) : null;
  const snapshot = { report, project: host.project, result };
  if (isNewer(snapshot, state.snapshot)) state.snapshot = snapshot;
  return snapshot;
}

// Of two that look at the same moment, the one that began first may come back last.
const isNewer = ({ report }: Snapshot, known: Snapshot | null): boolean =>
  known === null || known.report.run.id !== report.run.id || known.report.now <= report.now;

/** A handler that throws ends the program as any uncaught error, and disturbs no other handler. */
export function emit({ handlers }: OrchestratorState, event: OrchestratorEvent): void {
  for (const handler of handlers) queueMicrotask(() => handler(event));
}

type Awaited = Readonly<{ isEnough: (snapshot: Snapshot) => boolean; withinMs: number }>;

/** Looks whenever something changes, until it is enough. */
export async function lookUntil(
  state: OrchestratorState,
  runId: string,
  { isEnough, withinMs }: Awaited,
): Promise<Snapshot> {
  const deadline = Date.now() + withinMs;
  const wakes = await (await hostOf(state)).wakes();
  try {
    for (;;) {
      const snapshot = await look(state, runId);
      if (isEnough(snapshot)) return snapshot;
      const leftMs = deadline - Date.now();
      if (leftMs <= 0) throw new SwarmError('not-in-time', `Session ${runId} did not end in time`);
      await wakes.next(Math.min(leftMs, LOOK_AGAIN_MS));
    }
  } finally {
    wakes.close();
  }
}
