import { expect, test } from 'vitest';
import { sampleSession } from '../../tests/samples/session.ts';
import { renderSessionTable, renderTotals, sessionPageJson } from './session-table.ts';
import { styleFor } from './style.ts';

const now = Date.parse('2025-11-18T15:36:17.500Z');
const at = (text: string): number => Date.parse(`2025-11-18T${text}Z`);
const sessions = [
  sampleSession(),
  sampleSession({
    id: '20251118-150012-prometheus',
    persona: 'prometheus-agent',
    state: 'completed',
    startedAt: at('15:00:12'),
    endedAt: at('15:12:27'),
  }),
  sampleSession({ id: '20251118-143201-traefik', state: 'created', startedAt: null }),
];
const totals = { working: 1, idle: 2, completed: 1, created: 1 };

test('the table has the five columns and the totals of everything that matched', () => {
  expect(
    renderSessionTable({ sessions, next: null, totals, day: null, now }, styleFor(false)),
  ).toMatchInlineSnapshot(`
    "SESSION ID                         AGENT               STATUS      STARTED             ELAPSED
    20251118-153042-grafana-validator  grafana-validator   RUNNING     2025-11-18 15:30    5m 32s
    20251118-150012-prometheus         prometheus-agent    COMPLETED   2025-11-18 15:00    12m 15s
    20251118-143201-traefik            grafana-validator   CREATED     -                   -

    Total: 5 sessions (1 created, 3 running, 1 completed)
    "
  `);
});

test('colours change no column', () => {
  const plain = renderSessionTable({ sessions, next: null, totals, day: null, now }, styleFor(false));
  const coloured = renderSessionTable({ sessions, next: null, totals, day: null, now }, styleFor(true));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
  expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(plain);
  expect(coloured).not.toBe(plain);
});

test('no sessions are said in words', () => {
  expect(renderSessionTable({ sessions: [], next: null, totals: {}, day: null, now }, styleFor(false))).toBe(
    'No sessions found\n',
  );
});

test('one session is not called sessions, and statuses without sessions are left out', () => {
  expect(renderTotals({ failed: 1 })).toBe('Total: 1 session (1 failed)');
  expect(renderTotals({})).toBe('Total: 0 sessions');
});

test('programs get the same rows with the cursor of the next page', () => {
  expect(
    sessionPageJson({ sessions: sessions.slice(0, 1), next: 'c', totals, day: null, now }),
  ).toMatchObject({
    sessions: [{ session_id: '20251118-153042-grafana-validator', status: 'RUNNING', elapsed_seconds: 332 }],
    next: 'c',
    totals: { CREATED: 1, RUNNING: 3, COMPLETED: 1, FAILED: 0, KILLED: 0 },
    day_budget: null,
  });
});
