import { RestoreRescue } from '../../contract/rescue.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { verb } from '../verb.ts';
import { findRescue, type RescueDeps, shortName } from './find-rescue.ts';

export type RestoreDeps = RescueDeps &
  Readonly<{
    /** The whole path of what a person calls a folder, and whether something is there. */
    observeTarget: (folder: string) => Promise<Readonly<{ path: string; isTaken: boolean }>>;
  }>;

export type RestoredRescue = Readonly<{ ref: string; folder: string }>;

/** Checks a rescue out into a new folder. Never overwrites. */
export async function restoreRescue(
  { workspaces, observeTarget }: RestoreDeps,
  { ref, folder }: RestoreRescue,
): Promise<Outcome<RestoredRescue>> {
  const found = await findRescue(workspaces, ref);
  if (!found.ok) return found;
  const { path, isTaken } = await observeTarget(folder);
  if (isTaken) return refuse({ code: 'rescue-target-taken', path });
  await workspaces.restoreRescue(found.value, path);
  return accept({ ref: shortName(found.value), folder: path });
}

export const restoreRescueVerb = verb({
  name: 'rescue.restore',
  summary: 'Check out a rescue into a new folder',
  asks: 'person',
  reads: false,
  input: RestoreRescue,
  answer: async () => (await import('../../contract/answer/rescue.ts')).RestoredRescueAnswer,
  run: restoreRescue,
  json: (restored) => restored,
});
