// What `swarm diff --stat` adds to the same look by git.
import { execFileSync } from 'node:child_process';
import { median, spread } from './figures.mjs';
import { addPersona, makeProject, SWARM, swarm } from './place.mjs';
import { timeRun } from './processes.mjs';
import { makeRow } from './row.mjs';

const FILES = 300;
const ROUNDS = 25;
const GIT_TIMES = 2;

const WORK = `i=0; while [ $i -lt ${FILES} ]; do echo "line $i" > "file-$i.txt"; i=$((i + 1)); done
git add -A && git -c user.name=bench -c user.email=bench@localhost commit -qm work
echo more >> file-1.txt`;

// The same look: new and uncommitted files too, and the index of the workspace stays as it is.
const BY_HAND = `cd "$0" && export GIT_INDEX_FILE="$HOME/index" && git read-tree HEAD && git add -A &&
git diff --cached --stat -M "$1"`;

export async function measureDiffStat(place) {
  const project = makeProject(place, 'diff-stat');
  const { root, env } = project;
  const git = (...words) => execFileSync('git', words, { cwd: root, env, encoding: 'utf8' }).trim();
  git('add', 'task.md');
  git('-c', 'user.name=bench', '-c', 'user.email=bench@localhost', 'commit', '-qm', 'task');
  const base = git('rev-parse', 'HEAD');
  addPersona(project, 'worker', ['sh', '-c', WORK]);
  const id = (await swarm(project, 'create', 'worker', 'task.md', '--workspace', '--quiet')).trim();
  await swarm(project, 'wait', id);
  const { worktree } = JSON.parse(await swarm(project, 'status', id, '--json'));
  const said = await swarm(project, 'diff', id, '--stat');
  if (!said.includes('file-299.txt')) throw new Error(`swarm diff --stat lacks the work: ${said}`);

  const contestants = {
    git: ['sh', '-c', BY_HAND, worktree.path, base],
    status: [process.execPath, SWARM, 'status', id],
    diff: [process.execPath, SWARM, 'diff', id, '--stat'],
  };
  const times = { git: [], status: [], diff: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, argv] of Object.entries(contestants))
      times[name].push(timeRun(argv, { cwd: root, env }));
  }
  return [rowOf(times)];
}

const rowOf = ({ git, status, diff }) =>
  makeRow({
    name: 'diff',
    what: '`swarm diff --stat` against `swarm status` and twice the same by git',
    unit: 'ms',
    by: 'ratio',
    floor: median(status) + GIT_TIMES * median(git),
    ours: median(diff),
    // Wanted is 1. Six starts of git from Node cost more than twice three from a shell, so it only tells.
    limit: null,
    detail: { git: spread(git), status: spread(status), ours: spread(diff) },
  });
