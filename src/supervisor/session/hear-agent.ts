import type { RoundDeps } from '../deps.ts';
import { intakePlanFolder } from '../plan/intake-plan-folder.ts';
import { intakeSessionMessages } from './intake-messages.ts';
import { intakeRequests } from './intake-requests.ts';
import type { SessionScene } from './session-scene.ts';

/** When something that is half there has to be looked at again. */
export type Heard = Readonly<{ dueAt: number | null }>;

/**
 * Takes in what an agent noted, asked for and sent as files. `again`: rows have changed; `more`: there was
 * more of it than one round takes in.
 */
export async function hearAgent(deps: RoundDeps, scene: SessionScene): Promise<Heard | 'again' | 'more'> {
  // What an agent noted comes before what it says: it cannot hand over past an open note.
  const folder = await intakePlanFolder(deps, scene);
  if (folder.isStale) return 'again';
  const asked = await intakeRequests(deps, scene);
  if (asked !== null) return asked;
  const posts = await intakeSessionMessages(deps, scene);
  if (posts.isStale) return 'again';
  return posts.hasMore ? 'more' : { dueAt: earliest(posts.dueAt, folder.dueAt) };
}

export const earliest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
