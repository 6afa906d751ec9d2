import { expect, test } from 'vitest';
import { sampleQuestion, sampleSession, sampleView } from '../../tests/samples/session.ts';
import { aWork } from '../../tests/samples/work.ts';
import { renderStateJson } from './state-json.ts';

test('a session at work shows every field that its readers know', () => {
  expect(renderStateJson(sampleView())).toMatchInlineSnapshot(`
    "{
      "session_id": "20251118-153042-grafana-validator",
      "title": "Check the dashboards",
      "agent": "grafana-validator",
      "status": "RUNNING",
      "status_updated_at": "2025-11-18T15:30:46Z",
      "created_at": "2025-11-18T15:30:42Z",
      "started_at": "2025-11-18T15:30:45Z",
      "completed_at": null,
      "tmux_session": "swarm-20251118-153042-grafana-validator",
      "task_prompt_file": ".swarm/sessions/20251118-153042-grafana-validator/prompt.md",
      "result_file": ".swarm/sessions/20251118-153042-grafana-validator/result.json",
      "exit_code": null,
      "parent_session": null,
      "tags": [
        "validation",
        "grafana"
      ],
      "metadata": {
        "ticket": "T-1",
        "max_duration_seconds": 600,
        "priority": "normal"
      },
      "state": "working",
      "reason": null,
      "status_reason": null,
      "attempt": 1,
      "start_epoch": 1763479845,
      "ended_at": null,
      "work": null,
      "pid": 4242,
      "logs": {
        "stdout": ".swarm/sessions/20251118-153042-grafana-validator/attempts/1/events.jsonl",
        "stderr": ".swarm/sessions/20251118-153042-grafana-validator/attempts/1/stderr.log",
        "transcript": null
      },
      "heartbeat": {
        "last_check": "2025-11-18T15:35:42Z",
        "message_count": 15,
        "tool_calls": 8
      },
      "hook_blocks": {
        "count": 0,
        "last_at": null,
        "last": null
      },
      "interrupt": {
        "requested": false,
        "reason": null,
        "timestamp": null
      }
    }
    "
  `);
});

test('a session that has not started leaves open what is not known', () => {
  const session = sampleSession({ state: 'created', attempt: 0, startedAt: null });
  expect(JSON.parse(renderStateJson(sampleView({ session, attempts: [] })))).toMatchObject({
    status: 'CREATED',
    started_at: null,
    start_epoch: null,
    logs: { stdout: null, stderr: null, transcript: null },
    heartbeat: { last_check: null, message_count: 0, tool_calls: 0 },
  });
});

test('the work item that it was begun for is shown as it stands in the queue, or by its id alone', () => {
  const work = aWork({ id: 'issue-123', title: 'Mend it', priority: 1, rig: 'aardwolf', labels: ['x'] });
  const session = sampleSession({ workId: 'issue-123' });
  const shown = (item: typeof work | null): unknown =>
    JSON.parse(renderStateJson(sampleView({ session, work: item }))).work;
  const details = { title: 'Mend it', priority: 1, rig: 'aardwolf', actor: null, labels: ['x'] };
  expect(shown(work)).toEqual({ id: 'issue-123', details: { id: 'issue-123', ...details } });
  expect(shown(null)).toEqual({ id: 'issue-123', details: null });
});

test('an open question shows as an interrupt', () => {
  const questions = [sampleQuestion({ id: 'q0', state: 'answered' }), sampleQuestion()];
  expect(JSON.parse(renderStateJson(sampleView({ questions }))).interrupt).toEqual({
    requested: true,
    reason: 'Which datasource?',
    timestamp: '2025-11-18T15:34:02Z',
  });
});

test("a person's own metadata cannot hide ours", () => {
  const session = sampleSession({ metadata: { priority: 'mine', note: 'x' }, priority: 'high' });
  expect(JSON.parse(renderStateJson(sampleView({ session }))).metadata).toEqual({
    note: 'x',
    max_duration_seconds: 600,
    priority: 'high',
  });
});
