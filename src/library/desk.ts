import type { RunReport } from '../domain/run/report.ts';
import { isRunOver } from '../domain/run/run.ts';
import type { OrchestratorConfig } from './config.ts';
import { SwarmError } from './error.ts';
import type { EventHandler, OrchestratorEvent } from './event.ts';
import { granted } from './granted.ts';
import type { LibraryHost } from './host.ts';
import type { Place } from './projection.ts';
import { readResult } from './result.ts';
import type { SessionResult } from './session.ts';
import type { Told } from './story.ts';

/** What one orchestrator has in front of it. Rows decide; this is its picture of them. */
export type Desk = {
  /** What was given, without the defaults. */
  readonly given: OrchestratorConfig;
  readonly open: () => Promise<LibraryHost>;
  readonly handlers: Set<EventHandler>;
  readonly told: Told;
  host: Promise<LibraryHost> | null;
  isStarting: boolean;
  picture: Picture | null;
  /** Number of the last line of the journal that was told of. */
  lastTold: number;
  stopWatching: (() => void) | null;
  /** Resolves when it is told no more. */
  watching: Promise<void>;
};

export type Picture = Readonly<{ report: RunReport; place: Place; result: SessionResult | null }>;

const LOOK_AGAIN_MS = 60_000;

export const openDesk = (given: OrchestratorConfig, open: Desk['open']): Desk => ({
  given,
  open,
  handlers: new Set(),
  told: new Set(),
  host: null,
  isStarting: false,
  picture: null,
  lastTold: 0,
  stopWatching: null,
  watching: Promise.resolve(),
});

/** The project, opened when it is first needed. One that could not be opened is tried again. */
export async function hostOf(desk: Desk): Promise<LibraryHost> {
  desk.host ??= desk.open();
  try {
    return await desk.host;
  } catch (error) {
    desk.host = null;
    throw error;
  }
}

export const isLive = ({ picture }: Desk): boolean => picture !== null && !isRunOver(picture.report.run);

/** The picture of the session that there is; an error when none was started. */
export function pictureOf({ picture }: Desk): Picture {
  if (picture) return picture;
  throw new SwarmError('no-session', 'No session was started', 'startWorkflow(type, goal) starts one');
}

/** Draws the picture anew. */
export async function look(desk: Desk, runId: string): Promise<Picture> {
  const host = await hostOf(desk);
  const report = granted(await host.ask('run.show', { runId }));
  const isOver = isRunOver(report.run);
  const known = desk.picture?.report.run.id === runId ? desk.picture.result : null;
  const result = isOver ? (known ?? (await readResult(host, runId))) : null;
  const picture = { report, place: host.place, result };
  if (isNewer(picture, desk.picture)) desk.picture = picture;
  return picture;
}

// Of two that look at the same moment, the one that began first may come back last.
const isNewer = ({ report }: Picture, known: Picture | null): boolean =>
  known === null || known.report.run.id !== report.run.id || known.report.now <= report.now;

/** A handler that throws ends the program as any uncaught error, and disturbs no other handler. */
export function emit({ handlers }: Desk, event: OrchestratorEvent): void {
  for (const handler of handlers) queueMicrotask(() => handler(event));
}

type Awaited = Readonly<{ isEnough: (picture: Picture) => boolean; withinMs: number }>;

/** Looks whenever something changes, until it is enough. */
export async function lookUntil(
  desk: Desk,
  runId: string,
  { isEnough, withinMs }: Awaited,
): Promise<Picture> {
  const deadline = Date.now() + withinMs;
  const wakes = await (await hostOf(desk)).wakes();
  try {
    for (;;) {
      const picture = await look(desk, runId);
      if (isEnough(picture)) return picture;
      const leftMs = deadline - Date.now();
      if (leftMs <= 0) throw new SwarmError('not-in-time', `Session ${runId} did not end in time`);
      await wakes.next(Math.min(leftMs, LOOK_AGAIN_MS));
    }
  } finally {
    wakes.close();
  }
}
