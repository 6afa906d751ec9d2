import { expect, test } from 'vitest';
import { sampleQuestion, sampleSession } from '../../tests/samples/session.ts';
import { ReportAnswer } from '../contract/answer/report.ts';
import type { Session } from '../domain/session/session.ts';
import { NO_USAGE } from '../domain/usage/usage.ts';
import type { EndedSession, Report, WorkFacts } from './report.ts';
import { reportJson } from './report-json.ts';
import { renderReport, renderReportMarkdown } from './report-text.ts';
import { styleFor } from './style.ts';

const NOW = Date.parse('2026-01-02T09:00:00Z');
const HOUR = 3_600_000;
const PLAIN = styleFor(false);

const WORK: WorkFacts = {
  branch: 'swarm/s-1',
  source: 'workspace',
  commits: 2,
  size: { files: 3, added: 12, deleted: 4 },
  uncommitted: 1,
};

const ended = (changes: Partial<Session>, more: Partial<EndedSession> = {}): EndedSession => ({
  session: sampleSession({ state: 'completed', endedAt: NOW - HOUR, ...changes }),
  costUsd: 0,
  work: null,
  ...more,
});

const reportOf = (more: Partial<Report> = {}): Report => ({
  since: NOW - 12 * HOUR,
  now: NOW,
  ended: [],
  isCut: false,
  questions: [],
  live: [],
  usage: NO_USAGE,
  ...more,
});

const night = reportOf({
  ended: [
    ended({ id: 's-1', title: 'Mend the login' }, { work: WORK, costUsd: 1.2 }),
    ended({ id: 's-2', title: 'Say hello' }),
    ended({ id: 's-3', title: 'Break', state: 'failed', reason: 'crash', reasonText: 'signal\u001b[2J 9' }),
    ended({ id: 's-4', title: 'Halt', state: 'killed', reason: 'asked', reasonText: null }),
  ],
  questions: [
    {
      ...sampleQuestion({ id: 'q-1', sessionId: 's-5', text: 'Which one?', options: ['a', 'b'] }),
      title: 'Choose',
    },
  ],
  live: [
    sampleSession({ id: 's-5', title: 'Choose', state: 'waiting' }),
    sampleSession({ id: 's-6', title: 'Go on', state: 'working', stateSince: NOW - 300_000 }),
  ],
  usage: { ...NO_USAGE, sessions: 5, attempts: 6, inputTokens: 900, outputTokens: 80, costUsd: 1.5 },
});

test('the page has counts on top, and of each what it came to with the command that leads on', () => {
  expect(renderReport(night, PLAIN)).toBe(
    [
      'Since 2026-01-01 21:00 UTC (12h 0m)',
      '2 done, 1 failed, 1 stopped, 1 question waits for you, 1 at work, $1.50',
      '',
      'Done',
      '  ✅ Mend the login s-1',
      '     branch swarm/s-1, 2 commits, 3 files, +12 −4, 1 not committed',
      '     $1.20',
      '     swarm diff s-1',
      '  ✅ Say hello s-2',
      '     swarm result s-2',
      '',
      'Failed',
      '  ❌ Break s-3',
      '     signal<U+001B>[2J 9',
      '     swarm logs s-3',
      '',
      'Stopped',
      '  ⏹ Halt s-4',
      '     asked',
      '     swarm logs s-4',
      '',
      'Waits for you',
      '  ❓ Choose q-1',
      '     Which one?',
      '     answers: a | b',
      '     swarm answer q-1 …',
      '',
      'At work',
      '  ⏳ Go on s-6',
      '     working for 5m 0s',
      '     swarm status s-6',
      '',
      'Cost',
      '  $1.50 for 5 sessions, 900 tokens in, 80 out, 0 tool calls',
      '',
    ].join('\n'),
  );
});

test('where nothing happened, the page says so in words', () => {
  const words =
    'Nothing happened since 2026-01-01 21:00 UTC: no session ended, none is at work, no question is open\n';
  expect(renderReport(reportOf(), PLAIN)).toBe(words);
  expect(renderReportMarkdown(reportOf())).toBe(words);
});

test('Markdown has the same, and what agents wrote does not become markup', () => {
  const text = renderReportMarkdown(
    reportOf({
      ended: [ended({ id: 's-1', title: '**bold** <img src=x> [link](x) @all `code`' }, { work: WORK })],
    }),
  );
  expect(text).toBe(
    [
      '# Report: 2026-01-01 21:00 to 2026-01-02 09:00 UTC',
      '',
      '**1 done**',
      '',
      '## Done',
      '',
      '- **\\*\\*bold\\*\\* \\<img src=x\\> \\[link\\](x) @\u2060all \\`code\\`** (`s-1`): ' +
        'branch swarm/s-1, 2 commits, 3 files, +12 −4, 1 not committed; `swarm diff s-1`',
      '',
    ].join('\n'),
  );
  expect(renderReportMarkdown(night)).toContain('## Waits for you\n\n- **Choose** (`q-1`): Which one?; ');
});

test('what is left out is said: entries, sessions and looks of git', () => {
  const many = Array.from({ length: 60 }, (_, n) =>
    ended({ id: `s-${n}`, hasWorkspace: true }, { work: n < 50 ? WORK : undefined }),
  );
  for (const text of [
    renderReport(reportOf({ ended: many, isCut: true }), PLAIN),
    renderReportMarkdown(reportOf({ ended: many, isCut: true })),
  ]) {
    expect(text).toContain('60 done');
    expect(text).toContain('and 10 more: swarm list --status COMPLETED\n');
    expect(text).toContain('More sessions ended than are listed');
    expect(text).toContain('Changes of 10 sessions were not looked at: swarm diff');
  }
});

test('work without a change, in a rescue or unlooked at reads as such', () => {
  const none = { ...WORK, commits: 0, size: { files: 0, added: 0, deleted: 0 }, uncommitted: 0 };
  const works = [none, { ...WORK, source: 'rescue' as const }, undefined];
  const text = renderReport(reportOf({ ended: works.map((work) => ended({ id: 's-1' }, { work })) }), PLAIN);
  expect(text).toContain('     no changes\n     swarm result s-1\n');
  expect(text).toContain('     saved in a rescue, 2 commits');
  expect(text).toContain('     its changes were not looked at\n     swarm diff s-1\n');
});

test('JSON has it all, and fits its schema', () => {
  const json = reportJson(night);
  expect(ReportAnswer.parse(json)).toEqual(json);
  expect(json.completed[0]).toMatchObject({
    session_id: 's-1',
    cost_usd: 1.2,
    work: { commits: 2, files: 3 },
  });
  expect(json.live.map(({ session_id }) => session_id)).toEqual(['s-6']);
  expect(json.questions[0]).toMatchObject({ id: 'q-1', command: 'swarm answer q-1 …' });
});
