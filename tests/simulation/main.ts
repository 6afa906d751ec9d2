import { parseArgs } from 'node:util';
import { type SimulationReport, simulate } from './simulation.ts';

const DEFAULT_ROUNDS = 1500;
const DEFAULT_SEEDS = 100;

/**
 * `--seed S` plays one world, without it the first hundred, or `--seeds N`; `--rounds N` says how long
 * trouble lasts; with `--runs` people start workflows too, with `--loops` loops, with `--plans` plans; with
 * `--children` sessions begin others; with `--faults` the disk is full at times, and the clock is set;
 * `--whole` tells the whole story of a world that fails.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      rounds: { type: 'string' },
      seeds: { type: 'string' },
      whole: { type: 'boolean' },
      runs: { type: 'boolean' },
      children: { type: 'boolean' },
      loops: { type: 'boolean' },
      plans: { type: 'boolean' },
      races: { type: 'boolean' },
      faults: { type: 'boolean' },
    },
  });
  const rounds = Number(values.rounds ?? DEFAULT_ROUNDS);
  const count = Number(values.seeds ?? DEFAULT_SEEDS);
  const seeds =
    values.seed === undefined ? Array.from({ length: count }, (_, seed) => seed) : [Number(values.seed)];
  const kept = values.whole ? { keptSteps: Number.POSITIVE_INFINITY } : {};
  const events: Record<string, number> = {};
  for (const seed of seeds) {
    const report = await simulate({
      seed,
      rounds,
      hasRuns: values.runs ?? false,
      hasChildren: values.children ?? false,
      hasLoops: values.loops ?? false,
      hasPlans: values.plans ?? false,
      hasRaces: values.races ?? false,
      hasMachineFaults: values.faults ?? false,
      ...kept,
    });
    for (const [event, count] of Object.entries(report.events)) events[event] = (events[event] ?? 0) + count;
    process.stdout.write(`${summary(report)}\n`);
    if (report.violation !== null) {
      process.stdout.write(`${report.trace.join('\n')}\n\n${report.violation}\n`);
      const kinds = (['runs', 'loops', 'plans', 'children', 'races'] as const)
        .map((kind) => (values[kind] ? ` --${kind}` : ''))
        .join('');
      process.stdout.write(`Repeat: npm run simulate -- --seed ${seed} --rounds ${rounds}${kinds}\n`);
      return 1;
    }
  }
  const counts = Object.entries(events).sort(([, one], [, other]) => other - one);
  process.stdout.write(`${counts.map(([event, count]) => `${event} ${count}`).join(', ')}\n`);
  return 0;
}

function summary({
  seed,
  steps,
  sessions,
  attempts,
  messages,
  questions,
  violation,
}: SimulationReport): string {
  const ends = Object.entries(sessions).map(([state, count]) => `${count} ${state}`);
  const counts = `${attempts} attempts, ${messages} messages, ${questions} questions`;
  const verdict = violation === null ? 'holds' : 'FAILS';
  return `seed ${seed}: ${verdict} in ${steps} steps: ${ends.join(', ')}; ${counts}`;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 2;
  },
);
