import { expect, test } from 'vitest';
import { sampleSession } from '../../tests/samples/session.ts';
import { renderSessionTable, renderTotals, sessionPageJson } from './session-table.ts';
import { styleFor } from './style.ts';

const now = Date.parse('2025-11-18T15:36:17.500Z');
const at = (text: string): number => Date.parse(`2025-11-18T${text}Z`);
const sessions = [
  sampleSession({ title: 'Check it' }),
  sampleSession({
    title: 'Check it',
    id: '20251118-150012-prometheus',
    persona: 'prometheus-agent',
    state: 'completed',
    startedAt: at('15:00:12'),
    endedAt: at('15:12:27'),
  }),
  sampleSession({ id: '20251118-143201-traefik', title: 'Check it', state: 'created', startedAt: null }),
];
const totals = { working: 1, idle: 2, completed: 1, created: 1 };

test('the table has the five columns and the totals of everything that matched', () => {
  expect(
    renderSessionTable({ sessions, next: null, totals, day: null, now }, styleFor(false)),
  ).toMatchInlineSnapshot(`
    "SESSION ID                         AGENT               STATUS      STARTED             ELAPSED  TITLE
    20251118-153042-grafana-validator  grafana-validator   RUNNING     2025-11-18 15:30    5m 32s   Check it
    20251118-150012-prometheus         prometheus-agent    COMPLETED   2025-11-18 15:00    12m 15s  Check it
    20251118-143201-traefik            grafana-validator   CREATED     -                   -        Check it

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

test('a parked session says until when, how often it failed and why', () => {
  const parked = sampleSession({
    state: 'parked',
    resumeAt: at('16:00:00'),
    failures: 3,
    parked: { cause: 'service-outage', text: 'API Error: 529\noverloaded' },
  });
  const page = { sessions: [parked], next: null, totals: { parked: 1 }, day: null, now };
  expect(renderSessionTable(page, styleFor(false))).toContain(
    'parked until 2025-11-18 16:00:00 after 3 failed tries: outage of the API: API Error: 529 overloaded)\n',
  );
  expect(sessionPageJson(page).sessions[0]?.parked).toEqual({
    cause: 'service-outage',
    reason: 'API Error: 529\noverloaded',
    next_try_at: '2025-11-18T16:00:00Z',
    tries: 3,
  });
});
