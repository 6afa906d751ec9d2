import * as z from 'zod/mini';
import type { ValueOf } from '../../app/verbs.ts';
import { isSessionName } from '../../contract/id.ts';
import { InterruptProject, InterruptSession } from '../../contract/session.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { command, refused } from '../command.ts';
import { asText } from '../flag.ts';
import type { Host } from '../host.ts';
import { askVerb, type Reply } from '../reply.ts';

const Input = z.object({
  sessionId: z.optional(z.string()),
  reason: z._default(z.string(), ''),
  all: z._default(z.boolean(), false),
});
type Input = z.infer<typeof Input>;
type Interrupted = Reply<'session.interrupt' | 'project.interrupt'>;

export const interrupt = command({
  name: 'interrupt',
  summary: 'Interrupt a session until you answer; with --all, the whole project',
  about: [
    'Its process ends, its slot is freed and its timers stop. It waits with a question; your answer',
    '(swarm answer) is the next prompt of the same conversation. Nothing is lost.',
    '"stop" ends the session instead; all else goes to its agent.',
    'With --all it writes .swarm/interrupt-request.txt: the whole project stands still until the file is',
    'removed or a loop is answered. There, "stop" ends that loop; all else goes to its agents.',
  ].join('\n'),
  examples: [
    'swarm interrupt 20251118-153042-reviewer "main is red, wait"',
    'swarm answer q-1a2b3c4d "main is green again, go on"',
    'swarm interrupt --all "main is red"',
  ],
  words: [
    {
      name: 'session|role',
      key: 'sessionId',
      isOptional: true,
      about: 'Id of the session, or a role of the only live run',
      offers: 'target',
    },
    {
      name: 'reason',
      key: 'reason',
      isOptional: true,
      about: 'Why, for the agent and for the record',
      gather: asText,
    },
  ],
  flags: [{ name: 'all', short: 'a', key: 'all', about: 'The whole project: all loops, runs and sessions' }],
  input: Input,
  run,
  show: { 'session.interrupt': renderSession, 'project.interrupt': renderProject },
});

async function run(host: Host, { all, ...words }: Input): Promise<Outcome<Interrupted>> {
  if (all) {
    const reason = [words.sessionId, words.reason].filter((word) => word).join(' ');
    return askVerb(host, 'project.interrupt', checked(InterruptProject, { reason }));
  }
  const { sessionId, reason } = words;
  if (sessionId === undefined) throw new UsageError('Say which session, or --all', { key: 'sessionId' });
  if (!isSessionName(sessionId)) return refused({ code: 'session-not-found', sessionId, near: [] });
  return askVerb(host, 'session.interrupt', checked(InterruptSession, { sessionId, reason }));
}

function checked<T>(schema: z.ZodMiniType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new UsageError('Say why: the reason goes to the agent', { key: 'reason' });
}

function renderSession({ session, question }: ValueOf<'session.interrupt'>): string {
  return `✅ Session interrupted: ${session.id}\nLet it go on: swarm answer ${question.id} "…"\n`;
}

function renderProject({ loops }: ValueOf<'project.interrupt'>): string {
  return [
    `✅ Project interrupted: ${loops.length === 0 ? 'nothing is begun' : `loops ${loops.join(', ')}`}`,
    'Let it go on: rm .swarm/interrupt-request.txt, or answer (swarm questions)\n',
  ].join('\n');
}
