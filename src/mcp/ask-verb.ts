import type { AnyVerb } from '../app/verb.ts';
import type { VerbName } from '../app/verbs.ts';
import type { Outcome } from '../domain/outcome.ts';
import { type AgentReply, agentReplyJson, agentReplyOf } from '../views/agent-reply.ts';
import { troubleOfError, troubleOfRefusal } from '../views/error-text.ts';
import { terminalFilter } from '../views/terminal-text.ts';
import { visibleText } from '../views/visible-text.ts';
import type { McpHost } from './host.ts';
import type { Identity } from './identity.ts';
import type { ToolAnswer } from './wire.ts';

/** Requests of a session are taken in by the supervisor; it is never this process that changes a row. */
export const takesRequests = (verb: AnyVerb): boolean =>
  verb.needs === 'project' && verb.intake !== undefined;

export type Wait = Readonly<{ timeoutMs: number; signal?: AbortSignal | undefined }>;

export type Asking = Readonly<{
  verb: AnyVerb;
  input: unknown;
  wait: Wait;
  /** What is told where no answer came in time. */
  word?: (reply: AgentReply) => AgentReply;
}>;

/** Asks a verb in the name of the one whom this server speaks for. */
export async function askVerb(host: McpHost, identity: Identity, asking: Asking): Promise<ToolAnswer> {
  const { verb, input, wait, word = (reply) => reply } = asking;
  const name = verb.name as VerbName;
  if (identity.is === 'session' && takesRequests(verb)) {
    const request = { verb: name, ...(input as Readonly<Record<string, unknown>>) };
    return answerTold(word(agentReplyOf(await identity.attempt.ask(request, wait.timeoutMs, wait.signal))));
  }
  const outcome: Outcome<unknown> = await host.ask(name, input as never);
  return outcome.ok
    ? answerValue(verb.json(outcome.value))
    : answerTrouble(troubleOfRefusal(outcome.refusal));
}

const answerTold = (reply: AgentReply): ToolAnswer => ({
  isError: !reply.ok,
  text: visibleText(reply.text.trimEnd()),
  value: agentReplyJson(reply),
});

function answerValue(json: unknown): ToolAnswer {
  const filter = terminalFilter({ hasColours: false, isJson: true });
  const text = filter.pass(JSON.stringify(json)) + filter.end();
  return { isError: false, text, value: json as Readonly<Record<string, unknown>> };
}

export const answerTrouble = ({
  message,
  hint,
  code,
}: Readonly<{ message: string; hint: string; code: string }>): ToolAnswer => ({
  isError: true,
  code,
  text: visibleText(hint === '' ? message : `${message}\n${hint}`),
  value: null,
});

/** The top of every call: whatever goes wrong is told to the one who asked, and the server goes on. */
export async function guarded(host: McpHost, work: () => Promise<ToolAnswer>): Promise<ToolAnswer> {
  try {
    return await work();
  } catch (error) {
    const trouble = troubleOfError(error);
    if (trouble.kind === 'bug') host.log(error instanceof Error ? (error.stack ?? '') : String(error));
    return answerTrouble(trouble);
  }
}
