import { expect, test } from 'vitest';
import { SESSION_STATES } from '../../domain/session/session.ts';
import { decideRecheck } from './recheck.ts';

const NOW = 1_700_000_000_000;
const timing = { sweepMs: 5_000, now: NOW };
const MINUTE = 60_000;

test('only what depends on more than rows and files is looked at again by itself', () => {
  const table = Object.fromEntries(
    SESSION_STATES.map((state) => [
      state,
      (['headless', 'interactive'] as const)
        .map((mode) => decideRecheck({ state, mode, stateSince: NOW - MINUTE }, timing))
        .map((at) => (at === null ? '-' : String(at - NOW)))
        .join(' '),
    ]),
  );
  expect(table).toMatchInlineSnapshot(`
    {
      "completed": "- -",
      "created": "- -",
      "failed": "- -",
      "idle": "- -",
      "killed": "- -",
      "parked": "- -",
      "starting": "5000 5000",
      "stopping": "5000 5000",
      "waiting": "6000 5000",
      "working": "- 5000",
    }
  `);
});

test('who has waited long is looked at less often, but never less than twice a minute', () => {
  const after = (waitedMs: number) =>
    (decideRecheck({ state: 'waiting', mode: 'headless', stateSince: NOW - waitedMs }, timing) ?? 0) - NOW;
  expect([0, 100_000, 200_000, 60 * MINUTE].map(after)).toEqual([5_000, 10_000, 20_000, 30_000]);
});
