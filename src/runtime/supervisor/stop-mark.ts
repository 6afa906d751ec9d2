import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectPaths } from '../project/project-paths.ts';

const markOf = ({ swarmDir }: Pick<ProjectPaths, 'swarmDir'>): string => join(swarmDir, 'supervisor.stopped');

/** A person said "swarm supervisor stop": a read does not start it again, any other command does. */
export const isStoppedByPerson = (paths: Pick<ProjectPaths, 'swarmDir'>): boolean =>
  existsSync(markOf(paths));

export const ensureStopMark = (paths: Pick<ProjectPaths, 'swarmDir'>): void =>
  writeFileSync(markOf(paths), '', { mode: 0o600 });

export const ensureStopMarkGone = (paths: Pick<ProjectPaths, 'swarmDir'>): void =>
  rmSync(markOf(paths), { force: true });
