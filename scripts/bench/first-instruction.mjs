// From asking for an agent to the first thing that the agent does.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { addPersona, makeProject, runSwarm, swarm } from './place.mjs';
import { timeRun } from './processes.mjs';
import { hasEnded } from './shown-state.mjs';
import { makeBeginner, takeStamp, waitUntil } from './stamp.mjs';
import { makeStartRow } from './start-row.mjs';

const ROUNDS = 40;
const WARM_UP_ROUNDS = 2;
const LIMIT_MS = 120;
const TMUX = ['tmux', '-L', 'bare', '-f', '/dev/null'];

export async function measureFirstInstruction(place) {
  const project = makeProject(place, 'first-instruction');
  const beginner = makeBeginner(place.base);
  addPersona(project, 'beginner', beginner.argv);
  await swarm(project, 'supervisor', 'start');
  // Both tmux servers are warm, as they are wherever more than one agent was started.
  run([...TMUX, 'new-session', '-d', '-s', 'keep', '--', 'sleep', '600'], project);

  const rounds = [];
  for (let round = 0; round < ROUNDS + WARM_UP_ROUNDS; round += 1) {
    rounds.push({
      node: timeRun([process.execPath, '-e', '0'], { cwd: project.root, env: project.env }),
      bare: await timeBare(project, beginner),
      ours: await timeOurs(project, beginner),
    });
  }
  return [
    makeStartRow(rounds.slice(WARM_UP_ROUNDS), {
      name: 'create',
      what: "`create` to the agent's first instruction against bare `tmux new-session` plus a start of Node",
      limit: LIMIT_MS,
    }),
  ];
}

async function timeBare(project, { argv, file }) {
  const startedAt = Date.now();
  run([...TMUX, 'new-session', '-d', '--', ...argv], project);
  return (await takeStamp(file)) - startedAt;
}

async function timeOurs(project, { file }) {
  const startedAt = Date.now();
  const id = (await runSwarm(project, ['create', 'beginner', 'task.md', '--quiet']).ended).trim();
  const begunAt = await takeStamp(file);
  // What is still to do for this one must not disturb the next.
  await waitUntil(`${id} has ended`, () => hasEnded(join(project.root, '.swarm', 'sessions', id)));
  return begunAt - startedAt;
}

function run([program, ...words], { root, env }) {
  const { status, stderr } = spawnSync(program, words, { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}: ${stderr}`);
}
