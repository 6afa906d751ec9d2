// How long the commands take that people and scripts call most.
import { median, spread } from './figures.mjs';
import { addPersona, createSession, makeProject, SWARM, swarm } from './place.mjs';
import { timeRun } from './processes.mjs';
import { makeRow } from './row.mjs';

const ROUNDS = 60;

export async function measureStartTime(place) {
  const project = makeProject(place, 'start-time');
  addPersona(project, 'quick', ['true']);
  const id = await createSession(project, 'quick');
  await swarm(project, 'wait', id);

  const contestants = { node: ['-e', '0'], version: [SWARM, '--version'], status: [SWARM, 'status', id] };
  const times = { node: [], version: [], status: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, words] of Object.entries(contestants)) {
      times[name].push(timeRun([process.execPath, ...words], { cwd: project.root, env: project.env }));
    }
  }
  const rowOf = (name, what, limit) =>
    makeRow({
      name,
      what,
      unit: 'ms',
      by: 'ratio',
      floor: median(times.node),
      ours: median(times[name]),
      limit,
      detail: { floor: spread(times.node), ours: spread(times[name]) },
    });
  return [
    rowOf('version', '`swarm --version` against `node -e 0`', 1.2),
    rowOf('status', '`swarm status <id>` against `node -e 0`', 2),
  ];
}
