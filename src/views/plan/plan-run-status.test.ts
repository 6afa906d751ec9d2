import { expect, test } from 'vitest';
import { aPlan, aTask } from '../../../tests/samples/plan.ts';
import { aRun, aSession, T0 } from '../../../tests/store/rows.ts';
import { type Note, openNote } from '../../domain/note/note.ts';
import { planProgram } from '../../domain/run/plan/plan-program.ts';
import { definePlan, type PlanState, type TaskProgress } from '../../domain/run/plan/plan-state.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Session } from '../../domain/session/session.ts';
import { renderPlanRunStatus } from './plan-run-status.ts';

const make = aTask({ id: 'make_1727539200', role: 'maker' });
const use = aTask({ id: 'use_1727539200', role: 'user_agent', dependencies: [make.id] });
const plan = aPlan([make, use]);

const note = (state: Note['state']): Note => ({
  ...openNote({
    sessionId: '17-maker',
    runId: '17',
    taskId: make.id,
    number: 1,
    description: 'Is it unique?',
    context: '',
    createdAt: T0,
  }),
  state,
});

type World = Readonly<{
  run?: Partial<Run>;
  maker?: Partial<Session>;
  progress?: Partial<TaskProgress>;
  state?: Partial<PlanState>;
  notes?: readonly Note[];
}>;

function statusOf({ run, maker, progress, state: change, notes = [] }: World) {
  const state = planProgram(definePlan(plan)).start(plan.goal).state as PlanState;
  const { [make.id]: fresh } = state.tasks;
  const tasks = { ...state.tasks, [make.id]: { ...fresh, ...progress } as TaskProgress };
  const sessions = [
    aSession({ id: '17-maker', runId: '17', role: 'maker', state: 'working', stateSince: T0, ...maker }),
    aSession({ id: '17-user_agent', runId: '17', role: 'user_agent', state: 'created' }),
  ];
  const text = renderPlanRunStatus({
    run: aRun({ id: '17', state: 'running', startedAt: T0, ...run }),
    sight: { plan, state: { ...state, tasks, ...change } },
    sessions,
    notes,
  });
  return JSON.parse(text);
}

test('every field that agents know is there', () => {
  const status = statusOf({ notes: [note('open'), { ...note('resolved'), id: 'x', number: 2 }] });
  expect(status).toMatchObject({
    task_id: 'report',
    status: 'in_progress',
    session_start: expect.stringMatching(/^\d{4}-.*Z$/),
    agents: {
      maker: { status: 'working', completion_drive_notes_count: 2, unresolved_notes: 1, dependencies: [] },
      user_agent: { status: 'pending', dependencies: ['maker'], last_update: null },
    },
    verification: { checker: { status: 'pending', assigned_agents: ['maker', 'user_agent'] } },
    overall_completion_drive_gate: 'blocked',
    overall_completion_drive_gate_reasons: ['maker: note_001 of make_1727539200 is open: Is it unique?'],
  });
  expect(status.agents.maker.last_update).not.toBeNull();
});

test('the gate is open as soon as every note is settled', () => {
  expect(statusOf({ notes: [note('resolved')] }).overall_completion_drive_gate).toBe('open');
  expect(statusOf({ notes: [note('escalated')] }).overall_completion_drive_gate).toBe('blocked');
});

test.each([
  ['working', {}, 'working'],
  ['in review', { progress: { status: 'completion_drive_review' } }, 'completion_drive_review'],
  ['handed over', { progress: { status: 'ready_for_verification' } }, 'ready_for_verification'],
  ['verified', { progress: { status: 'verified' } }, 'verified'],
  ['waiting for an answer', { maker: { state: 'waiting' } }, 'blocked'],
  ['asked about', { progress: { status: 'blocked' } }, 'blocked'],
  ['lost', { progress: { status: 'blocked' }, state: { roles: { maker: 'lost' } } }, 'failed'],
  ['complete', { progress: { status: 'verified' }, run: { state: 'completed' } }, 'session_complete'],
] as const)('an agent that is %s is shown so', (_title, world, word) => {
  expect(statusOf(world as World).agents.maker.status).toBe(word);
});
