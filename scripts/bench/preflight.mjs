// Whether agents may look who else is at work as often as they like.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { median, spread } from './figures.mjs';
import { makeProject, SWARM, swarm } from './place.mjs';
import { timeRun } from './processes.mjs';
import { bundleProgram } from './program.mjs';
import { makeRow } from './row.mjs';

const COMMAND = '`swarm preflight --json`';
const PARTICIPANTS = 50;
const MAILS = 10_000;
const ROUNDS = 40;
const LIMIT = 2.5;

export async function measurePreflight(place) {
  const fill = await bundleProgram(place, 'fill-mail.mjs');
  const project = makeProject(place, 'preflight');
  mkdirSync(join(project.root, '.swarm'));
  fill.run([join(project.root, '.swarm', 'swarm.db'), String(PARTICIPANTS), String(MAILS)]);
  const { active_sessions: seen } = JSON.parse(await swarm(project, 'preflight', '--json'));
  const problem = seen.length === PARTICIPANTS ? null : `${seen.length} OF ${PARTICIPANTS} WERE SEEN`;
  const times = { node: [], preflight: [] };
  const contestants = { node: ['-e', '0'], preflight: [SWARM, 'preflight', '--json'] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, words] of Object.entries(contestants))
      times[name].push(timeRun([process.execPath, ...words], { cwd: project.root, env: project.env }));
  }
  const row = makeRow({
    name: 'preflight',
    what: `${COMMAND} with ${PARTICIPANTS} participants and ${MAILS / 1000},000 mails against \`node -e 0\``,
    unit: 'ms',
    by: 'ratio',
    floor: median(times.node),
    ours: median(times.preflight),
    limit: LIMIT,
    problem,
    detail: { floor: spread(times.node), ours: spread(times.preflight) },
  });
  return [row];
}
