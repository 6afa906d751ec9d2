import { expect, vi } from 'vitest';
import { livingOf } from './living.ts';
import { supervisorPid, type TestProject } from './project.ts';

/** As a power cut would: supervisor, tmux server, launchers, agents and their tools; nothing is left. */
export async function killEverything(project: TestProject): Promise<void> {
  tryToKill(await supervisorPid(project));
  tryToKill(Number(project.tmux('display-message', '-p', '#{pid}')));
  const killLeft = (): void => {
    for (const line of livingOf(project)) tryToKill(Number.parseInt(line, 10));
    expect(livingOf(project)).toEqual([]);
  };
  await vi.waitFor(killLeft, { timeout: 20_000, interval: 50 });
}

function tryToKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went with another one.
  }
}
