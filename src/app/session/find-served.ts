import { isServedBy } from '../../domain/host/served-host.ts';
import { type Outcome, refuse } from '../../domain/outcome.ts';
import type { Session } from '../../domain/session/session.ts';
import type { VerbDeps } from '../deps.ts';
import { findNamedSession } from '../run/find-target.ts';

export type ServedDeps = Pick<VerbDeps, 'store' | 'hostId'> &
  Readonly<{ config: Pick<VerbDeps['config'], 'store'> }>;

/** A session whose files and processes can be seen from here. One on another host is refused. */
export async function findServedSession(
  deps: ServedDeps,
  name: string,
  command: Parameters<typeof findNamedSession>[2],
): Promise<Outcome<Session>> {
  const found = await findNamedSession(deps, name, command);
  if (!found.ok || isServedBy(deps, found.value)) return found;
  return refuse({ code: 'session-elsewhere', sessionId: found.value.id, host: found.value.hostId ?? '' });
}
