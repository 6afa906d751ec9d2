// A supervisor with nothing to supervise: lock, socket and readiness as the real one has them.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectPaths } from '../../../src/runtime/project/project-paths.ts';
import { startServer } from '../../../src/runtime/socket/server.ts';
import { acquireSupervisorLock } from '../../../src/runtime/supervisor/lock.ts';
import { sayReadiness } from '../../../src/runtime/supervisor/readiness.ts';

const [runtimeDir, part = 'good'] = process.argv.slice(2);

async function main(): Promise<void> {
  if (part === 'crashes') throw new Error('the stand-in was told to crash');
  if (part === 'hangs') return void setInterval(() => {}, 1_000);
  const paths = projectPaths(process.cwd(), { runtimeDir });
  const lock = acquireSupervisorLock(paths.lockFile);
  if (!lock.isAcquired) return sayReadiness(process.env, { is: 'already-running' });
  if (part === 'refuses') return sayReadiness(process.env, { is: 'failed', problem: 'no\nluck' });
  if (part === 'deaf') {
    sayReadiness(process.env, { is: 'ready' });
    return void setInterval(() => {}, 1_000);
  }
  appendFileSync(join(paths.swarmDir, 'winners'), `${process.pid}\n`);
  const server = await startServer(paths.socketFile, {
    greeting: { pid: process.pid, version: '0.0.0', startedAt: Date.now() },
    onPoke: () => server.announceChange(),
    onStop: async () => {
      await server.close();
      if (part === 'lingers') await new Promise((resolve) => setTimeout(resolve, 600));
      lock.release();
    },
  });
  sayReadiness(process.env, { is: 'ready' });
}

void main();
