// A whole plan with scripted agents, against as many lone sessions with workspaces as it starts, with as many
// turns and commands of agents.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeProject, runSwarm, SWARM } from './place.mjs';
import { bundleProgram } from './program.mjs';
import { makeRow } from './row.mjs';

const TASKS = 200;
const AT_ONCE = 20;
const VERIFIERS = 20;
/** Each task is worked on, reviewed by its agent, and verified. */
const TURNS_OF_DOER = 2;
const LIMIT = 1.3;
const WAIT_MS = 300_000;
const AS = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.invalid'];

export async function measurePlanRun(place) {
  const writer = await bundleProgram(place, 'write-plan.mjs');
  const creator = await bundleProgram(place, 'ask-many.mjs');
  const plan = writer.run([String(TASKS), String(VERIFIERS)]);
  const lone = makeBenchProject(place, 'lone');
  const planned = makeBenchProject(place, 'planned', plan);
  const floor = await timeLone(lone, creator);
  const { seconds: ours, problem } = await timePlan(planned);
  const row = makeRow({
    name: 'plan-run',
    what: `a plan of ${TASKS} tasks, ${AT_ONCE} at a time, against as many lone sessions with workspaces`,
    unit: 's',
    by: 'ratio',
    floor,
    ours,
    limit: LIMIT,
    problem,
    detail: { sessions: TASKS + VERIFIERS, turns: TASKS * (TURNS_OF_DOER + 1) },
  });
  return [row];
}

function makeBenchProject(place, name, plan) {
  const config = { cli: 'rehearsal', limits: { sessions: AT_ONCE } };
  const project = makeProject(place, name, config);
  for (const persona of ['developer', 'verifier']) {
    const folder = join(project.root, 'agents', persona);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${persona}-agent.md`), '---\ncli: rehearsal\n---\n');
  }
  if (plan !== undefined) {
    const folder = join(project.root, '.swarm', 'plans', 'report');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'plan.yaml'), plan);
  }
  const { root: cwd, env } = project;
  execFileSync('git', [...AS, 'commit', '--allow-empty', '-qm', 'Begin'], { cwd, env });
  spawnSync(process.execPath, [SWARM, 'supervisor', 'start'], { cwd, env });
  return project;
}

async function timeLone(project, { file, env }) {
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...turnsOfSessions().map(String)], {
    cwd: project.root,
    env: { ...env, ...project.env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the lone sessions were not created: ${stderr}`);
  await wait(project, stdout.trim().split('\n'));
  return (performance.now() - startedAt) / 1000;
}

async function timePlan(project) {
  const startedAt = performance.now();
  const runId = (await runSwarm(project, ['plan', 'run', 'report', '--quiet', '--yes']).ended).trim();
  await wait(project, [runId]);
  const seconds = (performance.now() - startedAt) / 1000;
  const { state } = JSON.parse(await runSwarm(project, ['status', runId, '--json']).ended);
  return { seconds, problem: state === 'completed' ? null : `THE PLAN IS ${state}` };
}

/** As the plan has them: task n is verified by verifier n modulo their number. */
function turnsOfSessions() {
  const ofVerifier = (_, nth) => Math.ceil((TASKS - nth) / VERIFIERS);
  return [...Array(TASKS).fill(TURNS_OF_DOER), ...Array.from({ length: VERIFIERS }, ofVerifier)];
}

/** Stays until all of them are over. */
function wait({ root, env }, ids) {
  const words = ['wait', ...ids, '--timeout', `${WAIT_MS / 1000}s`];
  const { status, stderr } = spawnSync(process.execPath, [SWARM, ...words], {
    cwd: root,
    env,
    encoding: 'utf8',
    timeout: WAIT_MS,
  });
  if (status !== 0) throw new Error(`swarm wait ended with ${status}: ${stderr}`);
}
