import { NoWords } from '../../contract/participant.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { WorkConflict, WorkFolders } from '../../runtime/workspace/work-folders.ts';
import { conflictListJson } from '../../views/conflict-list.ts';
import { listWorkFolders, type WorkFolderDeps } from '../participant/work-folders-of.ts';
import { verb } from '../verb.ts';

export type ConflictDeps = WorkFolderDeps & Readonly<{ workFolders: WorkFolders }>;

/** Which files participants at work have changed so that git cannot merge them. */
export async function listConflicts(deps: ConflictDeps): Promise<Outcome<readonly WorkConflict[]>> {
  const found = await deps.workFolders.listConflicts(await listWorkFolders(deps));
  return found === null ? refuse({ code: 'git-cannot-merge-trees' }) : accept(found);
}

export const listConflictsVerb = verb({
  name: 'workspace.conflicts',
  summary: 'List files at work that will not merge, and between whom',
  asks: 'person',
  reads: false,
  input: NoWords,
  answer: async () => (await import('../../contract/answer/conflict.ts')).ConflictListAnswer,
  run: listConflicts,
  json: conflictListJson,
});
