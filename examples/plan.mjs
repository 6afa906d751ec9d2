// Runs a plan from a program and tells what happens. With rehearsed agents, in a throw-away repository:
//
//   npm run build && node examples/plan.mjs
//   node examples/plan.mjs --in . --plan user-management      real agents, your project and its plan
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Orchestrator } from 'swarmctl';

const PLAN = 'user-management';

const { values } = parseArgs({ options: { in: { type: 'string' }, plan: { type: 'string' } } });
const root = values.in ?? makeRepository();
const orchestrator = new Orchestrator({ root });

orchestrator.on(({ type, ...rest }) => {
  if (type === 'stage_transition') console.log(type.padEnd(18), Object.values(rest).join('  '));
});

const session = await orchestrator.startPlan(values.plan ?? PLAN, { yes: true });
console.log(`session ${session.id} in ${root}: ${[...session.agents.keys()].join(', ')}`);

const result = await orchestrator.finished();
const seconds = Math.round(result.duration / 1000);
console.log(`\n${result.success ? 'done' : 'not done'} in ${seconds} s: ${orchestrator.getProgress()} %`);
console.log(`report: ${await orchestrator.exportResults('markdown')}`);
await orchestrator.cleanup();

function makeRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'swarm-example-'));
  const settings = { cli: 'rehearsal', supervisor: { idleStop: '10s' } };
  writeFileSync(join(folder, 'swarm.config.json'), JSON.stringify(settings));
  const plan = join(folder, '.swarm', 'plans', PLAN);
  mkdirSync(plan, { recursive: true });
  cpSync(join(import.meta.dirname, PLAN, 'plan.yaml'), join(plan, 'plan.yaml'));
  const as = ['-c', 'user.name=example', '-c', 'user.email=example@example.invalid'];
  for (const words of [
    ['init', '-q'],
    ['add', 'swarm.config.json'],
    ['commit', '-qm', 'Begin'],
  ]) {
    execFileSync('git', [...as, ...words], { cwd: folder });
  }
  return folder;
}
