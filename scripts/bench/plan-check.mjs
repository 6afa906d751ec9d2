// What the check of a large plan costs over reading its YAML.
import { median, spread } from './figures.mjs';
import { bundleProgram } from './program.mjs';
import { makeRow } from './row.mjs';

const TASKS = 500;
const ROUNDS = 15;
const LIMIT = 1.5;

export async function measurePlanCheck(place) {
  const checker = await bundleProgram(place, 'check-plan.mjs');
  const { times, findings, bytes } = JSON.parse(checker.run([String(TASKS), String(ROUNDS)]));
  const row = makeRow({
    name: 'plan-check',
    what: `a plan of ${TASKS} tasks read and checked against its YAML alone`,
    unit: 'ms',
    by: 'ratio',
    floor: median(times.floor),
    ours: median(times.ours),
    limit: LIMIT,
    problem: findings > 0 ? 'THE PLAN WAS NOT SOUND' : null,
    detail: { bytes, floor: spread(times.floor), ours: spread(times.ours) },
  });
  return [row];
}
