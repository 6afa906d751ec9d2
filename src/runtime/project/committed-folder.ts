import { lstatSync } from 'node:fs';
import { Fault } from '../../domain/fault.ts';
import { openGit } from '../workspace/git.ts';
import type { ProjectPaths } from './project-paths.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * A fault when git tracks something of `.swarm/`: then its rows, with the commands in them, came with the
 * repository.
 */
export async function assertNotCommitted({ root, swarmDir }: ProjectPaths, env: Env): Promise<void> {
  if (lstatSync(swarmDir, { throwIfNoEntry: false }) === undefined) return;
  const answer = await openGit(env).run(['ls-files', '-z', '--', '.swarm'], { in: root });
  const names = answer.code === 0 ? answer.stdout.split('\0').filter(Boolean) : [];
  if (names.length === 0) return;
  const count = `${names.length} ${names.length === 1 ? 'file' : 'files'}`;
  throw new Fault('project-committed', `.swarm/ is part of this repository: git tracks ${count} of it`, {
    hint: 'if it is not yours, move it away: mv .swarm swarm-of-others; then: git rm -r --cached .swarm',
  });
}
