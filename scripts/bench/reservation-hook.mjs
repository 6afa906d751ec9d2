// What the hook for reserved files adds to every edit of an agent.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, spread } from './figures.mjs';
import { makeProject } from './place.mjs';
import { timeRun } from './processes.mjs';
import { bundleProgram } from './program.mjs';
import { makeRow } from './row.mjs';

const ROUNDS = 60;
const RESERVATIONS = 50;
const LIMIT = 0.5;

export async function measureReservationHook(place) {
  const { root, env } = makeProject(place, 'reservation-hook');
  const drawer = await bundleProgram(place, 'draw-reservations.mjs');
  const drawn = join(root, '.swarm/reservations/held');
  mkdirSync(join(root, '.swarm/reservations'), { recursive: true });
  const { text, command } = JSON.parse(drawer.run([String(RESERVATIONS), drawn]));
  writeFileSync(drawn, text);
  const answers = ['src/part-7/deep/a.ts', 'docs/a.md'].map((file) => sayTo(command, { root, env, file }));
  const problem = answers[0].includes('deny') && answers[1] === '' ? null : 'THE GUARD WAS WRONG';

  const call = join(root, 'call.json');
  writeFileSync(call, toolCall(root, 'docs/a.md'));
  const hook = ['sh', '-c', `exec <"$0"; ${command}`, call];
  const times = { node: [], hook: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.node.push(timeRun([process.execPath, '-e', '0'], { cwd: root, env }));
    times.hook.push(timeRun(hook, { cwd: root, env }));
  }
  const row = makeRow({
    name: 'reservation-hook',
    what: `the hook before an edit, with ${RESERVATIONS} reservations, against \`node -e 0\``,
    unit: 'ms',
    by: 'ratio',
    floor: median(times.node),
    ours: median(times.hook),
    limit: LIMIT,
    problem,
    detail: { floor: spread(times.node), ours: spread(times.hook) },
  });
  return [row];
}

const toolCall = (root, file) =>
  JSON.stringify({
    session_id: 'c',
    cwd: root,
    tool_name: 'Edit',
    tool_input: { file_path: join(root, file) },
  });

const sayTo = (command, { root, env, file }) =>
  execFileSync('sh', ['-c', command], { cwd: root, env, input: toolCall(root, file) }).toString();
