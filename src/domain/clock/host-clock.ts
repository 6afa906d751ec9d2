/** What the clocks of a machine say at one moment. */
export type ClockReading = Readonly<{
  /** Epoch milliseconds, as people set them. */
  wall: number;
  /** Milliseconds since the machine was started; no setting of the clock moves it, and no sleep. */
  steady: number;
  /** Names the time since the machine was started. */
  boot: string;
}>;

/**
 * A reading that the times in rows of this host fit: whatever the wall clock has done otherwise since then is
 * a jump, and the times that a clock counts from have to be moved along.
 */
export type HostClock = ClockReading & Readonly<{ hostId: string; version: number }>;

const TOLERANCE_MS = 2_000;
// A clock that is corrected slowly runs up to half a thousandth too fast or too slow.
const DRIFT = 0.001;

/**
 * By how much the wall clock has moved beyond the time that passed: forward after a sleep of the machine or
 * when it was put on, backward when it was put back. What the correction of a clock explains is none.
 */
export function jumpBetween(before: ClockReading, now: ClockReading): number {
  const passed = now.steady - before.steady;
  const jump = now.wall - before.wall - passed;
  return Math.abs(jump) <= Math.max(TOLERANCE_MS, passed * DRIFT) ? 0 : Math.round(jump);
}

/**
 * The time for which no supervisor looked that counts for nothing: all but a moment of what lies between two
 * boots, and of a stop of the supervisor itself, which may have been one of the whole machine.
 */
export function unseenBetween(before: ClockReading, now: ClockReading, longestMs: number): number {
  if (before.boot !== now.boot) {
    const off = now.wall - before.wall;
    return Math.round(off < 0 ? off : Math.max(0, off - longestMs));
  }
  return Math.round(Math.max(0, now.steady - before.steady - longestMs));
}
