// Whether a list costs more when there is more that it does not show.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { median, spread } from './figures.mjs';
import { makeProject, SWARM, swarm } from './place.mjs';
import { timeRun } from './processes.mjs';
import { bundleProgram } from './program.mjs';
import { makeRow } from './row.mjs';

const FEW = 100;
const MANY = 100_000;
const ROUNDS = 25;
const LIMIT = 2;

export async function measureListSize(place) {
  const fill = await bundleProgram(place, 'fill-store.mjs');
  const projects = { few: await fillProject(place, fill, FEW), many: await fillProject(place, fill, MANY) };
  const times = { few: [], many: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, { root, env }] of Object.entries(projects)) {
      times[name].push(timeRun([process.execPath, SWARM, 'list', '--json'], { cwd: root, env }));
    }
  }
  const row = makeRow({
    name: 'list',
    what: '`swarm list` at 100,000 sessions against 100',
    unit: 'ms',
    by: 'ratio',
    floor: median(times.few),
    ours: median(times.many),
    limit: LIMIT,
    detail: { few: spread(times.few), many: spread(times.many) },
  });
  return [row];
}

async function fillProject(place, fill, count) {
  const project = makeProject(place, `list-${count}`);
  mkdirSync(join(project.root, '.swarm'));
  fill.run([join(project.root, '.swarm', 'swarm.db'), String(count)]);
  const { totals } = JSON.parse(await swarm(project, 'list', '--json'));
  const listed = Object.values(totals).reduce((sum, tally) => sum + tally, 0);
  if (listed !== count) throw new Error(`the list knows ${listed} sessions of ${count}`);
  return project;
}
