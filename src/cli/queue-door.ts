import * as z from 'zod/mini';
import type { AskingRequest } from '../contract/asking.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Style } from '../views/style.ts';
import { type AgentReply, agentReplyJson, askSwarm, renderAgentReply } from './ask-swarm.ts';
import { answered } from './command.ts';
import type { Host } from './host.ts';

/** What came of a command of the queue: for a person from the rows, for an agent as an answer to its file. */
export type Queued<V> = Readonly<{ is: 'own'; value: V }> | Readonly<{ is: 'asked'; reply: AgentReply }>;

/** What such a command takes beside its own input. */
export const Waiting = { timeoutMs: z.optional(z.int()) };

type Asked<V> = Readonly<{
  request: AskingRequest;
  timeoutMs: number | undefined;
  own: () => Promise<Outcome<V>>;
}>;

/** Inside an attempt the request goes through its folder: agents never open the database. */
export async function askOrOwn<V>(host: Host, asked: Asked<V>): Promise<Outcome<Queued<V>>> {
  const { request, timeoutMs, own } = asked;
  if (host.attempt !== null) {
    return answered({ is: 'asked', reply: await askSwarm(host.attempt, request, timeoutMs) });
  }
  const outcome = await own();
  return outcome.ok ? answered({ is: 'own', value: outcome.value }) : outcome;
}

export const queued = <V>(
  show: (value: V, style: Style) => string,
  json: (value: V) => unknown,
): Readonly<{
  show: (queued: Queued<V>, style: Style) => string;
  json: (queued: Queued<V>) => unknown;
  exitCode: (queued: Queued<V>) => number;
}> => ({
  show: (came, style) => (came.is === 'asked' ? renderAgentReply(came.reply) : show(came.value, style)),
  json: (came) => (came.is === 'asked' ? agentReplyJson(came.reply) : json(came.value)),
  exitCode: (came) => (came.is === 'own' || came.reply.ok ? 0 : 1),
});
