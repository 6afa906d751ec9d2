import { PostMessage } from '../../contract/run.ts';
import type { Message } from '../../domain/message/message.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { isRunOver } from '../../domain/run/run.ts';
import { routedMessageJson } from '../../views/message-list.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { findRole } from './find-role.ts';
import { findRun } from './find-run.ts';
import { type PostDeps, routeMessage } from './route-message.ts';

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
  return whileStale<Message>(`run ${runId}`, async () => {
    const routing = await routeMessage(deps, { session: session.value, id, to, content, taken: () => [] });
    if (routing.is === 'routed') return accept(routing.message);
    if (routing.is === 'dead-letter')
      return refuse({ code: 'message-dead-lettered', messageId: id, why: routing.why });
    return routing.is === 'over' ? refuse({ code: 'run-over', runId, state: run.state }) : 'stale';
  });
}

export const postMessageVerb = verb({
  name: 'run.post-message',
  summary: 'Post a message in a run as one of its roles',
  asks: 'person',
  reads: false,
  input: PostMessage,
  answer: async () => (await import('../../contract/answer/message.ts')).RoutedMessageAnswer,
  run: postMessage,
  json: routedMessageJson,
});
