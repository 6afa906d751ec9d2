import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aMessage, aWorkflow } from '../../../../tests/samples/workflow.ts';
import type { Workflow } from '../../workflow/workflow.ts';
import type { RunFact, RunOrder } from '../program.ts';
import { approvedIds, isDegraded, progressOf, type WorkflowState } from './state.ts';
import { advance, start } from './workflow-program.ts';

type PlayedFacts = Readonly<{ state: WorkflowState; orders: readonly RunOrder[] }>;

/** The state after all facts, and the orders of the last one. */
const play = (workflow: Workflow, ...facts: RunFact[]): PlayedFacts =>
  facts.reduce<PlayedFacts>((so, fact) => advance(workflow, so.state, fact), start(workflow, 'why'));

const finding = (id: string, more = {}) => aMessage({ id, ...more });
const review = (id: string, verdict: 'approved' | 'changes' | 'blocked', more = {}) =>
  aMessage({ id, from: 'reviewer', type: 'review', verdict, body: 'my review', ...more });
const rejection = (id: string) => review(id, 'changes', { findings: [{ about: 'm1', text: 'no source' }] });
const lost = (role: string): RunFact => ({ is: 'session-ended', role, ending: 'failed', reason: 'crash' });
const answer = (question: number, text: string): RunFact => ({ is: 'answered', question, answer: text });
const kinds = ({ orders }: PlayedFacts) => orders.map(({ is }) => is);
const asking = aWorkflow({ failure: 'ask' });

test('a run begins with a deadline, a session for every role, and the task of the entry', () => {
  expect(start(aWorkflow(), 'why').orders).toEqual([
    { is: 'set-deadline', afterMs: 60_000 },
    { is: 'open-session', role: 'researcher' },
    { is: 'open-session', role: 'reviewer' },
    { is: 'give-turn', role: 'researcher', text: 'Find out: why', stage: 'research', round: 1 },
  ]);
});

test('a message of the right type moves the run and becomes the input of the next stage', () => {
  expect(play(aWorkflow(), finding('m1')).orders).toEqual([
    {
      is: 'give-turn',
      role: 'reviewer',
      text: 'Check: [m1] finding of researcher:\nThe sky is blue.',
      stage: 'verification',
      round: 2,
    },
  ]);
});

test('an approval ends the run, its sessions, and makes what it saw count', () => {
  const played = play(aWorkflow(), finding('m1'), review('r1', 'approved'));
  expect(played.orders).toEqual([
    { is: 'end-session', role: 'researcher' },
    { is: 'end-session', role: 'reviewer' },
    { is: 'finish', success: true, why: 'reviewer: review.approved' },
  ]);
  expect([approvedIds(played.state), progressOf(played.state)]).toEqual([['m1'], 100]);
});

test('a rejection names its findings to the doer, and only the next round counts', () => {
  const sentBack = play(aWorkflow(), finding('m1'), rejection('r1'));
  expect(sentBack.orders).toMatchObject([
    { role: 'researcher', text: 'Find out: why\nmy review\n- m1: no source' },
  ]);
  const done = play(aWorkflow(), finding('m1'), rejection('r1'), finding('m2'), review('r2', 'approved'));
  expect(approvedIds(done.state)).toEqual(['m2']);
});

test('what moves nothing is gathered and goes along with what does', () => {
  const played = play(
    aWorkflow(),
    finding('a1', { type: 'artifact' }),
    finding('s', { type: 'status' }),
    finding('m1'),
  );
  expect(played.state.input.map(({ id }) => id)).toEqual(['a1', 'm1']);
});

test('a message of another role, of an older round, or for the second time moves nothing', () => {
  const workflow = aWorkflow();
  const before = play(workflow, finding('m1'), rejection('r1'));
  const facts = [
    review('x1', 'approved'),
    finding('x2', { round: 1 }),
    finding('m1'),
    finding('x3', { from: 'person' }),
  ];
  for (const fact of facts) {
    const after = advance(workflow, before.state, fact);
    expect([after.orders, after.state.stage, after.state.round]).toEqual([[], 'research', 3]);
  }
  expect(advance(workflow, before.state, finding('m1')).state).toBe(before.state);
});

test('a question goes to its role without a move, and to no role with a routing error', () => {
  const question = (to: string) => finding('q1', { type: 'question', to });
  expect(play(aWorkflow(), question('reviewer')).orders).toEqual([
    { is: 'deliver', to: 'reviewer', messageId: 'q1' },
  ]);
  expect(play(aWorkflow(), question('nobody')).orders).toMatchObject([
    { is: 'record-error', category: 'routing_error', role: 'researcher' },
  ]);
});

const TO_THE_LIMIT = [finding('m1'), rejection('r1'), finding('m2'), rejection('r2')];

test('at the limit of rounds a run fails, or asks, as its strategy says', () => {
  expect(kinds(play(aWorkflow(), ...TO_THE_LIMIT))).toEqual([
    'record-error',
    'end-session',
    'end-session',
    'finish',
  ]);
  const asked = play(asking, ...TO_THE_LIMIT);
  expect(asked.orders).toMatchObject([
    { is: 'record-error', recovered: true },
    { is: 'ask', question: 1, options: ['one more round', 'accept as it is', 'stop'] },
  ]);
});

test('what was sent back at the limit is not behind the run: it shows no progress that it lost', () => {
  const failed = play(aWorkflow(), ...TO_THE_LIMIT).state;
  expect([failed.passed, progressOf(failed)]).toEqual([[], 0]);
  const accepted = play(asking, ...TO_THE_LIMIT, answer(1, 'accept as it is')).state;
  expect([accepted.passed, progressOf(accepted)]).toEqual([['research', 'verification'], 100]);
});

test('each answer at the limit does what it says', () => {
  const more = play(asking, ...TO_THE_LIMIT, answer(1, 'one more round'));
  expect(more.orders).toMatchObject([{ is: 'give-turn', role: 'researcher', round: 5 }]);
  const further = play(asking, ...TO_THE_LIMIT, answer(1, 'one more round'), finding('m3'));
  expect(further.orders).toMatchObject([{ is: 'give-turn', role: 'reviewer' }]);
  const accepted = play(asking, ...TO_THE_LIMIT, answer(1, 'accept as it is'));
  expect([accepted.state.ended?.success, approvedIds(accepted.state)]).toEqual([true, ['m2']]);
  expect(play(asking, ...TO_THE_LIMIT, answer(1, 'stop')).state.ended?.success).toBe(false);
  expect(play(asking, ...TO_THE_LIMIT, answer(1, 'perhaps')).orders).toMatchObject([
    { is: 'ask', question: 2 },
  ]);
});

test('a blocked review asks a person, and the answer reaches the role that asked', () => {
  const asked = play(aWorkflow(), finding('m1'), review('r1', 'blocked'));
  expect(asked.orders).toMatchObject([{ is: 'ask', question: 1, text: 'What now?\nmy review', options: [] }]);
  const answered = play(aWorkflow(), finding('m1'), review('r1', 'blocked'), answer(1, 'trust it'));
  expect(answered.orders).toMatchObject([
    { is: 'give-turn', role: 'reviewer', text: expect.stringContaining('The answer: trust it') },
  ]);
  expect(answered.orders).toHaveLength(1);
  expect(answered.orders[0]).not.toMatchObject({ text: expect.stringContaining('Check') });
  const wrong = advance(aWorkflow(), asked.state, answer(7, 'trust it'));
  expect(wrong.state).toBe(asked.state);
});

test('a required role that is lost ends the run, or a person is asked', () => {
  expect(play(aWorkflow(), lost('reviewer')).state.ended?.success).toBe(false);
  const asked = play(asking, lost('researcher'));
  expect(asked.orders.at(-1)).toMatchObject({ options: ['start it again', 'go on without it', 'stop'] });
  expect(kinds(play(asking, lost('researcher'), answer(1, 'start it again')))).toEqual([
    'open-session',
    'give-turn',
  ]);
});

const wanted = (role: string): RunFact => ({ is: 'role-wanted', role });

test('a lost role that is wanted again goes on with its task, and its question is closed', () => {
  const revived = play(asking, lost('researcher'), wanted('researcher'));
  expect(revived.orders).toMatchObject([
    { is: 'open-session', role: 'researcher' },
    { is: 'give-turn', role: 'researcher', stage: 'research' },
  ]);
  expect([revived.state.pending, revived.state.roles.researcher]).toEqual([null, 'open']);
  expect(kinds(play(asking, lost('reviewer'), wanted('reviewer')))).toEqual(['open-session']);
});

test('a role that is wanted while another is asked about gets its task, and the question stays', () => {
  const both = play(asking, lost('reviewer'), lost('researcher'), wanted('researcher'));
  expect(kinds(both)).toEqual(['open-session', 'give-turn']);
  expect(both.state.pending).toMatchObject({ about: 'role', role: 'reviewer' });
});

test('a role that waits for an answer is opened, and the answer gives it its task', () => {
  const blocked = [finding('m1'), review('r1', 'blocked')];
  expect(kinds(play(aWorkflow(), ...blocked, wanted('reviewer')))).toEqual(['open-session']);
  const answered = play(aWorkflow(), ...blocked, wanted('reviewer'), answer(1, 'trust it'));
  expect(kinds(answered)).toEqual(['give-turn']);
});

test('an optional role that is lost is passed by, with a warning, and nothing is called approved', () => {
  const roles = aWorkflow().roles.map((role) => ({ ...role, isOptional: role.name === 'reviewer' }));
  const played = play(aWorkflow({ roles }), lost('reviewer'), finding('m1'));
  expect(played.state.ended).toEqual({ success: true, why: 'finished without reviewer' });
  expect([isDegraded(played.state), approvedIds(played.state), played.state.unreviewed]).toEqual([
    true,
    [],
    ['m1'],
  ]);
});

test('what happens while a person is asked is taken in after the answer', () => {
  const played = play(asking, lost('reviewer'), finding('m1'), answer(1, 'start it again'));
  expect(played.orders).toMatchObject([
    { is: 'open-session', role: 'reviewer' },
    { is: 'give-turn', role: 'reviewer', stage: 'verification' },
  ]);
});

test('two roles lost at once are asked about one after the other', () => {
  const played = play(asking, lost('reviewer'), lost('researcher'), answer(1, 'start it again'));
  expect(played.orders).toMatchObject([
    { is: 'ask', question: 2, text: expect.stringContaining('researcher') },
  ]);
});

test('a turn that ends without its message is nudged twice, and then the role is lost', () => {
  const ended: RunFact = { is: 'turn-ended', role: 'researcher', round: 1 };
  expect(play(aWorkflow(), ended).orders).toMatchObject([
    { is: 'give-turn', text: expect.stringContaining('finding') },
  ]);
  expect(kinds(play(aWorkflow(), ended, ended, ended)).slice(0, 2)).toEqual(['end-session', 'record-error']);
  expect(play(aWorkflow(), { ...ended, round: 9 }).orders).toEqual([]);
});

test('a session that ended well is opened again when its role is needed', () => {
  const over: RunFact = { is: 'session-ended', role: 'reviewer', ending: 'completed', reason: 'asked' };
  expect(kinds(play(aWorkflow(), over))).toEqual([]);
  expect(kinds(play(aWorkflow(), over, finding('m1')))).toEqual(['open-session', 'give-turn']);
});

test('a deadline ends the run, but not while a person is asked', () => {
  const passed: RunFact = { is: 'deadline-passed' };
  const ended = play(aWorkflow(), passed).orders;
  expect(ended[0]).toMatchObject({ category: 'timeout', recovered: false });
  expect(ended).toContainEqual({ is: 'end-session', role: 'researcher', isTimeout: true });
  expect(play(asking, lost('reviewer'), passed).state.ended).toBeNull();
});

test('a stage may be called like a property that every object has', () => {
  const stages = aWorkflow().stages.map((stage) =>
    stage.name === 'research' ? { ...stage, name: 'constructor' } : stage,
  );
  const workflow = aWorkflow({ stages, entry: 'constructor' });
  expect(play(workflow, finding('m1')).state.stage).toBe('verification');
});

const longer = aWorkflow({
  entry: 'design',
  stages: [
    {
      name: 'design',
      role: 'researcher',
      task: '{goal}',
      on: [{ on: 'finding', move: { is: 'go', stage: 'research' } }],
    },
    ...aWorkflow().stages.map((stage) => ({
      ...stage,
      on: stage.on.map((transition) =>
        transition.move.is === 'ask'
          ? { ...transition, move: { ...transition.move, stage: 'design' } }
          : transition,
      ),
    })),
  ],
});

test('progress falls to where the run goes back to, and no further', () => {
  const at = (...facts: RunFact[]) => progressOf(play(longer, ...facts).state);
  const there = [finding('m1'), finding('m2')];
  expect([at(), at(finding('m1')), at(...there), at(...there, rejection('r1'))]).toEqual([0, 33, 66, 33]);
});

test('a role at work that ends well while a person is asked is opened again after the answer', () => {
  const over: RunFact = { is: 'session-ended', role: 'researcher', ending: 'completed', reason: 'asked' };
  const played = play(asking, lost('reviewer'), over, answer(1, 'start it again'));
  expect(played.orders).toMatchObject([
    { is: 'open-session', role: 'researcher' },
    { is: 'give-turn', role: 'researcher' },
  ]);
});

// Most of what is said keeps a run going, so that stories come to its limits.
const someFact = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom<RunFact>(finding('f'), rejection('r')) },
  fc.record({ from: fc.constantFrom('researcher', 'reviewer', 'person'), kind: fc.nat(5) }).map(
    ({ from, kind }): RunFact =>
      aMessage({
        id: `${from}-${kind}`,
        from,
        type: kind < 3 ? 'review' : kind === 3 ? 'status' : 'finding',
        verdict: (['approved', 'changes', 'blocked'] as const)[kind] ?? null,
      }),
  ),
  fc
    .constantFrom('researcher', 'reviewer')
    .chain((role) =>
      fc.constantFrom<RunFact>(
        { is: 'session-ended', role, ending: 'failed', reason: 'crash' },
        { is: 'session-ended', role, ending: 'completed', reason: 'asked' },
        { is: 'role-wanted', role },
        { is: 'turn-ended', role, round: 1 },
        { is: 'turn-ended', role, round: 2 },
      ),
    ),
  fc.record({
    is: fc.constant('answered' as const),
    question: fc.nat(6),
    answer: fc.constantFrom('one more round', 'start it again', 'go on without it', 'x'),
  }),
);
// Every message of a long story is a new one, unless it is told twice.
const story = fc
  .array(fc.tuple(someFact, fc.nat(3)), { maxLength: 120 })
  .map((facts) =>
    facts.map(([fact, again], index) =>
      fact.is === 'message' ? { ...fact, id: `${fact.id}-${again === 0 ? 'same' : index}` } : fact,
    ),
  );
const someWorkflow = fc
  .record({
    of: fc.constantFrom(aWorkflow(), longer),
    failure: fc.constantFrom('fail' as const, 'ask' as const),
    isOptional: fc.boolean(),
  })
  .map(({ of, failure, isOptional }) => ({
    ...of,
    failure,
    roles: of.roles.map((role) => ({ ...role, isOptional: isOptional && role.name === 'reviewer' })),
  }));

test('the same facts lead to the same state, through JSON as well', () => {
  fc.assert(
    fc.property(someWorkflow, story, (workflow, facts) => {
      const whole = play(workflow, ...facts).state;
      const stored = facts.reduce(
        (state, fact) => JSON.parse(JSON.stringify(advance(workflow, state, fact).state)) as WorkflowState,
        start(workflow, 'why').state,
      );
      expect(stored).toEqual(whole);
    }),
  );
});

test('no stage is entered more often than allowed, and progress falls only when one is entered again', () => {
  fc.assert(
    fc.property(someWorkflow, story, (workflow, facts) => {
      let { state } = start(workflow, 'why');
      for (const fact of facts) {
        const next = advance(workflow, state, fact).state;
        const limit = (workflow.iterations ?? 1) + next.extraRounds;
        expect(Math.max(...Object.values(next.visits))).toBeLessThanOrEqual(limit);
        const isAgain = next.round > state.round && (state.visits[next.stage] ?? 0) > 0;
        const isSentBack = next.pending?.about === 'limit' || next.ended?.success === false;
        if (!isAgain && !isSentBack) expect(progressOf(next)).toBeGreaterThanOrEqual(progressOf(state));
        state = next;
      }
    }),
  );
});

test('whatever is said for ever, a run ends or waits for a person', () => {
  fc.assert(
    fc.property(someWorkflow, story, (workflow, facts) => {
      let { state } = play(workflow, ...facts);
      for (let n = 0; n < 2100 && state.ended === null && state.pending === null; n++) {
        state = advance(workflow, state, aMessage({ id: `late-${n}`, type: 'status' })).state;
      }
      expect(state.ended !== null || state.pending !== null).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('while a run goes on, a role has been given a turn in its round', () => {
  fc.assert(
    fc.property(someWorkflow, story, (workflow, facts) => {
      let { state, orders }: PlayedFacts = start(workflow, 'why');
      let atWork = orders.filter(({ is }) => is === 'give-turn').at(-1);
      for (const fact of facts) {
        ({ state, orders } = advance(workflow, state, fact));
        atWork = orders.filter(({ is }) => is === 'give-turn').at(-1) ?? atWork;
        if (state.ended !== null || state.pending !== null) continue;
        expect(atWork).toMatchObject({ stage: state.stage, round: state.round });
        expect(Object.values(state.roles)).not.toContain('lost');
      }
    }),
  );
});

test('what only leads on to a stage that builds on it goes on unreviewed', () => {
  const [research, verification] = aWorkflow().stages;
  if (!research || !verification) throw new Error('the sample has two stages');
  const design = {
    ...research,
    name: 'design',
    on: [{ on: 'finding', move: { is: 'go', stage: 'research' } }],
  };
  const workflow = { ...aWorkflow(), entry: 'design', stages: [design, research, verification] } as Workflow;
  const played = play(workflow, finding('m1'), finding('m2'), review('r1', 'approved'));
  expect([approvedIds(played.state), played.state.unreviewed]).toEqual([['m2'], ['m1']]);
});
