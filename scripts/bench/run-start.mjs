// From `swarm start` to the first agent at work, in its own worktree and window.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addPersona, makeProject, runSwarm, swarm } from './place.mjs';
import { timeRun } from './processes.mjs';
import { makeBeginner, takeStamp } from './stamp.mjs';
import { makeStartRow } from './start-row.mjs';

const ROUNDS = 20;
const WARM_UP_ROUNDS = 2;
const TMUX = ['tmux', '-L', 'bare', '-f', '/dev/null'];
const AS = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.invalid'];

const WORKFLOW = `description: One works, one checks
entry: work
roles:
  worker: { persona: beginner, workspace: true }
  checker: { persona: beginner, workspace: true }
stages:
  work:
    role: worker
    task: "{goal}"
    on:
      result: { go: check }
  check:
    role: checker
    task: "{input}"
    on:
      review.approved: { finish: true }
`;

export async function measureRunStart(place) {
  const project = makeProject(place, 'run-start');
  const beginner = makeBeginner(place.base);
  addPersona(project, 'beginner', beginner.argv);
  mkdirSync(join(project.root, 'workflows'));
  writeFileSync(join(project.root, 'workflows', 'pair.yaml'), WORKFLOW);
  run(['git', ...AS, 'add', '-A'], project);
  run(['git', ...AS, 'commit', '-qm', 'Begin'], project);
  await swarm(project, 'supervisor', 'start');
  // Both tmux servers are warm, as they are wherever more than one agent was started.
  run([...TMUX, 'new-session', '-d', '-s', 'keep', '--', 'sleep', '600'], project);

  const rounds = [];
  for (let round = 0; round < ROUNDS + WARM_UP_ROUNDS; round += 1) {
    rounds.push({
      node: timeRun([process.execPath, '-e', '0'], { cwd: project.root, env: project.env }),
      bare: await timeBare(project, { beginner, tree: join(place.base, `tree-${round}`), round }),
      ours: await timeOurs(project, beginner),
    });
  }
  return [
    makeStartRow(rounds.slice(WARM_UP_ROUNDS), {
      name: 'run-start',
      what: '`start` to the first agent at work against bare `git worktree add`, `tmux` and a start of Node',
    }),
  ];
}

async function timeBare(project, { beginner, tree, round }) {
  const startedAt = Date.now();
  run(['git', 'worktree', 'add', '-q', '-b', `bare-${round}`, tree], project);
  run([...TMUX, 'new-session', '-d', '-c', tree, '--', ...beginner.argv], project);
  return (await takeStamp(beginner.file)) - startedAt;
}

async function timeOurs(project, { file }) {
  const startedAt = Date.now();
  const said = await runSwarm(project, ['start', 'pair', 'Begin.', '--detach', '--json']).ended;
  const begunAt = await takeStamp(file);
  // What is still to do for this one must not disturb the next.
  await swarm(project, 'kill', JSON.parse(said).run_id, '--force');
  return begunAt - startedAt;
}

function run([program, ...words], { root, env }) {
  execFileSync(program, words, { cwd: root, env, stdio: 'pipe' });
}
