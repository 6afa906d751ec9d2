import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DrivenPlan } from '../../../../../tests/samples/driven-plan.ts';
import { partId, planOf } from '../../../../../tests/samples/plan.ts';
import { awaitedRoles } from '../../program-of.ts';
import { replayRun } from '../../replay.ts';
import { planProgram } from '../plan-program.ts';
import { definePlan, type PlanState } from '../plan-state.ts';
import { ARCHITECT, SOLUTION_ARCHITECT } from './escalation.ts';

const answer = (noteId: string, text: string, affects: readonly string[] = []) =>
  ({ is: 'note-answered', noteId, text, affects }) as const;
const route = (noteId: string, to: 'user' | 'technical', text = 'which?') =>
  ({ is: 'note-routed', noteId, to, text, taskId: 'decide_it_1727539300' }) as const;

test('what one turn escalates goes to the architect together, and the answers go back together', () => {
  const run = new DrivenPlan(planOf([[], [0]]));
  run.escalate('agent_0', ['s.note_001', 's.note_002']);
  expect(run.statuses()).toEqual(['blocked', 'pending']);
  expect(run.orders).toContainEqual({ is: 'open-session', role: ARCHITECT });
  const text = run.turnOf(ARCHITECT)?.text ?? '';
  for (const part of ['s.note_001: What about', 's.note_002', 'While: at work', 'not mine', 'Write part 0.'])
    expect(text).toContain(part);
  expect(text).toContain(`Waiting for it:\n- ${partId(1)} (agent_1, pending)`);
  expect(text).toContain(`${partId(1)} (agent_1, pending): Write part 1.`);
  run.tell(answer('s.note_001', 'one'));
  expect(run.statuses()).toEqual(['blocked', 'pending']);
  run.tell(answer('s.note_002', 'two'));
  expect(run.statuses()).toEqual(['working', 'pending']);
  expect(run.turnOf('agent_0')?.text).toContain('→ one (by the architect)');
  expect(run.turnOf('agent_0')?.text).toContain('→ two (by the architect)');
  expect(run.ordersOf('resolve-note').map(({ noteId, by }) => [noteId, by])).toEqual([
    ['s.note_001', 'workflow_executor'],
    ['s.note_002', 'workflow_executor'],
  ]);
  run.endTurn(ARCHITECT);
  run.finish('agent_0');
  run.finish('agent_1');
  expect(run.state.ended?.success).toBe(true);
});

test('what the person answers passes through the architect before the agent hears it', () => {
  const run = new DrivenPlan(planOf([[]]));
  run.escalate('agent_0', ['s.note_001']);
  run.tell(route('s.note_001', 'user', 'Must it be unique?'));
  expect(run.orders).toContainEqual(
    expect.objectContaining({ is: 'ask-about-note', text: expect.stringContaining('Must it be unique?') }),
  );
  run.endTurn(ARCHITECT);
  run.answer('yes, unique');
  expect(run.statuses()).toEqual(['blocked']);
  expect(run.turnOf(ARCHITECT)?.text).toContain('The person answered:\nyes, unique');
  run.tell(answer('s.note_001', 'Unique, in lower case'));
  expect(run.ordersOf('resolve-note')).toMatchObject([{ resolution: 'Unique, in lower case', by: 'user' }]);
  expect(run.turnOf('agent_0')?.text).toContain('→ Unique, in lower case (by the person)');
});

test('a technical note becomes a task that is reviewed and verified before the architect answers', () => {
  const run = new DrivenPlan(planOf([[]]));
  run.escalate('agent_0', ['s.note_001']);
  run.tell(route('s.note_001', 'technical', 'Which hash?'));
  run.endTurn(ARCHITECT);
  expect(run.plan.tasks.map(({ id, role, verifier }) => [id, role, verifier])).toContainEqual([
    'decide_it_1727539300',
    SOLUTION_ARCHITECT,
    'checker',
  ]);
  expect(run.statusOf('decide_it_1727539300')).toBe('working');
  expect(run.turnOf(SOLUTION_ARCHITECT)?.text).toContain('Which hash?');
  run.say(SOLUTION_ARCHITECT, 'result');
  expect(run.statusOf('decide_it_1727539300')).toBe('completion_drive_review');
  run.say(SOLUTION_ARCHITECT, 'result');
  run.say('checker', 'review', 'approved');
  expect(run.turnOf(ARCHITECT)?.text).toContain('Guidance of solution_architect_agent, verified');
  expect(run.turnOf(ARCHITECT)?.text).toContain('result m2');
  run.tell(answer('s.note_001', 'argon2id'));
  expect(run.ordersOf('resolve-note')).toMatchObject([{ by: 'workflow_executor' }]);
  run.finish('agent_0');
  expect(run.state.ended?.success).toBe(true);
});

test('blocked tasks are served one at a time, the first that came first', () => {
  const run = new DrivenPlan(planOf([[], []]));
  run.escalate('agent_1', ['b.note_001']);
  run.escalate('agent_0', ['a.note_001']);
  expect(run.turnOf(ARCHITECT)?.stage).toBe(partId(1));
  run.tell(route('b.note_001', 'user'));
  expect(run.turnOf(ARCHITECT)?.stage).toBe(partId(1));
  run.endTurn(ARCHITECT);
  expect(run.turnOf(ARCHITECT)?.stage).toBe(partId(0));
  run.answer('so');
  expect(run.turnOf(ARCHITECT)?.stage).toBe(partId(0));
  run.tell(answer('a.note_001', 'this'));
  expect([run.statuses(), run.turnOf(ARCHITECT)?.stage]).toEqual([['working', 'blocked'], partId(1)]);
});

test('an architect that says nothing is reminded twice, then the person is asked directly', () => {
  const run = new DrivenPlan(planOf([[]]));
  run.escalate('agent_0', ['s.note_001']);
  for (let n = 0; n < 2; n++) {
    run.endTurn(ARCHITECT);
    expect(run.turnOf(ARCHITECT)?.text).toContain('these notes wait for you: s.note_001');
  }
  run.endTurn(ARCHITECT);
  expect(run.orders).toContainEqual(
    expect.objectContaining({ text: expect.stringContaining('the workflow_architect gave no answer') }),
  );
  run.answer('do this');
  expect(run.statuses()).toEqual(['working']);
  expect(run.ordersOf('resolve-note')).toMatchObject([{ resolution: 'do this', by: 'user' }]);
});

test.each([
  ['failed', 'the person is asked'],
  ['completed', 'it is opened again'],
] as const)('of an architect whose session %s: %s', (ending, _what) => {
  const run = new DrivenPlan(planOf([[]]));
  run.escalate('agent_0', ['s.note_001']);
  run.tell({ is: 'session-ended', role: ARCHITECT, ending, reason: 'x' });
  const isAsked = run.orders.some(({ is }) => is === 'ask-about-note');
  const isOpened = run.orders.some((order) => order.is === 'open-session' && order.role === ARCHITECT);
  expect([isAsked, isOpened]).toEqual(ending === 'failed' ? [true, false] : [false, true]);
});

test('a plan whose path is the person alone asks the person, and no architect', () => {
  const run = new DrivenPlan({ ...planOf([[]]), escalation: ['user'] });
  run.escalate('agent_0', ['s.note_001', 's.note_002']);
  expect(run.turnOf(ARCHITECT)).toBeUndefined();
  expect(run.orders.map(({ is }) => is)).toEqual(['ask-about-note', 'ask-about-note']);
  run.answer('first', 1);
  expect(run.statuses()).toEqual(['blocked']);
  run.answer('second', 2);
  expect(run.statuses()).toEqual(['working']);
});

test('the same question for the third time is a loop, and for the fourth time the person is asked', () => {
  const run = new DrivenPlan(planOf([[1], [], [0]]));
  run.finish('agent_1');
  run.escalate('agent_0', ['s.note_003'], { similar: 2 });
  const text = run.turnOf(ARCHITECT)?.text ?? '';
  for (const part of [
    'This is a loop',
    'Asked before → answer 1',
    `It waits for:\n- ${partId(1)} (agent_1, verified)`,
  ])
    expect(text).toContain(part);
  run.tell(answer('s.note_003', 'another way'));
  run.escalate('agent_0', ['s.note_004'], { similar: 3 });
  expect(run.orders).toContainEqual(
    expect.objectContaining({
      is: 'ask-about-note',
      text: expect.stringContaining('Asked before → answer 2'),
    }),
  );
});

test('other tasks that an answer touches hear of it: at once, or when they begin', () => {
  const run = new DrivenPlan(planOf([[], [], [0]]));
  run.escalate('agent_0', ['s.note_001']);
  run.tell(answer('s.note_001', 'call it email', [partId(1), partId(2)]));
  expect(run.turnOf('agent_1')?.text).toContain('A decision for part_0');
  run.say('agent_1', 'result');
  expect(run.statusOf(partId(1))).toBe('completion_drive_review');
  run.finish('agent_0');
  expect(run.turnOf('agent_2')?.text).toContain('The answer: call it email');
});

test('a verified task that an answer touches is confirmed with it, and nothing ends before that', () => {
  const run = new DrivenPlan(planOf([[], []]));
  run.finish('agent_1');
  run.escalate('agent_0', ['s.note_001']);
  run.tell(answer('s.note_001', 'call it email', [partId(1)]));
  expect(run.statuses()).toEqual(['working', 'ready_for_verification']);
  expect(run.turnOf('checker')?.text).toContain(`Confirm ${partId(1)}`);
  expect(run.turnOf('checker')?.text).toContain('What about s.note_001? → call it email');
  run.say('checker', 'review', 'changes');
  expect(run.turnOf('agent_1')?.text).toContain('→ call it email');
  run.finish('agent_0');
  expect([run.statuses(), run.state.ended]).toEqual([['verified', 'working'], null]);
  run.finish('agent_1');
  expect(run.state.ended?.success).toBe(true);
});

test('a task that its verifier has in hand while an answer touches it is confirmed after that', () => {
  const run = new DrivenPlan(planOf([[], []]));
  run.say('agent_1', 'result');
  run.say('agent_1', 'result');
  run.escalate('agent_0', ['s.note_001']);
  run.tell(answer('s.note_001', 'call it email', [partId(1)]));
  run.say('checker', 'review', 'approved');
  expect(run.statuses()).toEqual(['working', 'ready_for_verification']);
  expect(run.turnOf('checker')?.text).toContain('→ call it email');
  run.say('checker', 'review', 'approved');
  expect(run.statuses()).toEqual(['working', 'verified']);
});

test('a task that is sent back before it was verified hears the answer once, with its next turn', () => {
  const run = new DrivenPlan(planOf([[], []]));
  run.say('agent_1', 'result');
  run.say('agent_1', 'result');
  run.escalate('agent_0', ['s.note_001']);
  run.tell(answer('s.note_001', 'call it email', [partId(1)]));
  run.say('checker', 'review', 'changes');
  expect(run.turnOf('agent_1')?.text).toContain('The answer: call it email');
  run.finish('agent_1');
  expect(run.statuses()).toEqual(['working', 'verified']);
});

test('what is not confirmed while its agent is at another task begins again after that one', () => {
  const plan = planOf([[], [], [1]]);
  const tasks = plan.tasks.map((task, n) => (n === 2 ? { ...task, role: 'agent_1' } : task));
  const run = new DrivenPlan({ ...plan, tasks });
  run.finish('agent_1');
  run.escalate('agent_0', ['s.note_001']);
  run.tell(answer('s.note_001', 'call it email', [partId(1)]));
  run.say('checker', 'review', 'changes');
  expect(run.statuses()).toEqual(['working', 'pending', 'working']);
  run.finish('agent_1');
  expect(run.statuses()).toEqual(['working', 'working', 'verified']);
  expect(run.turnOf('agent_1')?.text).toContain('→ call it email');
  run.finish('agent_1');
  run.finish('agent_0');
  expect(run.state.ended?.success).toBe(true);
});

test('what is escalated after the hand-over, before Swarm has looked, goes to the architect', () => {
  const plan = planOf([[]]);
  const program = planProgram(definePlan(plan));
  const handed = ['m1', 'm2'].reduce((state, id) => {
    const words = { to: null, type: 'result', verdict: null, findings: [], body: '', round: null } as const;
    return program.advance(state, { is: 'message', id, from: 'agent_0', ...words }).state;
  }, program.start('A report').state);
  const note = {
    id: 's.note_001',
    label: 'note_001',
    description: 'Which?',
    context: '',
    reason: 'not mine',
  };
  const notes = [{ ...note, similar: 0 }];
  const asked = program.advance(handed, { is: 'notes-escalated', role: 'agent_0', notes, history: [] });
  expect(asked.orders).toContainEqual(expect.objectContaining({ is: 'give-turn', role: ARCHITECT }));
  const seen = { number: 1, commit: 'c', results: [], outputs: [], notes: [] };
  const looked = program.advance(asked.state, { is: 'criteria-run', task: partId(0), ...seen });
  expect(looked.orders).toEqual([]);
  const { state } = program.advance(looked.state, answer('s.note_001', 'this one'));
  expect((state as PlanState).tasks[partId(0)]?.status).toBe('working');
});

test('what is escalated while the verifier looks stops its look, and is answered before any approval', () => {
  const run = new DrivenPlan(planOf([[]]));
  run.say('agent_0', 'result');
  run.say('agent_0', 'result');
  run.escalate('agent_0', ['s.note_001']);
  expect(run.statuses()).toEqual(['blocked']);
  run.say('checker', 'review', 'approved');
  expect([run.statuses(), run.state.ended]).toEqual([['blocked'], null]);
  run.tell(answer('s.note_001', 'this one', []));
  run.finish('agent_0');
  expect(run.state.ended?.success).toBe(true);
});

test('a verifier may escalate too, and goes on verifying; a lost agent reads its task again', () => {
  const run = new DrivenPlan(planOf([[]]));
  run.say('agent_0', 'result');
  run.say('agent_0', 'result');
  run.escalate('checker', ['c.note_001']);
  expect(run.statuses()).toEqual(['blocked']);
  run.tell({ is: 'session-ended', role: 'checker', ending: 'failed', reason: 'x' });
  run.tell(answer('c.note_001', 'it counts'));
  expect(run.statuses()).toEqual(['ready_for_verification']);
  expect(run.turnOf('checker')?.text).toContain(`Verify ${partId(0)}`);
  run.say('checker', 'review', 'approved');
  expect(run.state.ended?.success).toBe(true);
});

test('what a person says unasked reaches the architect first; the same fact twice changes nothing', () => {
  const run = new DrivenPlan(planOf([[]]));
  run.escalate('agent_0', ['s.note_001']);
  const before = run.state;
  run.escalate('agent_0', ['s.note_001']);
  run.tell({ is: 'note-told', noteId: 'no.note_001', text: 'x' });
  expect(run.state).toEqual(before);
  run.tell({ is: 'note-told', noteId: 's.note_001', text: 'unique' });
  run.endTurn(ARCHITECT);
  expect(run.turnOf(ARCHITECT)?.text).toContain('The person answered:\nunique');
});

/** One thing that could happen; `n` says which. */
function stumble(run: DrivenPlan, n: number): void {
  const notes = run.state.escalations.flatMap((one) => one.notes);
  const note = notes[n % Math.max(1, notes.length)];
  const role = `agent_${n % 3}`;
  const choices: readonly (() => void)[] = [
    // A row: it is escalated once, and what was settled stays so.
    () => run.escalate(role, [`${role}.note_${run.facts.length}`], { similar: n % 4 }),
    () => note && run.tell(answer(note.id, `answer ${n}`, [partId(n % 3)])),
    () => note && run.tell({ ...route(note.id, n % 2 === 0 ? 'user' : 'technical'), taskId: `d_${1e9 + n}` }),
    () => run.endTurn(n % 2 === 0 ? ARCHITECT : role),
    () => run.answer('yes', (n % 5) + 1),
    () => run.say(role, 'result'),
    () => run.say(SOLUTION_ARCHITECT, 'result'),
    () => run.say('checker', 'review', n % 3 === 0 ? 'changes' : 'approved'),
    () => note && run.tell({ is: 'note-told', noteId: note.id, text: 'so' }),
    () =>
      run.tell({ is: 'session-ended', role: n % 2 === 0 ? ARCHITECT : role, ending: 'failed', reason: 'x' }),
  ];
  choices[n % choices.length]?.();
}

/** Every agent does what is wanted of it from here on. */
function settle(run: DrivenPlan): void {
  for (let n = 0; n < 300 && run.state.ended === null; n++) {
    const { pending, escalations } = run.state;
    if (pending !== null) run.answer(pending.options[0] ?? 'go on', pending.question);
    for (const { notes } of escalations) {
      for (const note of notes) {
        if (note.at === 'architect' && note.isTold) run.tell(answer(note.id, 'final'));
        if (note.question !== null && (note.at === 'person' || note.at === 'direct'))
          run.answer('so be it', note.question);
      }
    }
    for (const { role } of run.plan.agents) if (role !== 'checker') run.say(role, 'result');
    run.say('checker', 'review', 'approved');
    run.endTurn(ARCHITECT);
  }
}

test('whatever is escalated, nothing hangs, every note is settled once, and the run can be replayed', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 9999 }), { maxLength: 60 }), (luck) => {
      const run = new DrivenPlan(planOf([[], [], [0, 1]]));
      for (const n of luck) {
        stumble(run, n);
        const served = run.state.escalations.filter(({ round }) => round !== null);
        expect(served.length).toBeLessThanOrEqual(1);
        if (served.length > 0) expect(awaitedRoles(run.plan, run.state)).toContain(ARCHITECT);
        for (const { task, isLate } of run.state.escalations)
          expect(isLate === true || run.statusOf(task ?? '') === 'blocked').toBe(true);
      }
      settle(run);
      expect(run.state.ended?.success).toBe(true);
      const resolved = run.ordersOf('resolve-note').map(({ noteId }) => noteId);
      expect(new Set(resolved).size).toBe(resolved.length);
      const definition = { ...definePlan(run.plan), first: run.first };
      const facts = run.facts.map((fact) => JSON.parse(JSON.stringify(fact)));
      expect(replayRun(definition, run.first.goal, facts).state).toEqual(run.state);
    }),
    { numRuns: 300, examples: [[[10, 4991, 10]]] },
  );
});

test('a task that waits for the answer to an escalation is not retried', () => {
  const run = new DrivenPlan(planOf([[]]));
  run.escalate('agent_0', ['s.note_001']);
  run.tell({ is: 'task-retried', task: partId(0), why: 'again' });
  expect(run.statuses()).toEqual(['blocked']);
});
