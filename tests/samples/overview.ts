import type { Session } from '../../src/domain/session/session.ts';
import type { OverviewView } from '../../src/views/session-overview.ts';
import { sampleQuestion, sampleSession } from './session.ts';

const NOW = Date.parse('2025-11-18T15:36:17.500Z');

type Group = OverviewView['groups'][number];

export const overviewGroup = (group: Group['group'], ...sessions: readonly Session[]): Group => ({
  group,
  count: sessions.length,
  sessions,
});

/** One session that asks, one at work, one that failed, and a question that belongs to no session. */
export const sampleOverview = (changes: Partial<OverviewView> = {}): OverviewView => ({
  groups: [
    overviewGroup('needs-you', sampleSession({ id: 's-asks', state: 'waiting', stateSince: NOW - 60_000 })),
    overviewGroup('working', sampleSession({ id: 's-works', title: 'Mend it', stateSince: NOW - 5_000 })),
    {
      ...overviewGroup('done', sampleSession({ id: 's-failed', state: 'failed', stateSince: NOW })),
      count: 9,
    },
  ],
  questions: [
    sampleQuestion({ id: 'q-1', sessionId: 's-asks' }),
    sampleQuestion({ id: 'q-2', sessionId: null, text: 'Go on with the loop?' }),
  ],
  branches: new Map(),
  words: new Map(),
  next: { is: 'answer', questionId: 'q-1' },
  pause: null,
  isWhole: false,
  now: NOW,
  ...changes,
});
