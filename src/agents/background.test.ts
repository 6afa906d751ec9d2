import { expect, test } from 'vitest';
import { anAttempt } from '../../tests/store/rows.ts';
import { awaitedText } from '../domain/attempt/awaited.ts';
import { foldFacts } from '../domain/attempt/fold-facts.ts';
import { claude } from './claude.ts';

/** What the agent waits for after these lines of its record. */
const awaitedAfter = (...events: object[]): string =>
  awaitedText(
    foldFacts(
      anAttempt(),
      events.flatMap((event) => claude.parseLine(JSON.stringify(event))),
      5,
    ).awaited,
  );

const began = {
  type: 'system',
  subtype: 'task_started',
  task_id: 'b1',
  task_type: 'local_bash',
  description: 'Tests',
};
const over = { type: 'system', subtype: 'task_notification', task_id: 'b1', status: 'completed' };

test('a version that tells of each task is awaited until that task is over, or killed', () => {
  expect(awaitedAfter(began)).toBe('command "Tests"');
  expect(awaitedAfter(began, over)).toBe('');
  const patch = (status: string) => ({
    type: 'system',
    subtype: 'task_updated',
    task_id: 'b1',
    patch: { status },
  });
  expect(awaitedAfter(began, patch('running'))).toBe('command "Tests"');
  expect(awaitedAfter(began, patch('killed'))).toBe('');
});

test('a version that lists all tasks is told by the list, and a sub-agent of the turn does not count', () => {
  const listed = (tasks: object[]) => ({ type: 'system', subtype: 'background_tasks_changed', tasks });
  const task = { task_id: 'b1', task_type: 'local_bash', description: 'Tests' };
  expect(awaitedAfter(listed([task]), { ...began, is_backgrounded: true })).toBe('command "Tests"');
  expect(awaitedAfter(listed([task]), listed([]))).toBe('');
  expect(awaitedAfter({ ...began, task_type: 'local_agent', is_backgrounded: false })).toBe('');
});

test('a wake-up is awaited until it comes; one that was not scheduled is not', () => {
  const scheduled = (scheduledFor: number) => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'text' }] },
    tool_use_result: { scheduledFor, clampedDelaySeconds: 60, wasClamped: false },
  });
  const started = { type: 'command_lifecycle', state: 'started' };
  expect(awaitedAfter(scheduled(1_794_850_920_000))).toBe('wake-up');
  expect(awaitedAfter(scheduled(0))).toBe('');
  expect(awaitedAfter(scheduled(9), started)).toBe('wake-up');
  expect(awaitedAfter(scheduled(9), { ...started, wakeup_source: 'loop_wakeup' })).toBe('');
});

test('on a screen the hook at the end of a turn lists tasks and wake-ups', () => {
  const stop = {
    hook_event_name: 'Stop',
    background_tasks: [{ id: 'b1', type: 'shell', status: 'running', description: '', command: 'npm test' }],
    session_crons: [{ id: 'c1', schedule: '58 10 * * *', recurring: false, prompt: 'look' }],
  };
  expect(awaitedAfter(stop)).toBe('command "npm test", wake-up "58 10 * * *"');
});
