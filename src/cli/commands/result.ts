import * as z from 'zod/mini';
import type { SessionResult } from '../../app/app.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { type AgentReply, agentReplyJson, askSwarm, renderAgentReply, TIMEOUT_FLAG } from '../ask-swarm.ts';
import { answered, localCommand, refused } from '../command.ts';
import type { AttemptDoor, Host } from '../host.ts';
import { isJsonText } from '../json-text.ts';
import { sessionOf } from '../session-of.ts';

const Input = z.object({ what: z.optional(z.string()), timeoutMs: z.optional(z.int()) });
type Input = z.infer<typeof Input>;
type Value =
  | Readonly<{ is: 'read'; result: SessionResult }>
  | Readonly<{ is: 'handed-in'; reply: AgentReply }>;

export const result = localCommand({
  asks: 'anyone',
  name: 'result',
  summary: 'Show what a session delivered; inside a session: hand in its result',
  about:
    'Outside of a session it shows result.json, or else the last words of the agent.\n' +
    'Inside a session an agent hands in its own result: JSON text, a file with JSON, or - for stdin.',
  examples: ['swarm result 20251118-153042-reviewer', `swarm result '{"summary": "all tests pass"}'`],
  words: [
    {
      name: 'session|role|json|file',
      key: 'what',
      isOptional: true,
      about: 'Id of a session, or a role of the only live run; inside a session: the result',
      offers: 'session',
    },
  ],
  flags: [TIMEOUT_FLAG],
  input: Input,
  run: (host, input) => (host.attempt === null ? read(host, input) : handIn(host, host.attempt, input)),
  show: (value) => (value.is === 'read' ? `${value.result.text.trimEnd()}\n` : renderAgentReply(value.reply)),
  json: (value) => (value.is === 'read' ? resultJson(value.result) : agentReplyJson(value.reply)),
  exitCode: (value) => (value.is === 'read' || value.reply.ok ? 0 : 1),
});

async function read(host: Host, { what }: Input): Promise<Outcome<Value>> {
  if (what === undefined) {
    throw new UsageError('Missing <session>', { key: 'what', hint: 'Usage: swarm result <session>' });
  }
  const app = await host.app();
  const named = await sessionOf(app, what, 'result');
  if (!named.ok) return named;
  const outcome = await app.readResult({ sessionId: named.value });
  return outcome.ok ? answered({ is: 'read', result: outcome.value }) : outcome;
}

const resultJson = ({ session, source, text }: SessionResult): Record<string, unknown> => ({
  session_id: session.id,
  source,
  result: isJsonText(text) ? JSON.parse(text) : text,
});

async function handIn(
  host: Host,
  attempt: AttemptDoor,
  { what = '-', timeoutMs }: Input,
): Promise<Outcome<Value>> {
  const json = isJsonText(what) ? answered(what) : await host.readTask(what);
  if (!json.ok) return json;
  if (!isJsonText(json.value)) return refused({ code: 'result-invalid', problem: 'it is not JSON' });
  const reply = await askSwarm(attempt, { verb: 'result', json: json.value }, timeoutMs);
  return answered({ is: 'handed-in', reply });
}
