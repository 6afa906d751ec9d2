import { expect, test } from 'vitest';
import { aPlan, aTask } from '../../../../tests/samples/plan.ts';
import type { RunFact, RunOrder } from '../program.ts';
import { planProgram } from './plan-program.ts';
import { definePlan } from './plan-state.ts';
import { workText } from './words.ts';

const OUTPUT = { path: 'agents/maker/task_output/a.sql', format: 'SQL' };
const task = aTask({
  id: 'make_1727539200',
  role: 'maker',
  outputs: [OUTPUT, { path: 'src/a.ts', format: null }],
  criteria: [{ text: 'It creates', command: 'grep -q CREATE agents/maker/task_output/a.sql', file: null }],
});
const plan = aPlan([task]);

test('an agent is told of paths as it finds them in its folder', () => {
  const text = workText(plan, task);
  expect(text).toContain('- orchestration/agents/maker/task_output/a.sql (SQL)');
  expect(text).toContain('- src/a.ts');
  expect(text).toContain('`grep -q CREATE orchestration/agents/maker/task_output/a.sql` succeeds');
});

const FINDING = { about: 'a.sql', text: 'a column is missing' };

/** The texts that each role is given, round after round: nothing is approved. */
function play(rounds: number): readonly Readonly<{ role: string; text: string }>[] {
  const program = planProgram(definePlan(plan));
  let { state, orders } = program.start(plan.goal);
  const given: RunOrder[] = [...orders];
  const said = { is: 'message', to: null, round: null, body: 'done', findings: [], verdict: null } as const;
  const tell = (fact: RunFact): void => {
    ({ state, orders } = program.advance(state, fact));
    given.push(...orders);
    const check = orders.find((order) => order.is === 'run-criteria');
    if (check) tell({ ...check, is: 'criteria-run', commit: 'c1', results: [], outputs: [], notes: [] });
  };
  for (let n = 0; n < rounds; n++) {
    for (const id of [`a${n}`, `b${n}`]) tell({ ...said, id, from: 'maker', type: 'result' });
    tell({ ...said, id: `c${n}`, from: 'checker', type: 'review', verdict: 'changes', findings: [FINDING] });
  }
  return given.flatMap((order) => (order.is === 'give-turn' ? [order] : []));
}

test('what agents are told does not grow from round to round by more than the findings', () => {
  const turns = play(3);
  const lengths = (role: string): readonly number[] =>
    turns.filter((turn) => turn.role === role).map(({ text }) => text.length);
  const verifying = lengths('checker');
  expect(verifying).toHaveLength(3);
  const findings = FINDING.about.length + FINDING.text.length;
  expect(Math.max(...verifying)).toBeLessThanOrEqual((verifying[0] ?? 0) + findings);
  const [first = 0, , ...later] = lengths('maker');
  expect(Math.max(...later)).toBeLessThanOrEqual(first + findings);
});
