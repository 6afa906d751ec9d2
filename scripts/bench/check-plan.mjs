// check-plan <tasks> <rounds>: how long a plan takes to be read as YAML alone, and to be read and checked.
import { parse } from 'yaml';
import { parsePlan } from '../../src/contract/plan/parse-plan.ts';
import { checkPlan } from '../../src/domain/plan/check/check-plan.ts';
import { planText } from '../../tests/samples/plan-text.ts';
import { SOUND_FACTS, soundPlan } from '../../tests/samples/sound-plan.ts';

const WARM_UP_ROUNDS = 3;

/** Each task waits for two others, a few before it. */
const needsOf = (n) => [n - 7, n - 20].filter((need) => need >= 0);

function textOf(tasks) {
  const needs = Array.from({ length: tasks }, (_, n) => needsOf(n));
  return planText(soundPlan({ needs, doers: tasks, verifiers: 20, hasFiles: true, hasGroup: false }));
}

function timeOf(work) {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

const [tasks, rounds] = process.argv.slice(2).map(Number);
const text = textOf(tasks);
const times = { floor: [], ours: [] };
let findings = 0;
for (let round = 0; round < rounds + WARM_UP_ROUNDS; round += 1) {
  const floor = timeOf(() => parse(text));
  const ours = timeOf(() => {
    const { plan } = parsePlan(text);
    findings += plan === null ? 1 : checkPlan(plan, SOUND_FACTS).length;
  });
  if (round < WARM_UP_ROUNDS) continue;
  times.floor.push(floor);
  times.ours.push(ours);
}
process.stdout.write(JSON.stringify({ times, findings, bytes: text.length }));
