// What the supervisor needs of the machine: with nothing to do, and with many agents at work.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { rounded } from './figures.mjs';
import { addPersona, createSession, makeProject, swarm } from './place.mjs';
import { processorMs, residentMb } from './processes.mjs';
import { bundleProgram } from './program.mjs';
import { makeRow } from './row.mjs';
import { waitUntil } from './stamp.mjs';

const SESSIONS = 200;
// Two at a time keep two cores busy without making each other late.
const CREATORS = 2;
const SETTLE_MS = 3_000;
// What is new is looked at once: its rows and its process at once, its folder at the next look at the disk.
const FIRST_ROUNDS_MS = 40_000;
const WATCHED_MS = 30_000;
const LOOKS = 30;
const MEMORY_LIMIT_MB = 150;
const QUIET_LIMIT_PERCENT = 1;
const BUSY_LIMIT_PERCENT = 1;
const MANY = 1_000;
const MANY_LIMIT_PERCENT = 3;

export async function measureSupervisorLoad(place) {
  const project = makeProject(place, 'supervisor-load', {
    limits: { sessions: SESSIONS },
    supervisor: { idleStop: '10m' },
  });
  addPersona(project, 'sleeper', ['sleep', '900']);
  const { pid } = JSON.parse(await swarm(project, 'supervisor', 'start', '--json'));
  await pause(SETTLE_MS);
  const quiet = await watch(pid);
  await startSleepers(project);
  await pause(FIRST_ROUNDS_MS);
  const loaded = await watch(pid);
  return rowsOf(quiet, loaded);
}

/** Rows and launchers alone, as a thousand agents would need more machine than there is. */
export async function measureManySessions(place) {
  const project = makeProject(place, 'many-sessions', {
    limits: { sessions: MANY },
    supervisor: { idleStop: '10m' },
  });
  const folder = join(project.root, '.swarm');
  mkdirSync(folder);
  const fill = await bundleProgram(place, 'fill-live.mjs');
  fill.run([folder, String(MANY)]);
  const { pid } = JSON.parse(await swarm(project, 'supervisor', 'start', '--json'));
  await pause(FIRST_ROUNDS_MS);
  const { percent, memoryMb } = await watch(pid);
  const { totals } = JSON.parse(await swarm(project, 'list', '--json'));
  const { attempt } = JSON.parse(await swarm(project, 'status', 'bench-0-scout', '--json'));
  const row = makeRow({
    name: 'busy-many',
    what: 'the same with 1,000 live sessions, as rows and launchers',
    unit: '% of a core',
    by: 'value',
    ours: percent,
    limit: MANY_LIMIT_PERCENT,
    problem: problemOf(MANY - totals.RUNNING, attempt),
    detail: { memoryMb: rounded(memoryMb) },
  });
  return [row];
}

function problemOf(missing, attempt) {
  if (missing > 0) return `${missing} ARE NOT AT WORK ANY MORE`;
  return attempt === 1 ? null : 'THEIR LAUNCHERS WERE NOT TAKEN FOR THEIRS';
}

async function watch(pid) {
  const cpuBefore = processorMs(pid);
  const startedAt = Date.now();
  const memories = [];
  for (let look = 0; look < LOOKS; look += 1) {
    await pause(WATCHED_MS / LOOKS);
    memories.push(residentMb(pid));
  }
  const percent = (100 * (processorMs(pid) - cpuBefore)) / (Date.now() - startedAt);
  return { percent, memoryMb: Math.max(...memories) };
}

async function startSleepers(project) {
  let left = SESSIONS;
  const ids = [];
  const creator = async () => {
    while (left > 0) {
      left -= 1;
      ids.push(await createSession(project, 'sleeper'));
    }
  };
  await Promise.all(Array.from({ length: CREATORS }, creator));
  const sessions = join(project.root, '.swarm', 'sessions');
  const hasBegun = (id) => existsSync(join(sessions, id, 'attempts', '1', 'launcher.json'));
  await waitUntil(`all ${SESSIONS} run`, () => ids.every(hasBegun));
}

function rowsOf(quiet, loaded) {
  return [
    makeRow({
      name: 'quiet',
      what: 'processor time of the supervisor when nothing happens',
      unit: '% of a core',
      by: 'value',
      ours: quiet.percent,
      limit: QUIET_LIMIT_PERCENT,
      detail: { memoryMb: rounded(quiet.memoryMb) },
    }),
    makeRow({
      name: 'busy',
      what: 'the same with 200 live sessions that say nothing',
      unit: '% of a core',
      by: 'value',
      floor: quiet.percent,
      ours: loaded.percent,
      limit: BUSY_LIMIT_PERCENT,
    }),
    makeRow({
      name: 'memory',
      what: 'memory of the supervisor with 200 live sessions',
      unit: 'MB',
      by: 'value',
      floor: quiet.memoryMb,
      ours: loaded.memoryMb,
      limit: MEMORY_LIMIT_MB,
    }),
  ];
}
