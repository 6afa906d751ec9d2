import type { Plan, PlanTask } from '../../src/domain/plan/plan.ts';
import { definePlan } from '../../src/domain/run/plan/plan-state.ts';
import type { Role, Workflow } from '../../src/domain/workflow/workflow.ts';
import type { Dice } from './dice.ts';
import type { Performer } from './performer.ts';
import type { Pause } from './world.ts';

const role = (name: string, more: Partial<Role> = {}): Role => ({
  name,
  persona: 'talker',
  hasWorkspace: false,
  isOptional: false,
  ...more,
});

const task = (name: string, more: Partial<PlanTask>): PlanTask => ({
  id: `${name}_1727539200`,
  role: name,
  instructions: `Do the part of the ${name}`,
  inputs: [],
  outputs: [],
  criteria: [],
  dependencies: [],
  verifier: 'checker',
  timeoutMs: null,
  retries: null,
  escalation: null,
  ...more,
});

/** The same crew with a plan: the planner does two tasks, beside the maker and after it. */
const PLAN: Plan = {
  name: 'plan',
  goal: 'a well',
  timeoutMs: null,
  escalation: ['workflow_architect', 'user'],
  agents: [
    { role: 'planner', persona: 'talker' },
    { role: 'maker', persona: 'talker' },
    { role: 'checker', persona: 'teller' },
  ],
  tasks: [
    task('planner', {}),
    task('maker', {}),
    task('planner', { id: 'last_1727539200', dependencies: ['planner_1727539200', 'maker_1727539200'] }),
  ],
  parallelGroups: [],
  checkpoints: [],
  newPersonas: [],
};

/** A planner, if the run has one; a maker; a checker. */
const MADE: readonly Workflow[] = (['ask', 'fail'] as const).map((failure) => ({
  name: failure,
  description: '',
  entry: 'planning',
  iterations: 3,
  timeoutMs: null,
  failure,
  roles: [
    role('planner', { isOptional: true }),
    role('maker', { hasWorkspace: true }),
    role('checker', { persona: 'teller' }),
  ],
  stages: [
    {
      name: 'planning',
      role: 'planner',
      task: 'Plan {goal}',
      on: [{ on: 'artifact', move: { is: 'go', stage: 'making' } }],
    },
    {
      name: 'making',
      role: 'maker',
      task: 'Make {goal} {input} {feedback}',
      on: [{ on: 'artifact', move: { is: 'go', stage: 'checking' } }],
    },
    {
      name: 'checking',
      role: 'checker',
      task: 'Check {goal} {input}',
      on: [
        { on: 'review.approved', move: { is: 'finish' } },
        { on: 'review.changes', move: { is: 'go', stage: 'making' } },
        { on: 'review.blocked', move: { is: 'ask', text: 'What now?', stage: 'making' } },
      ],
    },
  ],
}));

export const WORKFLOWS: readonly Workflow[] = [...MADE, definePlan(PLAN)];

type Post = 'right' | 'other' | 'question' | 'stranger' | 'wrong';

const POSTS: Readonly<Record<Post, number>> = { right: 60, other: 10, question: 10, stranger: 5, wrong: 5 };
const CALM_POSTS: Partial<Record<Post, number>> = { right: 90, question: 5 };

/** What a role sends before its turn ends: mostly what its stage waits for, and now and then too much. */
export function* playPart(actor: Performer, part: string): Generator<Pause, void, void> {
  const { dice, isCalm } = actor;
  for (let left = dice.weigh({ '0': 15, '1': 70, '2': 15 }); left !== '0'; left = left === '2' ? '1' : '0') {
    yield { ms: dice.between(1, 2_000) };
    const request = postOf(dice, dice.weigh<Post>(isCalm ? CALM_POSTS : POSTS), part);
    yield* actor.ask({ verb: 'message.send', ...request }, 30_000);
  }
}

type PostedPart = Readonly<{ to?: string; body: string; content: unknown }>;

function postOf(dice: Dice, post: Post, part: string): PostedPart {
  const mark = `p-${dice.hex(12)}`;
  const isChecker = /^(checker|design_verifier)/.test(part);
  const crew = part.includes('_') ? ['agent_0', 'checker_0'] : ['planner', 'maker', 'checker'];
  const others = crew.filter((name) => name !== part);
  switch (post) {
    case 'right':
      return { body: '', content: isChecker ? reviewOf(dice, mark) : artifactOf(mark) };
    case 'other':
      return { body: '', content: isChecker ? artifactOf(mark) : reviewOf(dice, mark) };
    case 'question':
      return { to: dice.pick(others), body: '', content: { type: 'question', body: mark } };
    case 'stranger':
      return { to: 'stranger', body: '', content: { type: 'question', body: mark } };
    case 'wrong':
      return { body: '', content: { type: 'rumour', body: mark } };
  }
}

const artifactOf = (summary: string): unknown => ({ type: 'artifact', path: 'notes.md', summary });

const reviewOf = (dice: Dice, summary: string): unknown => ({
  type: 'review',
  verdict: dice.weigh({ approved: 5, changes: 4, blocked: 1 }),
  summary,
  findings: [{ about: 'it', text: 'is not right' }],
});
