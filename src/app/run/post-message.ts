import type { PostMessage } from '../../contract/run.ts';
import { nearest } from '../../domain/config/nearest.ts';
import type { Message } from '../../domain/message/message.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Run } from '../../domain/run/run.ts';
import { isRunOver } from '../../domain/run/run.ts';
import type { Session } from '../../domain/session/session.ts';
import type { VerbDeps } from '../deps.ts';
import { findRun } from './find-run.ts';
import { type PostDeps, routeMessage } from './route-message.ts';

const TRIES = 20;

/** Takes a message of a role into its run, as if the role had sent it itself. */
export async function postMessage(deps: PostDeps, input: PostMessage): Promise<Outcome<Message>> {
  const { runId, from, to, content } = input;
  const found = await findRun(deps.store, runId);
  if (!found.ok) return found;
  const run = found.value;
  if (isRunOver(run)) return refuse({ code: 'run-over', runId, state: run.state });
  const session = await findRole(deps, run, from);
  if (!session.ok) return session;
  const id = input.id ?? `m-${deps.ids.uuid()}`;
  for (let tries = 0; tries < TRIES; tries++) {
    const routing = await routeMessage(deps, { session: session.value, id, to, content, taken: () => [] });
    if (routing.is === 'routed') return accept(routing.message);
    if (routing.is === 'dead-letter')
      return refuse({ code: 'message-dead-lettered', messageId: id, why: routing.why });
    if (routing.is === 'over') return refuse({ code: 'run-over', runId, state: run.state });
  }
  return refuse({ code: 'moved-meanwhile', what: `run ${runId}` });
}

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
