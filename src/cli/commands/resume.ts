import { ResumeSession } from '../../contract/session.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { command } from '../command.ts';
import type { Host } from '../host.ts';
import { namedRun } from '../named-run.ts';
import { type Reply, reply } from '../reply.ts';
import { renderResumed } from '../run-words.ts';

export const resume = command({
  name: 'resume',
  summary: 'Wake a parked session, or resume a run and show where it is',
  about:
    'A session is parked while the API is down or refuses more. It tries again by itself; this command\n' +
    'does not wait. A run goes on from its stored state as soon as a supervisor runs; this command\n' +
    'starts one, and wakes the sessions of the run that are parked.',
  examples: ['swarm resume 20251118-153042-reviewer', 'swarm resume 1763222400000'],
  words: [
    {
      name: 'session|run',
      key: 'sessionId',
      about: 'Id of a session or a run, or a role of the only live run',
      offers: 'target',
    },
  ],
  input: ResumeSession,
  run,
  show: {
    'session.resume': ({ id }) => `✅ Session ${id} is woken; look at it: swarm status ${id}\n`,
    'run.resume': renderResumed,
  },
});

type Resumed = Reply<'session.resume' | 'run.resume'>;

async function run(host: Host, { sessionId }: ResumeSession): Promise<Outcome<Resumed>> {
  const session = await host.ask('session.resume', { sessionId });
  if (session.ok) return reply('session.resume', session.value);
  const runId = namedRun(session);
  if (runId === null) return session;
  const resumed = await host.ask('run.resume', { runId });
  return resumed.ok ? reply('run.resume', resumed.value) : resumed;
}
