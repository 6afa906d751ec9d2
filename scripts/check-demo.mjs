// Plays the demo with the built program, and removes its project. Proves an installation in some seconds.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './tree.mjs';

const LIMIT_MS = 120_000;

// A setting of the person's own, or of a session that these tests run in, is not the demo's.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SWARM_')));
const swarm = (...words) =>
  spawnSync(process.execPath, [join(root, 'dist', 'swarm.cjs'), ...words], {
    encoding: 'utf8',
    env,
    timeout: LIMIT_MS,
  });

function remove(project) {
  swarm('supervisor', 'stop', '-C', project);
  if (!basename(project).startsWith('swarm-demo-')) return;
  rmSync(project, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

const played = swarm('demo', '--json');
try {
  const { project, sessions, error } = JSON.parse(played.stdout);
  // An agent that Swarm runs may run these tests, but start no sessions.
  if (error?.code === 'attempt-hidden') process.exit(0);
  for (const { name, status, result } of sessions) process.stdout.write(`   ${name} ${status}: ${result}\n`);
  remove(project);
  process.exitCode = played.status ?? 2;
} catch {
  process.stdout.write(`${played.stdout}${played.stderr}`);
  process.exitCode = 2;
}
