import { nearest } from '../../domain/config/nearest.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Session } from '../../domain/session/session.ts';
import type { VerbDeps } from '../deps.ts';

/** The newest session of a role. */
export async function findRole(
  { store }: Pick<VerbDeps, 'store'>,
  { id, workflow }: Run,
  role: string,
): Promise<Outcome<Session>> {
  const sessions = await store.listRunSessions(id);
  const session = sessions.findLast((one) => one.role === role);
  if (session) return accept(session);
  const known = [...new Set(sessions.flatMap((one) => one.role ?? []))];
  return refuse({ code: 'role-unknown', role, workflow, known, near: nearest(role, known, 3) });
}
