import * as z from 'zod/mini';
import type { InterruptedProject, InterruptedSession } from '../../app/interrupt-verbs.ts';
import { InterruptProject, InterruptSession } from '../../contract/session.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { statusWord } from '../../views/session-view.ts';
import { localCommand } from '../command.ts';
import { asText } from '../flag.ts';
import type { Host } from '../host.ts';
import { sessionOf } from '../session-of.ts';

const Input = z.object({
  sessionId: z.optional(z.string()),
  reason: z._default(z.string(), ''),
  all: z._default(z.boolean(), false),
});
type Input = z.infer<typeof Input>;
type Interrupted = InterruptedSession | InterruptedProject;

export const interrupt = localCommand({
  asks: 'anyone',
  name: 'interrupt',
  summary: 'Stop a session in the middle until you have answered; with --all, the loops and theirs',
  about: [
    'Its process ends, its place is free, and its clocks stand still. It waits with a question; the answer',
    '(swarm answer) is the next thing that the same conversation hears. Ends nothing, loses nothing.',
    'With --all it writes .swarm/interrupt-request.txt: all loops wait, and their sessions are stopped,',
    'until the file is removed or a loop is answered. "stop" ends that loop; all else goes to its agents.',
  ].join('\n'),
  examples: [
    'swarm interrupt 20251118-153042-reviewer "main is red, wait"',
    'swarm answer q-1a2b3c4d "main is green again, go on"',
    'swarm interrupt --all "main is red"',
  ],
  words: [
    {
      name: 'session',
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
  flags: [
    { name: 'all', short: 'a', key: 'all', about: 'All loops of the project, and what they have at work' },
  ],
  input: Input,
  run,
  show: (done) => ('session' in done ? renderSession(done) : renderProject(done)),
  json: (done) => ('session' in done ? sessionJson(done) : { interrupted: true, ...done }),
});

async function run(host: Host, { all, ...words }: Input): Promise<Outcome<Interrupted>> {
  const app = await host.app();
  if (all) {
    const reason = [words.sessionId, words.reason].filter((word) => word).join(' ');
    return app.interruptProject(checked(InterruptProject, { reason }));
  }
  if (words.sessionId === undefined)
    throw new UsageError('Say which session, or --all', { key: 'sessionId' });
  const found = await sessionOf(app, words.sessionId, 'interrupt');
  if (!found.ok) return found;
  return app.interruptSession(checked(InterruptSession, { sessionId: found.value, reason: words.reason }));
}

function checked<T>(schema: z.ZodMiniType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new UsageError('Say why: the reason goes to the agent', { key: 'reason' });
}

const renderSession = ({ session, question }: InterruptedSession): string =>
  `✅ Session interrupted: ${session.id}\nLet it go on: swarm answer ${question.id} "…"\n`;

const renderProject = ({ loops }: InterruptedProject): string =>
  [
    `✅ Project interrupted: ${loops.length === 0 ? 'no loop runs now' : `loops ${loops.join(', ')}`}`,
    'Let it go on: rm .swarm/interrupt-request.txt, or answer (swarm questions)\n',
  ].join('\n');

const sessionJson = ({ session, question }: InterruptedSession): unknown => ({
  session_id: session.id,
  status: statusWord(session),
  state: session.state,
  question_id: question.id,
});
