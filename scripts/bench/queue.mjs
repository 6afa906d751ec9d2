// The work queue: what a claim costs over the driver below it, and whether a long queue makes `next` slower.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { median, spread } from './figures.mjs';
import { makeProject, SWARM } from './place.mjs';
import { timeRun } from './processes.mjs';
import { bundleProgram } from './program.mjs';
import { makeRow } from './row.mjs';

const FEW = 100;
const MANY = 10_000;
const NEXT_ROUNDS = 25;
const NEXT_LIMIT = 2;

const WORK = 2_000;
// Of ten, one waits for another and one is not due.
const READY = (WORK * 8) / 10;
const CLAIMERS = 4;
const CLAIM_ROUNDS = 3;
const CLAIM_LIMIT = 3;

export async function measureQueue(place) {
  const fill = await bundleProgram(place, 'fill-queue.mjs');
  return [await measureClaims(place, fill), await measureNext(place, fill)];
}

async function measureClaims(place, fill) {
  const claimer = await bundleProgram(place, 'claim-queue.mjs');
  const seconds = { floor: [], ours: [] };
  let wrong = 0;
  for (let round = 0; round < CLAIM_ROUNDS; round += 1) {
    for (const way of ['floor', 'ours']) {
      const file = join(place.base, `queue-${way}-${round}.db`);
      fill.run([file, String(WORK)]);
      const { claimed, took } = await race(claimer, way, file);
      seconds[way].push(took);
      wrong += Math.abs(claimed - READY);
    }
  }
  const [floor, ours] = [Math.min(...seconds.floor), Math.min(...seconds.ours)];
  return makeRow({
    name: 'queue-claims',
    what: `${CLAIMERS} processes claiming ${READY} work items against the SQLite driver alone, none twice`,
    unit: 's',
    by: 'ratio',
    floor,
    ours,
    limit: CLAIM_LIMIT,
    problem: wrong > 0 ? `${wrong} CLAIMS TOO MANY OR TOO FEW` : null,
    detail: { claimsPerSecond: { floor: Math.round(READY / floor), ours: Math.round(READY / ours) } },
  });
}

async function race({ file: program, env }, way, file) {
  const claimers = Array.from({ length: CLAIMERS }, () =>
    spawn(process.execPath, [program, way, file], { env, stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  await Promise.all(claimers.map(({ stdout }) => once(stdout, 'data')));
  const startedAt = performance.now();
  const answers = claimers.map(({ stdout }) => once(stdout, 'data'));
  for (const { stdin } of claimers) stdin.end('go\n');
  const counts = (await Promise.all(answers)).map(([chunk]) => Number(String(chunk)));
  const took = (performance.now() - startedAt) / 1000;
  return { claimed: counts.reduce((sum, count) => sum + count, 0), took };
}

async function measureNext(place, fill) {
  const projects = { few: fillProject(place, fill, FEW), many: fillProject(place, fill, MANY) };
  const times = { few: [], many: [] };
  for (let round = 0; round < NEXT_ROUNDS; round += 1) {
    for (const [name, { root, env }] of Object.entries(projects)) {
      times[name].push(timeRun([process.execPath, SWARM, 'queue', 'next', '--json'], { cwd: root, env }));
    }
  }
  return makeRow({
    name: 'queue-next',
    what: '`swarm queue next` with 10,000 work items against 100',
    unit: 'ms',
    by: 'ratio',
    floor: median(times.few),
    ours: median(times.many),
    limit: NEXT_LIMIT,
    detail: { few: spread(times.few), many: spread(times.many) },
  });
}

function fillProject(place, fill, count) {
  const project = makeProject(place, `queue-${count}`);
  mkdirSync(join(project.root, '.swarm'));
  fill.run([join(project.root, '.swarm', 'swarm.db'), String(count)]);
  return project;
}
