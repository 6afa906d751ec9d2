import type { VerbName } from '../app/verbs.ts';
import { readWireInput } from '../contract/wire-input.ts';
import type { Outcome } from '../domain/outcome.ts';
import { troubleOfError, troubleOfRefusal } from '../views/error-text.ts';
import type { HttpHost } from './host.ts';
import { type Reply, replyRefused, replyTrouble } from './reply.ts';

type VerbCall = Readonly<{ name: string; given: unknown; mayChange: boolean }>;

/** Asks a verb and words its answer. Never throws: whatever goes wrong is told, and the server goes on. */
export async function answerVerb(host: HttpHost, asked: VerbCall): Promise<Reply> {
  try {
    return await askVerb(host, asked);
  } catch (error) {
    const trouble = troubleOfError(error);
    if (trouble.kind === 'bug') host.log(error instanceof Error ? (error.stack ?? '') : String(error));
    return replyTrouble(trouble);
  }
}

async function askVerb(host: HttpHost, { name, given, mayChange }: VerbCall): Promise<Reply> {
  const verb = await host.verb(name);
  if (verb === null)
    return replyRefused({ status: 404, code: 'verb-unknown', message: `There is no verb ${name}` });
  if (verb.asks === 'agent')
    return replyRefused({ status: 403, code: 'verb-for-agents', message: `Only an agent may ask ${name}` });
  if (!verb.reads && !mayChange)
    return replyRefused({ status: 405, code: 'verb-changes', message: `${name} changes things: use POST` });
  const input = readWireInput(verb.input, given);
  if (!input.ok) throw input.problem;
  const outcome: Outcome<unknown> = await host.ask(name as VerbName, input.value as never);
  return outcome.ok
    ? { status: 200, body: verb.json(outcome.value) }
    : replyTrouble(troubleOfRefusal(outcome.refusal));
}
