import { expect, test } from 'vitest';
import { sampleQuestion, sampleSession } from '../../tests/samples/session.ts';
import type { Session } from '../domain/session/session.ts';
import { type OverviewView, overviewJson, renderOverview } from './session-overview.ts';
import { styleFor } from './style.ts';
import { textWidth } from './text-width.ts';

const now = Date.parse('2025-11-18T15:36:17.500Z');
const since = (text: string): number => Date.parse(`2025-11-18T${text}Z`);
const asks = sampleSession({ state: 'waiting', title: 'Mend the login', stateSince: since('15:31:00') });
const ready = sampleSession({
  id: '20251118-150012-developer',
  persona: 'developer',
  state: 'completed',
  title: 'ログインの修正とテストの追加とドキュメントの更新',
  stateSince: since('15:12:27'),
});
const parked = sampleSession({
  id: '20251118-143201-traefik',
  state: 'parked',
  title: 'Watch\nthe proxy',
  stateSince: since('15:36:00'),
  resumeAt: since('16:00:00'),
});
const failed = sampleSession({ id: '20251117-080000-old', state: 'failed', stateSince: since('12:00:00') });

const group = (name: OverviewView['groups'][number]['group'], ...sessions: readonly Session[]) => ({
  group: name,
  count: sessions.length,
  sessions,
});
const view: OverviewView = {
  groups: [
    group('needs-you', asks),
    group('review', ready),
    group('working'),
    group('waiting', parked),
    { group: 'done', count: 13, sessions: [failed] },
  ],
  questions: [sampleQuestion({ id: 'q-1a2b3c4d' })],
  branches: new Map([[ready.id, 'swarm/20251118-150012-developer']]),
  words: new Map(),
  next: { is: 'answer', questionId: 'q-1a2b3c4d' },
  pause: null,
  isWhole: false,
  now,
};
const draw = (columns: number, more: Partial<OverviewView> = {}): string =>
  renderOverview({ ...view, ...more }, { style: styleFor(false), columns });

test('sessions stand below what they want, with state, time, persona and title', () => {
  expect(draw(104)).toMatchInlineSnapshot(`
    "Needs you
      20251118-153042-grafana-validator  waiting    5m 17s       grafana-validator  Mend the login
        q-1a2b3c4d: Which datasource?

    Ready for review
      20251118-150012-developer          completed  23m 50s ago  developer          ログインの修正とテスト…

    Waiting for something
      20251118-143201-traefik            parked     17s          grafana-validator  Watch the proxy (parked…

    Done
      20251117-080000-old                failed     3h 36m ago   grafana-validator  Check the dashboards
      … 12 more (swarm list --all)

    Next: swarm answer q-1a2b3c4d <answer>
    "
  `);
});

test('on a narrow terminal columns go and titles are cut, and no line is too wide', () => {
  expect(draw(76)).toMatchInlineSnapshot(`
    "Needs you
      20251118-153042-grafana-validator  waiting    Mend the login
        q-1a2b3c4d: Which datasource?

    Ready for review
      20251118-150012-developer          completed  ログインの修正とテストの追…

    Waiting for something
      20251118-143201-traefik            parked     Watch the proxy (parked unt…

    Done
      20251117-080000-old                failed     Check the dashboards
      … 12 more (swarm list --all)

    Next: swarm answer q-1a2b3c4d <answer>
    "
  `);
  expect(draw(50)).toMatchInlineSnapshot(`
    "Needs you
      20251118-153042-grafana-validator  waiting
        q-1a2b3c4d: Which datasource?

    Ready for review
      20251118-150012-developer          completed

    Waiting for something
      20251118-143201-traefik            parked

    Done
      20251117-080000-old                failed
      … 12 more (swarm list --all)

    Next: swarm answer q-1a2b3c4d <answer>
    "
  `);
  for (let columns = 30; columns <= 140; columns++) {
    const wide = draw(columns)
      .split('\n')
      .filter((line) => !/^(Next|.*… 12 more)/.test(line) && textWidth(line) > columns);
    expect([columns, wide]).toEqual([columns, []]);
  }
});

test('the whole list does not send to itself for more, and nothing at all says so', () => {
  expect(draw(80, { isWhole: true })).toContain('… 12 more (swarm list | less)');
  const empty = draw(80, { groups: [], questions: [], next: { is: 'create' } });
  expect(empty).toBe('No sessions found\n\nNext: swarm create <agent> <task-file>\n');
});

test('a question without a session stands in the first group', () => {
  const questions = [sampleQuestion({ id: 'q-5', sessionId: null, text: 'Go on\nwith the loop?' })];
  expect(draw(80, { groups: [group('needs-you')], questions })).toContain(
    'Needs you\n  q-5: Go on⏎with the loop?\n',
  );
});

test.each([
  [{ is: 'merge-run', runId: '17' }, 'swarm merge 17'],
  [{ is: 'merge-session', sessionId: 'a' }, 'swarm merge a'],
  [{ is: 'follow', sessionId: 'a' }, 'swarm logs a --follow'],
] as const)('%j is "%s"', (next, text) => {
  expect(draw(80, { next })).toMatch(new RegExp(`\nNext: ${text}\n$`));
});

test('programs get the same groups', () => {
  expect(overviewJson(view)).toMatchObject({
    groups: [
      { group: 'needs-you', count: 1, sessions: [{ state_since: '2025-11-18T15:31:00Z', branch: null }] },
      { group: 'review', sessions: [{ branch: 'swarm/20251118-150012-developer' }] },
      { group: 'working', count: 0 },
      { group: 'waiting', count: 1 },
      { group: 'done', count: 13 },
    ],
    questions: [{ id: 'q-1a2b3c4d', session: asks.id, text: 'Which datasource?' }],
    next: 'swarm answer q-1a2b3c4d <answer>',
  });
});

test('what agents said last is one line of bounded length, and null where nothing is known', () => {
  const words = new Map([[asks.id, `I look\n${'x'.repeat(500)}`]]);
  const { groups } = overviewJson({ ...view, words });
  const said = groups.flatMap(({ sessions }) => sessions.map(({ last_words }) => last_words));
  expect(said).toEqual([`I look ${'x'.repeat(192)}…`, null, null, null]);
});

test('why a session failed is said in one line, and null where nothing is known', () => {
  const broken = { ...failed, reason: 'exit-code', reasonText: 'exit 1\nas it was told' } as const;
  const [done] = overviewJson({ ...view, groups: [group('done', broken, ready)] }).groups;
  expect(done?.sessions.map(({ status_reason }) => status_reason)).toEqual(['exit 1 as it was told', null]);
});
