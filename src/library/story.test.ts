import { expect, test } from 'vitest';
import { aReport, aRole } from '../../tests/samples/run-report.ts';
import { aDelivery, aMessage, anAttempt, aRun, aRunError, aTurn, T0 } from '../../tests/store/rows.ts';
import type { JournalEntry } from '../domain/journal/journal.ts';
import { eventsOf, isEnd } from './story.ts';

const PROJECT = { root: '/p', tmuxPrefix: 'swarm' };

let seq = 0;
const ofRun = (event: string, more: Partial<JournalEntry> = {}): JournalEntry => ({
  seq: ++seq,
  at: T0,
  sessionId: null,
  runId: 'r1',
  workId: null,
  loopId: null,
  by: 'supervisor',
  event,
  fromState: null,
  toState: null,
  note: '',
  ...more,
});
const ofAgent = (event: string, toState: string | null, more: Partial<JournalEntry> = {}): JournalEntry =>
  ofRun(event, { sessionId: 'r1-researcher', runId: null, toState, ...more });

test('the life of an agent is told by its session, and not by its turns or its workspace', () => {
  const roles = [
    aRole(
      'researcher',
      {},
      {
        attempts: [anAttempt({ lastResult: 'All is well.' })],
        turns: [aTurn({ body: 'Find\nout', state: 'seen', createdAt: T0 })],
      },
    ),
  ];
  const entries = [
    ofAgent('created', 'created'),
    ofAgent('workspace-ready', 'ready'),
    ofAgent('launch', 'starting'),
    ofAgent('attempt-opened', null),
    ofAgent('turn-hand', 'handed'),
    ofAgent('heard', 'working'),
    ofAgent('turn-finish', 'done'),
    ofAgent('turn-ended', 'idle'),
    ofAgent('gone', 'completed'),
  ];
  expect(eventsOf({ entries, report: aReport({ roles }), project: PROJECT }, new Set())).toEqual([
    { type: 'agent_spawned', role: 'researcher', paneId: 'swarm_r1:researcher' },
    { type: 'agent_working', role: 'researcher', task: 'Find out' },
    { type: 'agent_ready', role: 'researcher' },
    { type: 'agent_complete', role: 'researcher', summary: 'All is well.' },
  ]);
});

test('the way of a run is told from its beginning to its end', () => {
  const report = aReport({ run: aRun({ id: 'r1', state: 'synthesising', ending: 'completed' }) });
  const entries = [
    ofRun('run-created', { toState: 'starting' }),
    ofRun('run-begun', { fromState: 'starting', toState: 'running' }),
    ofRun('run-stage', { fromState: 'research', toState: 'verification' }),
    ofRun('run-finish', { fromState: 'running', toState: 'synthesising' }),
  ];
  expect(eventsOf({ entries, report, project: PROJECT }, new Set())).toEqual([
    { type: 'session_started', sessionId: 'r1', workflow: 'research' },
    { type: 'stage_transition', from: 'research', to: 'verification' },
    { type: 'workflow_complete', success: true },
  ]);
});

test('each message and each error is told once, at its own line of the journal', () => {
  const report = aReport({
    messages: [
      aMessage({ id: 'm1', fromRole: 'researcher', type: 'finding' }),
      aMessage({ id: 'm2', fromRole: null, type: null }),
    ],
    deliveries: [
      aDelivery({ messageId: 'm1', role: 'reviewer', at: T0 }),
      aDelivery({ messageId: 'm2', role: 'reviewer', at: T0 + 5 }),
    ],
    errors: [
      aRunError({ id: 'e1', at: T0, role: 'researcher', message: 'lost' }),
      aRunError({ id: 'e2', at: T0, role: null, message: 'late' }),
    ],
  });
  const told = new Set<string>();
  const tell = (...entries: JournalEntry[]) => eventsOf({ entries, report, project: PROJECT }, told);
  expect(tell(ofRun('message-routed'), ofRun('run-error'), ofRun('run-error'))).toEqual([
    { type: 'message_routed', from: 'researcher', to: 'reviewer', messageType: 'finding' },
    { type: 'agent_error', role: 'researcher', error: 'lost' },
  ]);
  expect(tell(ofRun('message-routed'), ofRun('message-routed', { at: T0 + 5 }))).toEqual([
    { type: 'message_routed', from: 'person', to: 'reviewer', messageType: 'message' },
  ]);
});

test.each([
  ['run-synthesised', 'completed', true],
  ['run-kill', 'cancelled', true],
  ['run-finish', 'synthesising', false],
  ['run-stage', 'completed', false],
])('a line %s that leads to %s ends a run: %s', (event, toState, expected) => {
  expect(isEnd(ofRun(event, { toState }))).toBe(expected);
});

test('the end of an agent is not the end of the run', () => {
  expect(isEnd(ofAgent('gone', 'completed'))).toBe(false);
});
