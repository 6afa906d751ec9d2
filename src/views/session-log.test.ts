import { expect, test } from 'vitest';
import { sampleSession, sampleView } from '../../tests/samples/session.ts';
import type { JournalEntry } from '../domain/journal/journal.ts';
import { renderSessionLog } from './session-log.ts';

const AT = Date.parse('2025-11-18T15:30:42Z');
let seq = 0;
const entry = (event: string, changes: Partial<JournalEntry> = {}): JournalEntry => ({
  seq: seq++,
  at: AT,
  sessionId: '20251118-153042-grafana-validator',
  runId: null,
  by: 'alex',
  event,
  workId: null,
  loopId: null,
  fromState: null,
  toState: null,
  note: '',
  ...changes,
});
const step = (event: string, fromState: string, toState: string): JournalEntry =>
  entry(event, { fromState, toState });
const stepWith = (note: string, changed: JournalEntry): JournalEntry => ({ ...changed, note });

test('a life from creation to completion reads as its states changed', () => {
  const session = sampleSession({ state: 'completed', exitCode: 0, reason: null });
  const view = sampleView({ session, hasResult: true });
  const log = renderSessionLog(view, [
    entry('created', { toState: 'created', note: 'agent grafana-validator' }),
    entry('turn-queued', { toState: 'queued', note: 'turn 1: prompt' }),
    stepWith('attempt 1', step('launch', 'created', 'starting')),
    stepWith('to attempt 1', step('turn-hand', 'queued', 'handed')),
    entry('attempt-opened', { note: 'begins a conversation' }),
    step('heard', 'starting', 'working'),
    stepWith('good result', step('turn-ended', 'working', 'idle')),
    stepWith('good result', step('end', 'idle', 'stopping')),
    step('gone', 'stopping', 'completed'),
  ]);
  expect(log).toMatchInlineSnapshot(`
    "[2025-11-18T15:30:42Z] [INFO] Session created: 20251118-153042-grafana-validator
    [2025-11-18T15:30:42Z] [INFO] Agent: grafana-validator
    [2025-11-18T15:30:42Z] [INFO] Task prompt: .swarm/sessions/20251118-153042-grafana-validator/prompt.md
    [2025-11-18T15:30:42Z] [INFO] Requested by: alex (agent grafana-validator)
    [2025-11-18T15:30:42Z] [INFO] Turn queued: turn 1: prompt
    [2025-11-18T15:30:42Z] [INFO] tmux session started: swarm-20251118-153042-grafana-validator
    [2025-11-18T15:30:42Z] [INFO] Status: CREATED → RUNNING
    [2025-11-18T15:30:42Z] [INFO] Turn handed over (to attempt 1)
    [2025-11-18T15:30:42Z] [INFO] Attempt opened: begins a conversation
    [2025-11-18T15:30:42Z] [INFO] State: starting → working
    [2025-11-18T15:30:42Z] [INFO] State: working → idle (good result)
    [2025-11-18T15:30:42Z] [INFO] State: idle → stopping (good result)
    [2025-11-18T15:30:42Z] [INFO] Exit code: 0
    [2025-11-18T15:30:42Z] [INFO] Status: RUNNING → COMPLETED
    [2025-11-18T15:30:42Z] [INFO] Result written: result.json
    "
  `);
});

test('failing is an error, being killed a warning, and both say why', () => {
  const failed = sampleSession({ state: 'failed', exitCode: 1, reason: 'exit-code', reasonText: 'exit 1' });
  expect(renderSessionLog(sampleView({ session: failed }), [step('gone', 'stopping', 'failed')])).toBe(
    [
      '[2025-11-18T15:30:42Z] [INFO] Exit code: 1',
      '[2025-11-18T15:30:42Z] [INFO] Reason: exit-code (exit 1)',
      '[2025-11-18T15:30:42Z] [ERROR] Status: RUNNING → FAILED',
      '',
    ].join('\n'),
  );
  const killed = sampleSession({ state: 'killed', reason: 'timeout', reasonText: 'lifetime passed' });
  expect(renderSessionLog(sampleView({ session: killed }), [step('gone', 'stopping', 'killed')])).toContain(
    '[WARN] Status: RUNNING → KILLED',
  );
});

test('no note can add a line or a colour to the log', () => {
  const log = renderSessionLog(sampleView(), [
    entry('question-asked', { note: 'first\n[2025-01-01T00:00:00Z] [INFO] forged \u001b[31mred' }),
  ]);
  expect(log.trimEnd().split('\n')).toHaveLength(1);
  expect(log).not.toContain('\u001b');
});

test('an event without words of its own is shown by its name', () => {
  expect(renderSessionLog(sampleView(), [entry('something-new', { note: 'why' })])).toBe(
    '[2025-11-18T15:30:42Z] [INFO] something-new (why)\n',
  );
});
