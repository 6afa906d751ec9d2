import * as z from 'zod/mini';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { RelocationDeps } from '../../runtime/project/relocation.ts';
import { folderVerb } from '../verb.ts';

export type CopiedProject = Readonly<{ root: string; was: string; aside: string }>;

/** A copy becomes a project of its own, with an empty store. What it has of the original is kept aside. */
export async function settleCopied({ relocation }: RelocationDeps): Promise<Outcome<CopiedProject>> {
  const project = await relocation();
  const { root } = project;
  const location = await project.observe();
  if (location.is === 'home') return refuse({ code: 'project-at-home', root });
  if (await project.sharesRows()) return refuse({ code: 'copy-shares-rows', root });
  return project.whileUnserved(async () => {
    const aside = await project.ensureAside(location.was);
    await project.ensureSettled('new');
    return accept({ root, was: location.was, aside });
  });
}

export const settleCopiedVerb = folderVerb({
  name: 'project.copied',
  summary: 'Make a project of its own of a copy',
  asks: 'person',
  reads: false,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/relocation.ts')).CopiedProjectAnswer,
  run: settleCopied,
  json: (copied) => copied,
});
