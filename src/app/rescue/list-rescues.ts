import * as z from 'zod/mini';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Rescue } from '../../domain/workspace/rescue.ts';
import { rescueListJson } from '../../views/rescue-list.ts';
import { verb } from '../verb.ts';
import { type RescueDeps, shortName } from './find-rescue.ts';

/** Each by its short name. */
export async function listRescues({ workspaces }: RescueDeps): Promise<Outcome<readonly Rescue[]>> {
  const all = await workspaces.listRescues();
  return accept(all.map((rescue) => ({ ...rescue, ref: shortName(rescue) })));
}

export const listRescuesVerb = verb({
  name: 'rescue.list',
  summary: 'List uncommitted work that Swarm saved from removed workspaces',
  asks: 'person',
  reads: true,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/rescue.ts')).RescueListAnswer,
  run: listRescues,
  json: rescueListJson,
});
