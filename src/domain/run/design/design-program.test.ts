import { expect, test } from 'vitest';
import type { MessageType, Verdict } from '../../message/message-type.ts';
import type { Advance, RunFact, RunOrder } from '../program.ts';
import type { WorkflowState } from '../workflow/state.ts';
import { ACCEPT, ONE_MORE_ROUND, ONE_MORE_TRY, START_AGAIN } from './ask-about-design.ts';
import { designProgram } from './design-program.ts';
import { type DesignState, type DesignWish, defineDesign } from './design-state.ts';
import type { SubmittedFact } from './submission.ts';

const WISH: DesignWish = { plan: 'sign-up', summary: 'People sign up.', rounds: 3, isUnattended: false };
const ARCHITECT = 'workflow_architect';
const VERIFIER = 'design_verifier';

/** Who says something, and to whom. */
type Way = readonly [from: string, to: string | null];
type Turn = Extract<RunOrder, { is: 'give-turn' }>;

/** A design that is driven by hand. */
class Driven {
  readonly #program;
  readonly facts: RunFact[] = [];
  #now: Advance<WorkflowState>;
  #turns = new Map<string, Turn>();
  #messages = 0;
  #versions = 0;

  constructor(wish: Partial<DesignWish> = {}) {
    this.#program = designProgram(defineDesign({ ...WISH, ...wish }));
    this.#now = this.#program.start('sign-up');
    this.#note();
  }

  get state(): DesignState {
    return this.#now.state as DesignState;
  }
  get orders(): readonly RunOrder[] {
    return this.#now.orders;
  }
  /** Where it is: the phase, the question that is open, or the end. */
  get is(): string {
    const { ended, pending, design } = this.state;
    if (ended !== null) return ended.success ? 'approved' : 'failed';
    return pending?.about === 'design' ? `asks ${pending.asks}` : design.phase;
  }
  steps(): readonly string[] {
    return this.orders.flatMap((order) =>
      order.is === 'step-version' ? [`${order.event} ${order.version}`] : [],
    );
  }
  turnOf(role: string): Turn | undefined {
    return this.#turns.get(role);
  }
  tell(fact: RunFact): this {
    this.facts.push(fact);
    this.#now = this.#program.advance(this.#now.state, fact);
    this.#note();
    return this;
  }
  submit(changes: Partial<SubmittedFact> = {}): this {
    this.#versions += 1;
    return this.tell({
      is: 'submitted',
      role: ARCHITECT,
      version: this.#versions,
      isSound: true,
      isLarge: false,
      told: '',
      drawing: `drawing ${this.#versions}`,
      approval: `approve ${this.#versions}?`,
      ...changes,
    });
  }
  unsound(): this {
    return this.submit({ isSound: false, told: `finding ${this.#versions + 1}` });
  }
  say([from, to]: Way, type: MessageType, verdict: Verdict | null = null): this {
    const findings = verdict === 'changes' ? [{ about: 'a_1727539200', text: 'too vague' }] : [];
    const round = this.turnOf(from)?.round ?? null;
    this.#messages += 1;
    const id = `m${this.#messages}`;
    return this.tell({ is: 'message', id, from, to, type, verdict, findings, body: `words ${id}`, round });
  }
  review(verdict: Verdict): this {
    return this.say([VERIFIER, null], 'review', verdict);
  }
  answer(answer: string): this {
    return this.tell({ is: 'answered', question: this.state.pending?.question ?? -1, answer });
  }
  endTurn(role: string): this {
    return this.tell({ is: 'turn-ended', role, round: this.turnOf(role)?.round ?? -1 });
  }
  lose(role: string): this {
    return this.tell({ is: 'session-ended', role, ending: 'failed', reason: 'crash' });
  }

  #note(): void {
    for (const order of this.#now.orders) if (order.is === 'give-turn') this.#turns.set(order.role, order);
  }
}

const atVerifier = (wish: Partial<DesignWish> = {}): Driven => new Driven(wish).submit();
const atPerson = (): Driven => atVerifier().review('approved');

test('where each fact leads from each phase', () => {
  const starts: readonly (readonly [string, () => Driven])[] = [
    ['designing', () => new Driven()],
    ['designing, 2 unsound', () => new Driven().unsound().unsound()],
    ['verifying', () => atVerifier()],
    ['verifying, round 3', () => atVerifier({ rounds: 1 })],
    ['approving', atPerson],
  ];
  const facts: readonly (readonly [string, (run: Driven) => Driven])[] = [
    ['sound', (run) => run.submit()],
    ['unsound', (run) => run.unsound()],
    ['large', (run) => run.submit({ isLarge: true })],
    ['approved', (run) => run.review('approved')],
    ['changes', (run) => run.review('changes')],
    ['blocked', (run) => run.review('blocked')],
    ['architect lost', (run) => run.lose(ARCHITECT)],
    ['verifier lost', (run) => run.lose(VERIFIER)],
    ['deadline', (run) => run.tell({ is: 'deadline-passed' })],
  ];
  const table = starts.flatMap(([phase, make]) =>
    facts.map(([name, tell]) => `${phase} + ${name} → ${tell(make()).is}`),
  );
  expect(table.join('\n')).toMatchInlineSnapshot(`
    "designing + sound → verifying
    designing + unsound → designing
    designing + large → designing
    designing + approved → designing
    designing + changes → designing
    designing + blocked → designing
    designing + architect lost → asks lost
    designing + verifier lost → designing
    designing + deadline → failed
    designing, 2 unsound + sound → verifying
    designing, 2 unsound + unsound → asks tries
    designing, 2 unsound + large → designing
    designing, 2 unsound + approved → designing
    designing, 2 unsound + changes → designing
    designing, 2 unsound + blocked → designing
    designing, 2 unsound + architect lost → asks lost
    designing, 2 unsound + verifier lost → designing
    designing, 2 unsound + deadline → failed
    verifying + sound → verifying
    verifying + unsound → verifying
    verifying + large → verifying
    verifying + approved → asks approval
    verifying + changes → designing
    verifying + blocked → asks blocked
    verifying + architect lost → verifying
    verifying + verifier lost → asks lost
    verifying + deadline → failed
    verifying, round 3 + sound → verifying
    verifying, round 3 + unsound → verifying
    verifying, round 3 + large → verifying
    verifying, round 3 + approved → asks approval
    verifying, round 3 + changes → asks rounds
    verifying, round 3 + blocked → asks blocked
    verifying, round 3 + architect lost → verifying
    verifying, round 3 + verifier lost → asks lost
    verifying, round 3 + deadline → failed
    approving + sound → asks approval
    approving + unsound → asks approval
    approving + large → asks approval
    approving + approved → asks approval
    approving + changes → asks approval
    approving + blocked → asks approval
    approving + architect lost → asks approval
    approving + verifier lost → asks approval
    approving + deadline → failed"
  `);
});

test('the architect begins with what was talked over, the verifier with what was designed', () => {
  const run = new Driven();
  expect(run.turnOf(ARCHITECT)?.text).toContain('People sign up.');
  expect(run.turnOf(ARCHITECT)?.text).toContain('swarm plan submit plan.yaml');
  expect(run.turnOf(VERIFIER)).toBeUndefined();
  run.submit();
  expect(run.turnOf(VERIFIER)?.text).toContain('drawing 1');
  expect(run.turnOf(VERIFIER)?.text).toContain('People sign up.');
});

test('a design that passed is verified, then asked about, and approved by the answer', () => {
  const run = atPerson();
  expect([run.is, run.steps()]).toEqual(['asks approval', ['verify 1']]);
  expect(run.orders).toContainEqual(expect.objectContaining({ is: 'ask', text: 'approve 1?', approves: 1 }));
  expect(run.answer('approve').state.ended).toEqual({ success: true, why: 'version 1 is approved' });
});

test('started unattended, it is approved by itself, and says so', () => {
  const run = atVerifier({ isUnattended: true }).review('approved');
  expect([run.is, run.steps()]).toEqual(['approved', ['verify 1', 'approve 1']]);
});

test('a rejection goes to the architect with the words, and the next version takes its place', () => {
  const run = atPerson().answer('reject: one agent is enough');
  expect([run.is, run.turnOf(ARCHITECT)?.text]).toEqual([
    'designing',
    expect.stringContaining('one agent is enough'),
  ]);
  // What was rejected is decided; only a version that waits for a decision is superseded.
  expect(run.submit().steps()).toEqual([]);
});

test('words that decide nothing are asked about again', () => {
  for (const words of ['aprove', 'reject', 'reject: what to change', '']) {
    expect(atPerson().answer(words).is).toBe('asks approval');
  }
});

test('findings go to the architect when its turn ends; the third unsound version is asked about', () => {
  const run = new Driven().unsound();
  const before = run.turnOf(ARCHITECT)?.round;
  expect(run.endTurn(ARCHITECT).turnOf(ARCHITECT)).toMatchObject({
    round: (before ?? 0) + 1,
    text: expect.stringContaining('finding 1'),
  });
  run.unsound().unsound();
  expect([run.is, run.state.pending?.text]).toEqual(['asks tries', expect.stringContaining('finding 3')]);
  expect(run.answer(ONE_MORE_TRY).turnOf(ARCHITECT)?.text).toContain('finding 3');
  expect(run.unsound().is).toBe('asks tries');
  expect(run.answer('stop').is).toBe('failed');
});

test('a sound version begins the count of unsound ones anew', () => {
  const run = new Driven().unsound().unsound().submit().review('changes');
  expect(run.unsound().unsound().is).toBe('designing');
});

test('what the verifier wants changed goes back as often as it may, then a person is asked', () => {
  const run = atVerifier({ rounds: 2 }).review('changes');
  expect(run.turnOf(ARCHITECT)?.text).toContain('too vague');
  expect(run.submit().steps()).toEqual(['supersede 1']);
  expect(run.review('changes').is).toBe('asks rounds');
  expect(run.answer(ONE_MORE_ROUND).is).toBe('designing');
  expect(run.submit().review('changes').is).toBe('asks rounds');
  expect(run.answer(ACCEPT).is).toBe('asks approval');
  expect(run.state.design.reports.map(({ round, version, verdict }) => [round, version, verdict])).toEqual([
    [1, 1, 'changes'],
    [2, 2, 'changes'],
    [3, 3, 'changes'],
  ]);
});

test('what only a person can decide is asked, and the answer goes to the architect', () => {
  const run = atVerifier().review('blocked').answer('passwords are optional');
  expect([run.is, run.turnOf(ARCHITECT)?.text]).toEqual([
    'designing',
    expect.stringContaining('passwords are optional'),
  ]);
});

test('a verdict about an older version counts for nothing', () => {
  const run = atVerifier();
  const old = run.turnOf(VERIFIER)?.round ?? 0;
  run.review('changes').submit();
  const fact = { is: 'message', id: 'late', from: VERIFIER, to: null, type: 'review' } as const;
  run.tell({ ...fact, verdict: 'approved', findings: [], body: 'fine', round: old });
  expect(run.is).toBe('verifying');
});

test('a large plan made alone is advised once; with the three designs it never is', () => {
  const alone = new Driven().submit({ isLarge: true });
  expect([alone.is, alone.state.design.told]).toEqual([
    'designing',
    expect.stringContaining('swarm send instruction_writer'),
  ]);
  expect(alone.submit({ isLarge: true }).is).toBe('verifying');
  expect(alone.steps()).toEqual(['supersede 1']);

  const helped = new Driven();
  for (const helper of ['instruction_writer', 'file_structure_designer', 'validation_checkpoint_designer']) {
    helped.say([ARCHITECT, helper], 'question');
    expect(helped.turnOf(helper)?.text).toContain('swarm send workflow_architect');
    helped.say([helper, ARCHITECT], 'question');
  }
  expect(helped.turnOf(ARCHITECT)?.text).toContain('validation_checkpoint_designer answers');
  expect(helped.submit({ isLarge: true }).is).toBe('verifying');
});

test('an architect that waits for a sub-designer is not reminded, and goes on without a silent one', () => {
  const run = new Driven().say([ARCHITECT, 'instruction_writer'], 'question');
  const round = run.turnOf(ARCHITECT)?.round;
  expect(run.endTurn(ARCHITECT).turnOf(ARCHITECT)?.round).toBe(round);
  run.endTurn('instruction_writer').endTurn('instruction_writer').endTurn('instruction_writer');
  expect(run.turnOf(ARCHITECT)?.text).toContain('instruction_writer does not answer');
  const lost = new Driven().say([ARCHITECT, 'instruction_writer'], 'question').lose('instruction_writer');
  expect(lost.turnOf(ARCHITECT)?.text).toContain('instruction_writer does not answer');
});

test('a silent architect is reminded twice, then asked about, and starts again with the whole story', () => {
  const run = new Driven().endTurn(ARCHITECT).endTurn(ARCHITECT);
  expect(run.turnOf(ARCHITECT)?.text).toContain('the design waits for your plan');
  expect(run.endTurn(ARCHITECT).is).toBe('asks lost');
  run.answer(START_AGAIN);
  expect(run.orders).toContainEqual({ is: 'open-session', role: ARCHITECT });
  expect(run.turnOf(ARCHITECT)?.text).toContain('People sign up.');
});

test('a verifier that is lost gets the same version again', () => {
  const run = atVerifier().lose(VERIFIER).answer(START_AGAIN);
  expect([run.is, run.turnOf(VERIFIER)?.text]).toEqual(['verifying', expect.stringContaining('drawing 1')]);
  expect(run.review('approved').is).toBe('asks approval');
});

test('the same facts lead to the same state, also after it was written and read', () => {
  const run = atVerifier().review('changes').submit().review('approved').answer('reject: smaller');
  const program = designProgram(defineDesign(WISH));
  const again = run.facts.reduce<WorkflowState>(
    (state, fact) => JSON.parse(JSON.stringify(program.advance(state, fact).state)),
    program.start('sign-up').state,
  );
  expect(again).toEqual(run.state);
});
