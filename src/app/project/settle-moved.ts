import * as z from 'zod/mini';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { RelocationDeps } from '../../runtime/project/relocation.ts';
import { folderVerb } from '../verb.ts';

export type MovedProject = Readonly<{ root: string; was: string; repairedWorktrees: number }>;

/** A project that was moved goes on where it is now. Its place comes last: after a crash, run it again. */
export async function settleMoved({ relocation }: RelocationDeps): Promise<Outcome<MovedProject>> {
  const project = await relocation();
  const { root } = project;
  const location = await project.observe();
  if (location.is === 'home') return refuse({ code: 'project-at-home', root });
  const { was } = location;
  if (location.hasOriginal) return refuse({ code: 'project-is-copy', root, was });
  await project.ensureOldEnded(was);
  return project.whileUnserved(async () => {
    const workspaces = await project.ensureRowsMoved(was);
    const repairedWorktrees = await project.ensureWorktreesRepaired(was, workspaces);
    await project.ensureSettled('same');
    return accept({ root, was, repairedWorktrees });
  });
}

export const settleMovedVerb = folderVerb({
  name: 'project.moved',
  summary: 'Go on with a project whose folder was moved',
  asks: 'person',
  reads: false,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/relocation.ts')).MovedProjectAnswer,
  run: settleMoved,
  json: ({ root, was, repairedWorktrees }) => ({ root, was, repaired_worktrees: repairedWorktrees }),
});
