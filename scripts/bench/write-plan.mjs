// write-plan <tasks> <verifiers>: prints a sound plan in which each task has a role of its own.
import { planText } from '../../tests/samples/plan-text.ts';
import { soundPlan } from '../../tests/samples/sound-plan.ts';

const WIDTH = 20;

const [tasks, verifiers] = process.argv.slice(2).map(Number);
// As many can be worked on side by side as may be at work; each follows one of the wave before it.
const needs = Array.from({ length: tasks }, (_, n) => (n < WIDTH ? [] : [n - WIDTH]));
const plan = soundPlan({ needs, doers: tasks, verifiers, hasFiles: true, hasGroup: false });
process.stdout.write(planText(plan));
