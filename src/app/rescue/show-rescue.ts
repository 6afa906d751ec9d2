import { Rescue } from '../../contract/rescue.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { verb } from '../verb.ts';
import { findRescue, type RescueDeps, shortName } from './find-rescue.ts';

export type ShownRescue = Readonly<{ ref: string; text: string }>;

export async function showRescue({ workspaces }: RescueDeps, { ref }: Rescue): Promise<Outcome<ShownRescue>> {
  const found = await findRescue(workspaces, ref);
  if (!found.ok) return found;
  return accept({ ref: shortName(found.value), text: await workspaces.renderRescue(found.value) });
}

export const showRescueVerb = verb({
  name: 'rescue.show',
  summary: 'Show the contents of a rescue',
  asks: 'person',
  reads: true,
  input: Rescue,
  answer: async () => (await import('../../contract/answer/rescue.ts')).RescueAnswer,
  run: showRescue,
  json: (shown) => shown,
});
