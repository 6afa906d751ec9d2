// Runs a workflow from a program and tells what happens. With rehearsed agents, in a throw-away repository:
//
//   npm run build && node examples/research.mjs
//   node examples/research.mjs --in . --goal "Why do the nightly builds fail?"      real agents, your project
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defineWorkflow, Orchestrator } from 'swarmctl';

// `swarm workflow list` has others that can be started by their name: startWorkflow('research', goal).
const research = defineWorkflow({
  name: 'short-research',
  entry: 'research',
  iterations: 2,
  roles: {
    researcher: { persona: 'researcher', workspace: true },
    reviewer: { persona: 'reviewer' },
  },
  stages: {
    research: {
      role: 'researcher',
      task: 'Find out: {goal}\n\nSend one message of type finding, with its sources.\n\n{feedback}',
      on: { finding: { go: 'verification' } },
    },
    verification: {
      role: 'reviewer',
      task: 'Somebody was asked to find out: {goal}\n\nCheck this, and send one review:\n\n{input}',
      on: { 'review.approved': { finish: true }, 'review.changes': { go: 'research' } },
    },
  },
});

const { values } = parseArgs({ options: { in: { type: 'string' }, goal: { type: 'string' } } });
const root = values.in ?? makeRepository();
const orchestrator = new Orchestrator({ root, workflowTimeout: 10 * 60_000 });

orchestrator.on((event) => {
  const { type, result, ...rest } = event;
  if (type !== 'session_ended') console.log(type.padEnd(18), Object.values(rest).join('  '));
});

const session = await orchestrator.startWorkflow(research, values.goal ?? 'why is the sky blue?');
console.log(`session ${session.id} in ${root}: ${[...session.agents.keys()].join(', ')}`);

const result = await orchestrator.finished();
console.log(
  `\n${result.success ? 'done' : 'not done'} in ${Math.round(result.duration / 1000)} s: ${result.summary}`,
);
for (const { role, messagesProduced } of result.agentSummaries.values()) {
  console.log(`  ${role}: ${messagesProduced} message(s)`);
}
console.log(`report: ${await orchestrator.exportResults('markdown')}`);
await orchestrator.cleanup();

function makeRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'swarm-example-'));
  const settings = { cli: 'rehearsal', supervisor: { idleStop: '10s' } };
  writeFileSync(join(folder, 'swarm.config.json'), JSON.stringify(settings));
  const as = ['-c', 'user.name=example', '-c', 'user.email=example@example.invalid'];
  for (const words of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-qm', 'Begin'],
  ]) {
    execFileSync('git', [...as, ...words], { cwd: folder });
  }
  return folder;
}
