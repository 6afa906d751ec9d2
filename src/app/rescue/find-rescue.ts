import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Rescue } from '../../domain/workspace/rescue.ts';
import type { Workspaces } from '../../runtime/workspace/workspaces.ts';
import type { VerbDeps } from '../deps.ts';

const PREFIX = 'refs/swarm/rescue/';
const SHOWN = 5;

export type RescueDeps = Pick<VerbDeps, 'workspaces'>;

/** By its short name `<session>/<n>`, its full ref, or the session alone for the newest. */
export async function findRescue(
  workspaces: Pick<Workspaces, 'listRescues'>,
  name: string,
): Promise<Outcome<Rescue>> {
  const all = await workspaces.listRescues();
  const short = name.replace(PREFIX, '');
  const found = all.filter(({ ref, sessionId }) => ref === `${PREFIX}${short}` || sessionId === short);
  const newest = found.toSorted((a, b) => b.number - a.number)[0];
  return newest
    ? accept(newest)
    : refuse({ code: 'rescue-not-found', ref: name, known: all.slice(0, SHOWN).map(shortName) });
}

export const shortName = ({ ref }: Pick<Rescue, 'ref'>): string => ref.replace(PREFIX, '');
