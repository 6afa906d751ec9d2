// From `create --race 5` to five agents at work, against five times `create --workspace`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, spread } from './figures.mjs';
import { addPersona, makeProject, runSwarm, swarm } from './place.mjs';
import { makeRow } from './row.mjs';
import { waitUntil } from './stamp.mjs';

const RIVALS = 5;
const ROUNDS = 5;
const WARM_UP_ROUNDS = 1;
const LIMIT = 0.6;
const AS = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.invalid'];

export async function measureRace(place) {
  const project = makeProject(place, 'race');
  const starter = makeStarter(place.base);
  addPersona(project, 'starter', starter.argv);
  for (const words of [
    ['add', '-A'],
    ['commit', '-qm', 'Begin'],
  ])
    execFileSync('git', [...AS, ...words], { cwd: project.root, env: project.env, stdio: 'pipe' });
  await swarm(project, 'supervisor', 'start');
  const rounds = [];
  for (let round = 0; round < ROUNDS + WARM_UP_ROUNDS; round += 1)
    rounds.push({ single: await timeSingles(project, starter), race: await timeRace(project, starter) });
  const kept = rounds.slice(WARM_UP_ROUNDS);
  const [singles, races] = [kept.map(({ single }) => single), kept.map(({ race }) => race)];
  return [
    makeRow({
      name: 'race',
      what: 'a race of 5 from `create` to five first instructions against five `create --workspace`',
      unit: 'ms',
      by: 'ratio',
      floor: median(singles),
      ours: median(races),
      limit: LIMIT,
      detail: { singles: spread(singles), races: spread(races) },
    }),
  ];
}

/** A program that writes when it began into a file of its own, and stays until it is killed. */
function makeStarter(base) {
  const dir = join(base, 'starter');
  const program = join(dir, 'program.sh');
  mkdirSync(join(dir, 'stamps'), { recursive: true });
  writeFileSync(
    program,
    'date +%s%N > "$1/stamps/$$.new" && mv "$1/stamps/$$.new" "$1/stamps/$$"\nexec sleep 600\n',
  );
  return { argv: ['/bin/sh', program, dir], stamps: join(dir, 'stamps') };
}

async function timeSingles(project, { stamps }) {
  const startedAt = Date.now();
  const ids = [];
  for (let nth = 0; nth < RIVALS; nth += 1)
    ids.push((await runSwarm(project, ['create', 'starter', 'task.md', '--workspace', '-q']).ended).trim());
  const took = (await takeLast(stamps)) - startedAt;
  await swarm(project, 'kill', ...ids, '--force');
  await swarm(project, 'wait', ...ids).catch(() => undefined);
  return took;
}

async function timeRace(project, { stamps }) {
  const startedAt = Date.now();
  const words = ['create', 'starter', 'task.md', '--race', String(RIVALS), '-q'];
  const id = (await runSwarm(project, words).ended).trim();
  const took = (await takeLast(stamps)) - startedAt;
  await swarm(project, 'race', 'stop', id);
  // It exits with 2, as a race without a winner does.
  await swarm(project, 'wait', id).catch(() => undefined);
  return took;
}

/** When the last of them began, in milliseconds since 1970. The files are gone afterwards. */
async function takeLast(stamps) {
  const list = () => readdirSync(stamps).filter((name) => !name.endsWith('.new'));
  await waitUntil(`${RIVALS} agents are at work`, () => list().length >= RIVALS);
  const times = list().map(
    (name) => Number(BigInt(readFileSync(join(stamps, name), 'utf8').trim()) / 1000n) / 1000,
  );
  for (const name of list()) rmSync(join(stamps, name));
  return Math.max(...times);
}
