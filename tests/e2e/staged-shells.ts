import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { makeProject, type TestProject } from './project.ts';
import { openShell, type Shell } from './shells.ts';

const MINUTE = 60_000;

/** A project whose shells have a clock that can be set, as no test waits ten minutes. */
export async function stage(settings: Parameters<typeof makeProject>[0] = {}) {
  const project = await makeProject(settings);
  // Worktrees belong to the project of the main one, once that is there.
  expect((await project.swarm('init')).code).toBe(0);
  const file = join(project.root, '..', 'shift');
  const later = (minutes: number): void => writeFileSync(file, String(minutes * MINUTE));
  later(0);
  const env = { ...project.env, SWARM_CLOCK_SHIFT: file };
  const shifted: TestProject = { ...project, env };
  const git = (folder: string, ...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: folder,
      env: project.env,
      stdio: 'pipe',
    }).toString();
  const worktree = (name: string): string => {
    const path = join(project.root, '..', name);
    git(project.root, 'worktree', 'add', '--quiet', '-b', name, path);
    return path;
  };
  const shell = (folder: string = project.root): Shell => openShell(shifted, folder);
  return { project: shifted, later, git, worktree, shell };
}
