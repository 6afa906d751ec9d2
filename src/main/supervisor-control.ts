import { spawn } from 'node:child_process';
import type { SupervisorControl } from '../cli/host.ts';
import { bundleFile, type Env } from './project.ts';
import type { OpenedApp } from './wire.ts';

/** Starting, stopping and looking at the one supervisor of a project. */
export function openSupervisorControl(opened: () => Promise<OpenedApp>, env: Env): SupervisorControl {
  return {
    async observe() {
      const client = await (await opened()).connect();
      client?.close();
      return client?.greeting ?? null;
    },
    start: async () => (await opened()).ensureSupervisor(),
    async stop(timeoutMs) {
      const client = await (await opened()).connect();
      return client === null ? null : client.stop(timeoutMs);
    },
    async run() {
      const { places } = (await opened()).project;
      return runHere([bundleFile('supervisor.cjs'), '--project', places.root], { env, cwd: places.root });
    },
  };
}

// Both of us hear the interrupt of the terminal; the supervisor is the one that knows how to end.
function runHere(words: readonly string[], { env, cwd }: { env: Env; cwd: string }): Promise<number> {
  process.removeAllListeners('SIGINT');
  process.on('SIGINT', () => {});
  const child = spawn(process.execPath, words, { stdio: 'inherit', env: { ...env }, cwd });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 2)));
  });
}
