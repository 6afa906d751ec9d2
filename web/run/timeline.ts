import type { EventAnswer } from '../../src/contract/answer/event.ts';

export type Standing = Readonly<{ id: string; state: string }>;

/** Workspaces and questions have states too; these are the ones of sessions and runs. */
const STATES = new Set([
  ...[
    'created',
    'starting',
    'working',
    'idle',
    'waiting',
    'parked',
    'stopping',
    'completed',
    'failed',
    'killed',
  ],
  ...['running', 'synthesising', 'cancelled'],
]);

/** Where the run and its sessions stood after the first so many lines of the journal. */
export function standingsAt(events: readonly EventAnswer[], count: number): readonly Standing[] {
  const states = new Map<string, string>();
  for (const { session_id, run_id, to_state } of events.slice(0, count)) {
    const id = session_id ?? run_id;
    if (id !== null && to_state !== null && STATES.has(to_state)) states.set(id, to_state);
  }
  return [...states].map(([id, state]) => ({ id, state }));
}
