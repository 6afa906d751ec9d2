// Whether a command costs more when there is more that it does not show.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { median, spread } from './figures.mjs';
import { makeProject, SWARM } from './place.mjs';
import { timeRun } from './processes.mjs';
import { bundleProgram } from './program.mjs';
import { makeRow } from './row.mjs';

const MANY = 100_000;
const ROUNDS = 25;
const LIMIT = 2;

/** The command in a project of `few` sessions and in one of many; `count` tells what a project holds. */
export async function measureSize(place, { name, what, words, few, count }) {
  const fill = await bundleProgram(place, 'fill-store.mjs');
  const fillProject = async (size) => {
    const project = makeProject(place, `${name}-${size}`);
    mkdirSync(join(project.root, '.swarm'));
    fill.run([join(project.root, '.swarm', 'swarm.db'), String(size)]);
    const found = await count(project);
    if (found !== size) throw new Error(`swarm ${words.join(' ')} knows ${found} of ${size}`);
    return project;
  };
  const projects = { few: await fillProject(few), many: await fillProject(MANY) };
  return [rowOf({ name, what }, timeRounds(projects, words))];
}

function timeRounds(projects, words) {
  const times = { few: [], many: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [size, { root, env }] of Object.entries(projects)) {
      times[size].push(timeRun([process.execPath, SWARM, ...words], { cwd: root, env }));
    }
  }
  return times;
}

const rowOf = (row, { few, many }) =>
  makeRow({
    ...row,
    unit: 'ms',
    by: 'ratio',
    floor: median(few),
    ours: median(many),
    limit: LIMIT,
    detail: { few: spread(few), many: spread(many) },
  });
