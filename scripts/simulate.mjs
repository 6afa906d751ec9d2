// npm run simulate -- --seed S --rounds N: bundles the simulation of tests/simulation and runs it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bundleAll } from './bundle.mjs';
import { withTreeLock } from './lock.mjs';
import { dist } from './tree.mjs';

await withTreeLock(() => bundleAll([{ from: 'tests/simulation/main.ts', to: 'simulate.cjs' }]));
const run = spawnSync(process.execPath, [join(dist, 'simulate.cjs'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = run.status ?? 1;
