import * as z from 'zod/mini';
import { SessionName } from '../../contract/id.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderSessionStatus } from '../../views/session-status.ts';
import { command } from '../command.ts';
import { type Host, seesNoRows } from '../host.ts';
import { namedRun } from '../named-run.ts';
import { type Reply, reply } from '../reply.ts';

const Input = z.object({ name: z.optional(SessionName) });

export const status = command({
  name: 'status',
  summary: 'Show the status of a session, a run or a race',
  about: 'Without a name, shows the newest run.',
  examples: [
    'swarm status 20251118-153042-reviewer',
    'swarm status 1763222400000 --json',
    'swarm status reviewer',
  ],
  words: [
    {
      name: 'session|run|role',
      key: 'name',
      about: 'Id of a session or a run, or a role of the only live run',
      isOptional: true,
      offers: 'target',
    },
  ],
  onlyReads: true,
  input: Input,
  run,
  show: {
    'session.show': renderSessionStatus,
    // Seldom asked for, and all others would pay for loading it.
    'race.show': async (view, style) => (await import('../../views/race-view.ts')).renderRace(view, style),
    'run.show': async (report, style) =>
      (await import('../../views/run-status.ts')).renderRunStatus(report, style),
  },
});

type StatusReply = Reply<'session.show' | 'run.show' | 'race.show'>;

async function run(host: Host, { name }: z.infer<typeof Input>): Promise<Outcome<StatusReply>> {
  // Loaded by agents alone: others would pay for all schemas of sessions.
  if (name !== undefined && seesNoRows(host))
    return (await import('../family.ts')).lookBelow(host, name, 'status');
  if (name === undefined) return showRun(host, await newestRun(host));
  const session = await host.ask('session.show', { sessionId: name });
  if (session.ok) return reply('session.show', session.value);
  if (session.refusal.code === 'names-a-race') return showRace(host, session.refusal.raceId);
  const runId = namedRun(session);
  return runId === null ? session : showRun(host, runId);
}

async function showRun(host: Host, runId: string): Promise<Outcome<StatusReply>> {
  const report = await host.ask('run.show', { runId });
  return report.ok ? reply('run.show', report.value) : report;
}

async function showRace(host: Host, raceId: string): Promise<Outcome<StatusReply>> {
  const shown = await host.ask('race.show', { raceId });
  return shown.ok ? reply('race.show', shown.value) : shown;
}

async function newestRun(host: Host): Promise<string> {
  const listed = await host.ask('run.list', { isLive: false, limit: 1 });
  const [newest] = listed.ok ? listed.value.runs : [];
  if (newest) return newest.id;
  throw new UsageError('Say which session: swarm status <id>', { hint: 'List sessions: swarm list' });
}
