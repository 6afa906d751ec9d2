import { STALE_MS, WINDOW_MS } from '../participant/presence.ts';

export type Liveness = 'active' | 'stale' | 'gone';

/** How alive a sender is that was heard of last at this time. */
export function livenessOf(seenAt: number, now: number): Liveness {
  const quietMs = now - seenAt;
  if (quietMs > WINDOW_MS) return 'gone';
  return quietMs > STALE_MS ? 'stale' : 'active';
}
