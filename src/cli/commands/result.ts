import * as z from 'zod/mini';
import { isSessionName } from '../../contract/id.ts';
import { parseJson } from '../../contract/json.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { TIMEOUT_FLAG } from '../ask-swarm.ts';
import { answered, command, refused } from '../command.ts';
import { lookBelow } from '../family.ts';
import { type Host, seesNoRows } from '../host.ts';
import { askFromAttempt, askVerb, type Reply } from '../reply.ts';

const Input = z.object({ what: z.optional(z.string()), timeoutMs: z.optional(z.int()) });
type Input = z.infer<typeof Input>;
type ResultReply = Reply<'session.result' | 'session.submit-result'>;

export const result = command({
  name: 'result',
  summary: 'Show the result of a session or, inside one, submit it',
  about:
    'Outside of a session it shows result.json, or else the last words of the agent.\n' +
    'Inside a session an agent submits its own result: JSON text, a file with JSON, or - for stdin;\n' +
    'the id of another session shows the result of that one.',
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
  run: (host, input) => (host.attempt === null ? read(host, input) : handIn(host, input)),
  show: {
    'session.result': ({ text }) => `${text.trimEnd()}\n`,
    'session.submit-result': ({ session_id: id }) => `The result of ${id} is kept\n`,
  },
});

async function read(host: Host, { what }: Input): Promise<Outcome<ResultReply>> {
  if (what === undefined) {
    throw new UsageError('Missing <session>', { key: 'what', hint: 'Usage: swarm result <session>' });
  }
  if (!isSessionName(what)) return refused({ code: 'session-not-found', sessionId: what, near: [] });
  return askVerb(host, 'session.result', { sessionId: what });
}

/** As ids of sessions begin: of a lone one, or of a role of a run. No JSON text looks like it. */
const SESSION_ID = /^(\d{8}-\d{6}|\d{13,})-[\w.-]+$/;

async function handIn(host: Host, { what = '-', timeoutMs }: Input): Promise<Outcome<ResultReply>> {
  if (SESSION_ID.test(what)) return seesNoRows(host) ? lookBelow(host, what, 'result') : read(host, { what });
  const json = parseJson(what).ok ? answered(what) : await host.readText(what);
  if (!json.ok) return json;
  if (!parseJson(json.value).ok) return refused({ code: 'result-invalid', problem: 'it is not JSON' });
  return askFromAttempt(host, 'result', 'session.submit-result', { json: json.value }, { timeoutMs });
}
