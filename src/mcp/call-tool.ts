import { UsageError } from '../contract/usage-error.ts';
import { questionReplyOf } from '../views/agent-reply.ts';
import { troubleOfRefusal } from '../views/error-text.ts';
import { answerTrouble, askVerb, guarded } from './ask-verb.ts';
import type { McpHost } from './host.ts';
import { type Identity, refusalFor } from './identity.ts';
import { readCall } from './read-call.ts';
import { takePart } from './take-part.ts';
import { TOOLS } from './tools.ts';
import type { ToolAnswer } from './wire.ts';

type Call = Readonly<{ name: string; given: unknown; signal: AbortSignal }>;

/** Calls a tool: its words, its verb, its answer. Never throws. */
export const callTool = (host: McpHost, identity: Identity, call: Call): Promise<ToolAnswer> =>
  guarded(host, async () => {
    const { name } = call;
    const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
    if (tool === undefined)
      throw new UsageError(`${JSON.stringify(name)} is no tool of Swarm`, { key: 'name' });
    const verb = await host.verb(tool.verb);
    const refusal = refusalFor(identity, { name, tool, verb });
    if (refusal !== null) return answerTrouble(troubleOfRefusal(refusal));
    const { input, words, wait } = readCall(tool, verb, call);
    const foreign = await takePart(host, identity, { tool, words });
    if (foreign !== null) return answerTrouble(troubleOfRefusal(foreign));
    const asking = { verb, input, wait };
    return askVerb(host, identity, tool.waits ? { ...asking, word: questionReplyOf } : asking);
  });
