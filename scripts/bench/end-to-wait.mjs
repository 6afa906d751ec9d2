// From an agent's last act to the end of a running `swarm wait` for it.
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { median, percentile, rounded, spread } from './figures.mjs';
import { addPersona, createSession, makeProject, runSwarm, swarm } from './place.mjs';
import { makeRow } from './row.mjs';
import { makeEnder, takeStamp } from './stamp.mjs';

const SESSIONS = 110;
const BARE_EVERY = 5;
const LIMIT_MS = 50;
// Enough for a command to start and to settle down to waiting. Were it too short, our figure would be the
// worse for it.
const SETTLE_MS = 300;

// The floor: a Node program that waits for its own child directly.
const BARE = `require('node:child_process').spawn('/bin/sh', process.argv.slice(1), { stdio: 'ignore' })`;

export async function measureEndToWait(place) {
  const project = makeProject(place, 'end-to-wait');
  const ender = makeEnder(place.base, 'ender');
  addPersona(project, 'ender', ender.argv);
  await swarm(project, 'supervisor', 'start');

  const ours = [];
  const bare = [];
  for (let session = 0; session < SESSIONS; session += 1) {
    ours.push(await timeOurs(project, ender));
    if (session % BARE_EVERY === 0) bare.push(await timeBare(project, ender));
  }
  const row = makeRow({
    name: 'wait',
    what: "agent's end to `swarm wait` returning, p99",
    unit: 'ms',
    by: 'value',
    floor: percentile(bare, 0.99),
    ours: percentile(ours, 0.99),
    limit: LIMIT_MS,
    note: `p50 ${rounded(median(ours))} ms`,
    detail: { bare: spread(bare), ours: spread(ours) },
  });
  return [row];
}

async function timeOurs(project, ender) {
  const id = await createSession(project, 'ender');
  const { exitedAt, ended } = runSwarm(project, ['wait', id, '--timeout', '30s']);
  await pause(SETTLE_MS);
  await ender.release();
  const leftAt = await exitedAt;
  await ended;
  return leftAt - (await takeStamp(ender.file));
}

async function timeBare({ root, env }, ender) {
  const child = spawn(process.execPath, ['-e', BARE, ...ender.argv.slice(1)], {
    cwd: root,
    env,
    stdio: 'ignore',
  });
  const exitedAt = new Promise((resolve) => child.once('exit', () => resolve(Date.now())));
  await pause(SETTLE_MS);
  await ender.release();
  return (await exitedAt) - (await takeStamp(ender.file));
}
