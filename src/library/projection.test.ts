import { expect, test } from 'vitest';
import { aReport, aRole } from '../../tests/samples/run-report.ts';
import { aDelivery, aMessage, anAttempt, aRun, aRunError, aTurn, T0 } from '../../tests/store/rows.ts';
import { RUN_STATES } from '../domain/run/run.ts';
import { SESSION_STATES } from '../domain/session/session.ts';
import { agentOf, agentsOf, historyOf, pendingOf, sessionOf } from './projection.ts';

const PROJECT = { root: '/p', tmuxPrefix: 'swarm' };

test('every state of a run and of its sessions has a word of the library', () => {
  const words = RUN_STATES.map((state) => {
    const report = aReport({ run: aRun({ id: 'r1', state }) });
    return `${state} ${sessionOf(report, PROJECT, null).status}`;
  });
  expect(words).toEqual([
    'starting initializing',
    'running running',
    'waiting running',
    'synthesising synthesizing',
    'completed complete',
    'failed failed',
    'cancelled cancelled',
  ]);
  const agents = SESSION_STATES.map((state) => {
    const report = aReport({ roles: [aRole('researcher', { state })] });
    return `${state} ${agentOf(report, PROJECT, 'researcher')?.status}`;
  });
  expect(agents).toEqual([
    'created spawning',
    'starting starting',
    'working working',
    'idle ready',
    'waiting blocked',
    'parked blocked',
    'stopping terminated',
    'completed complete',
    'failed error',
    'killed terminated',
  ]);
});

test('an agent is told with its pane, its folder and its counts', () => {
  const report = aReport({
    roles: [
      aRole(
        'researcher',
        { createdAt: T0, stateSince: T0, failures: 2 },
        {
          attempts: [anAttempt({ lastEventAt: T0 + 500, lastSaid: 'I look.' })],
        },
      ),
    ],
    deliveries: [aDelivery({ role: 'researcher' }), aDelivery({ role: 'reviewer' })],
    errors: [aRunError({ role: 'researcher' }), aRunError({ role: null })],
  });
  expect(agentsOf(report, PROJECT)).toEqual([
    {
      role: 'researcher',
      agentId: 'r1-researcher',
      paneId: 'swarm_r1:researcher',
      worktreePath: '/p',
      status: 'working',
      spawnedAt: '2023-11-14T22:13:20.000Z',
      lastActivityAt: '2023-11-14T22:13:20.500Z',
      lastCapturedOutput: 'I look.',
      messageCount: 1,
      errorCount: 3,
    },
  ]);
});

test('of a role that was started again, the newest session counts', () => {
  const roles = [aRole('researcher', { state: 'failed' }), aRole('researcher', { id: 'r1-researcher-2' })];
  expect(agentOf(aReport({ roles }), PROJECT, 'researcher')?.agentId).toBe('r1-researcher-2');
  expect(agentOf(aReport(), PROJECT, 'nobody')).toBeUndefined();
});

test('the history tells tasks and words from outside too, and whom a routed message reached', () => {
  const turns = [
    aTurn({ id: 't1', kind: 'prompt', body: 'Find out', round: 1, createdAt: T0 }),
    aTurn({ id: 't2', kind: 'message', body: 'Be gentle.', round: null, createdAt: T0 + 3 }),
    aTurn({ id: 't3', kind: 'nudge', body: 'Go on', createdAt: T0 + 4 }),
  ];
  const report = aReport({
    roles: [aRole('researcher', {}, { turns })],
    messages: [
      aMessage({ id: 'm1', fromRole: 'researcher', toRole: null, type: 'finding', createdAt: T0 + 1 }),
    ],
    deliveries: [aDelivery({ messageId: 'm1', role: 'reviewer' })],
  });
  expect(historyOf(report).map(({ id, from, to, type }) => [id, from, to, type])).toEqual([
    ['t1', 'orchestrator', 'researcher', 'task'],
    ['m1', 'researcher', 'reviewer', 'finding'],
    ['t2', 'orchestrator', 'researcher', 'task'],
  ]);
});

test('a message is pending until the turn that carries it was acted on or dropped', () => {
  const states = ['queued', 'handed', 'seen', 'done', 'dropped'] as const;
  const turns = states.map((state, number) => aTurn({ id: `t-${state}`, number, state }));
  const messages = states.map((state) => aMessage({ id: `m-${state}`, fromRole: 'reviewer' }));
  const carried = states.map((state) =>
    aDelivery({ messageId: `m-${state}`, role: 'cook', turnId: `t-${state}` }),
  );
  const lying = aMessage({ id: 'm-lying' });
  const report = aReport({
    roles: [aRole('cook', {}, { turns })],
    messages: [...messages, lying],
    deliveries: [...carried, aDelivery({ messageId: 'm-lying', role: 'cook', turnId: null })],
  });
  expect(pendingOf(report, 'cook').map(({ id }) => id)).toEqual([
    'm-queued',
    'm-handed',
    'm-seen',
    'm-lying',
  ]);
  expect(pendingOf(report, 'reviewer')).toEqual([]);
});

test('the history has every message with its sender, its type and its content', () => {
  const message = aMessage({
    id: 'm1',
    fromRole: 'cook',
    toRole: null,
    type: 'status',
    content: { body: 'half way' },
    createdAt: T0,
  });
  expect(historyOf(aReport({ messages: [message, aMessage({ deadLetter: 'no such role' })] }))).toEqual([
    {
      id: 'm1',
      timestamp: '2023-11-14T22:13:20.000Z',
      from: 'cook',
      to: null,
      type: 'status',
      content: { body: 'half way' },
    },
  ]);
});
