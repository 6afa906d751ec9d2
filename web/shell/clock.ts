import { signal } from '@preact/signals';

const TICK_MS = 10_000;

/** The time that ages are told at. It moves on slowly: ages are in seconds only at the very start. */
export const now = signal(Date.now());

export function startClock(): void {
  setInterval(() => {
    if (!document.hidden) now.value = Date.now();
  }, TICK_MS);
}
