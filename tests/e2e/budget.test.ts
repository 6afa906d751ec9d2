import { expect, test, vi } from 'vitest';
import { livingOf } from './living.ts';
import { create, makeProject, statusOf, type TestProject } from './project.ts';

type Question = Readonly<{ id: string; kind: string; text: string; options: string[] }>;
type Budgets = Readonly<{
  reason: string | null;
  budgets: readonly { of: string; spent_usd: number; reserved_usd: number; left_usd: number | null }[];
}>;

const questionsOf = async ({ json }: TestProject): Promise<Question[]> =>
  (await json<{ questions: Question[] }>('questions')).questions;

async function questionAfter(project: TestProject, id: string): Promise<Question> {
  await project.swarm('events', id, '--follow', '--until', 'question-asked');
  const [question] = await questionsOf(project);
  if (!question) throw new Error('nothing is asked');
  return question;
}

test('a session stops at its budget, asks, and goes on where it was once it has more', async () => {
  const project = await makeProject();
  const steps = ['say: first', 'cost: 0.60', 'say: second', 'cost: 0.60', 'say: third', 'result: {ok: true}'];
  const id = await create(project, steps, '--budget', '0.50');

  const question = await questionAfter(project, id);
  expect(question).toMatchObject({
    kind: 'budget',
    text: 'The budget of the session is used up ($0.60 of $0.50). Go on with more? It takes more than +0.1.',
    options: ['+0.7', 'stop'],
  });
  expect(await statusOf(project, id)).toMatchObject({ state: 'waiting', budgets: [{ spent_usd: 0.6 }, {}] });
  expect((await project.swarm('answer', question.id, 'yes')).code).toBe(1);
  expect((await project.swarm('answer', question.id, '+0.1')).code).toBe(1);
  expect((await project.swarm('answer', question.id, '+2')).code).toBe(0);

  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  const { budgets } = await project.json<Budgets>('status', id);
  expect(budgets[0]).toMatchObject({ of: 'session', spent_usd: 1.2, reserved_usd: 0, left_usd: 1.3 });
  const events = (await project.swarm('events', id, '--json')).stdout;
  expect(events.match(/budget-warned/g)).toHaveLength(1);
  expect(events.match(/budget-raised/g)).toHaveLength(1);
  expect((await project.swarm('status', id)).stdout).toContain('session $1.20 of $2.50 ($1.30 left)');
});

test('an answer that passes the budget is still the result', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: the answer', 'cost: 0.60'], '--budget', '0.50');
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect((await project.swarm('result', id)).stdout).toContain('the answer');
  expect(await statusOf(project, id)).toMatchObject({ status: 'COMPLETED', attempt: 1 });
});

test('while a person thinks about money, no process is kept for it', async () => {
  const project = await makeProject({ timeouts: { idleProcess: '100ms', grace: '500ms' } });
  const id = await create(project, ['cost: 0.60', 'result: {ok: true}'], '--budget', '0.50');
  const question = await questionAfter(project, id);
  await vi.waitFor(() => expect(livingOf(project)).toEqual([]), { timeout: 20_000 });
  await project.swarm('answer', question.id, '+1');
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect(await statusOf(project, id)).toMatchObject({ attempt: 2 });
});

test('a person who would rather stop ends the session, with the budget as the reason', async () => {
  const project = await makeProject({ budget: { sessionUsd: 0.1 } });
  const id = await create(project, ['cost: 0.20', 'say: never']);

  const { id: question } = await questionAfter(project, id);
  await project.swarm('answer', question, 'stop');
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(2);
  expect(await statusOf(project, id)).toMatchObject({ status: 'KILLED', reason: 'budget' });
});

test('what one session spends of the day is missing to the next, which waits before it begins', async () => {
  const project = await makeProject({ budget: { dayUsd: 1 } });
  const first = await create(project, ['cost: 1.10', 'say: done']);
  const question = await questionAfter(project, first);
  expect(question.text).toMatch(/budget of the day .* \(\$1\.10 of \$1\.00\)/);

  const task = project.script('second', ['say: also done']);
  const made = await project.swarm('create', 'rehearsal', task, '--quiet');
  expect(made.stderr).toContain('A budget leaves it nothing to spend');
  const second = made.stdout.trim();
  await project.swarm('events', second, '--follow', '--until', 'question-asked');
  expect(await statusOf(project, second)).toMatchObject({ state: 'waiting', attempt: 0 });

  await project.swarm('answer', question.id, '+5');
  expect((await project.swarm('wait', first, second, '--timeout', '40s')).code).toBe(0);
  expect(await questionsOf(project)).toEqual([]);
});

test('sessions that work at the same time do not share the last of the day', async () => {
  const project = await makeProject({ budget: { dayUsd: 1 } });
  const ids = [await create(project, ['silent']), await create(project, ['silent'])];
  for (const id of ids) await project.swarm('events', id, '--follow', '--until', 'turn-see');
  const day = async () => (await project.json<{ day_budget: unknown }>('list')).day_budget;
  expect(await day()).toMatchObject({ spent_usd: 0, reserved_usd: 0.75 });
  for (const id of ids) await project.swarm('kill', id, '--force');
  expect(await day()).toMatchObject({ spent_usd: 0.75, reserved_usd: 0, left_usd: 0.25 });
  expect((await project.swarm('list')).stdout).toContain('Budget: day $0.75 of $1.00 ($0.25 left)');
});

test('a turn that is lost with its process is charged with all that was set aside for it', async () => {
  const project = await makeProject({ retries: 1 });
  const id = await create(project, ['say: up', 'crash: SIGKILL', 'say: again'], '--budget', '3');

  const { text } = await questionAfter(project, id);
  expect(text).toContain('($3.00 of $3.00)');
});

test('a turn whose tokens pass the budget is finished, and the next one is not begun', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: word', 'sleep: 1s'], '--budget-tokens', '5');
  await project.swarm('send', id, 'and then?');
  const { text } = await questionAfter(project, id);
  expect(text).toMatch(/^The budget of the session is used up \(\d+ tokens of 5 tokens\)/);
  expect(await statusOf(project, id)).toMatchObject({ state: 'waiting', attempt: 1 });
});

test('an agent that tells nothing is said to be beyond both', async () => {
  const project = await makeProject();
  project.write('agents/plain/plain-agent.md', '---\ncommand: ["true"]\n---\n');
  const task = project.write('task.md', 'Do it.');
  const made = await project.swarm('create', 'plain', task, '--budget', '1', '--budget-tokens', '9k');
  expect(made.stderr).toContain('command does not tell what it costs');
  expect(made.stderr).toContain('command does not tell its tokens');
  expect((await project.swarm('create', 'plain', task, '--budget', 'much')).code).toBe(1);
});
