import { expect, test } from 'vitest';
import { renderPaneName } from './names.ts';

const lone = { sessionId: '20260101-120000-a.b', runId: null, role: null };

test('a lone session has a tmux session of its own', () => {
  expect(renderPaneName('swarm', lone)).toEqual({ session: 'swarm-20260101-120000-a_b', window: 'agent' });
});

test('the roles of a run are windows of one tmux session', () => {
  const of = (role: string | null) => renderPaneName('swarm', { sessionId: 's1', runId: '17:00', role });
  expect(of('reviewer')).toEqual({ session: 'swarm_17_00', window: 'reviewer' });
  expect(of(null)).toEqual({ session: 'swarm_17_00', window: 's1' });
});

test.each(['#(touch /tmp/x)', 'a b', 'a\nb', '', '{end}', 'é', 'a;b', 'x'.repeat(200)])(
  'a name such as %j never reaches tmux',
  (role) => {
    const name = { sessionId: 's1', runId: 'r1', role };
    expect(() => renderPaneName('swarm', name)).toThrow('Not a name that tmux can be given');
  },
);
