import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, supervisorPid, type TestProject } from './project.ts';

const EXAMPLE = readFileSync(
  resolve(import.meta.dirname, '../../examples/user-management/plan.yaml'),
  'utf8',
);

/** Writes each output that its prompt asks for, commits a file of its own, and hands over. */
const DOER = `#!/bin/sh
prompt=$(cat "$SWARM_PROMPT_FILE")
case $prompt in *"Completion drive review"*) ;; *)
  for file in $(echo "$prompt" | sed -n '/^Write, at these/,/^$/s/^- \\([^ ]*\\).*/\\1/p'); do
    mkdir -p "$(dirname "$file")"; echo "CREATE TABLE users" > "$file"
  done
  mkdir -p src; echo made > "src/$SWARM_ROLE.txt"; git add src
  git -c user.name=d -c user.email=d@example.invalid commit -qm "$SWARM_ROLE" ;;
esac
swarm send --type result "made by $SWARM_ROLE"
`;

/** Sends the first work of the API back once, and approves everything else. */
const VERIFIER = `#!/bin/sh
prompt=$(cat "$SWARM_PROMPT_FILE")
case $prompt in
  *"Verify api_endpoint_design"*"round 1."*)
    swarm send --type review --verdict changes --finding "openapi.yaml: no errors named" "Nearly." ;;
  *) swarm send --type review --verdict approved "All criteria are met." ;;
esac
`;

async function makePlanned(): Promise<TestProject> {
  const project = await makeProject({ limits: { sessions: 3 } });
  for (const [name, script] of [
    ['developer', DOER],
    ['verifier', VERIFIER],
  ] as const) {
    chmodSync(project.write(`bin/${name}.sh`, script), 0o755);
    const command = `command: ["${project.root}/bin/${name}.sh"]`;
    project.write(`agents/${name}/${name}-agent.md`, `---\ncli: command\n${command}\n---\n`);
  }
  project.write('.swarm/plans/user-management/plan.yaml', EXAMPLE);
  return project;
}

type Run = Readonly<{
  run_id: string;
  state: string;
  stages: { name: string; is_passed: boolean }[];
  approved: string[];
}>;

test('the plan of the docs is worked off: in order, reviewed, sent back once, and verified', async () => {
  const project = await makePlanned();
  const ran = await project.swarm('plan', 'run', 'user-management', '--yes', '--quiet', '--follow');
  const runId = ran.stdout.trim().split('\n')[0] ?? '';
  const status = await project.json<Run>('status', runId);
  expect([ran.code, status.state], ran.stderr).toEqual([0, 'completed']);
  expect(status.stages.every(({ is_passed }) => is_passed)).toBe(true);
  expect(status.approved).toHaveLength(3);

  const { events } = await project.json<{ events: { event: string; note: string }[] }>('events', runId);
  const turns = events.filter(
    ({ event, note }) => event === 'message-sent' && /^(result|review) from/.test(note),
  );
  // Each task is handed over twice; the one that was sent back is handed over twice more.
  expect(turns.filter(({ note }) => note === 'result from api_agent')).toHaveLength(4);
  expect(turns.filter(({ note }) => note === 'result from database_agent')).toHaveLength(2);
  expect(turns.filter(({ note }) => note.startsWith('review from'))).toHaveLength(4);

  // What the last task built on was merged into its branch, and what was written for others is kept.
  const branch = `swarm/frontend_agent-${runId}`;
  const files = execFileSync('git', ['ls-tree', '-r', '--name-only', branch], {
    cwd: project.root,
    encoding: 'utf8',
  });
  expect(files).toContain('src/database_agent.txt');
  expect(files).toContain('src/api_agent.txt');
  const kept = `.swarm/runs/${runId}/agents/database_agent/task_output/schema.sql`;
  expect(readFileSync(resolve(project.root, kept), 'utf8')).toBe('CREATE TABLE users\n');
});

test('a plan with findings is not run, and nothing is started', async () => {
  const project = await makePlanned();
  project.write(
    '.swarm/plans/user-management/plan.yaml',
    EXAMPLE.replaceAll('verifier: api_verifier', 'verifier: api_agent'),
  );
  const ran = await project.swarm('plan', 'run', 'user-management', '--yes');
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('swarm plan check user-management')]);
  expect(await project.json('runs')).toMatchObject({ runs: [] });
});

test('a plan is rehearsed without a model, and goes on after its supervisor was killed', async () => {
  const project = await makeProject();
  project.write('.swarm/plans/user-management/plan.yaml', EXAMPLE);
  const flags = ['--yes', '--cli', 'rehearsal', '--quiet'];
  const ran = await project.swarm('plan', 'run', 'user-management', ...flags);
  process.kill(await supervisorPid(project), 'SIGKILL');
  expect((await project.swarm('wait', ran.stdout.trim(), '--timeout', '55s')).code).toBe(0);
  expect(await project.json('status', ran.stdout.trim())).toMatchObject({ state: 'completed' });
});
