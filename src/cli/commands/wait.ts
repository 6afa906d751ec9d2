import { WaitSessions } from '../../contract/session.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { RunReport } from '../../domain/run/report.ts';
import { runJson } from '../../views/run-status.ts';
import { sessionJson } from '../../views/session-table.ts';
import { statusWord } from '../../views/session-view.ts';
import { awaitRun } from '../await-runs.ts';
import { type Awaited, awaitSessions, isOver } from '../await-sessions.ts';
import { answered, localCommand } from '../command.ts';
import { endExitCode } from '../end-exit-code.ts';
import { asList, durationMs } from '../flag.ts';
import type { Host } from '../host.ts';
import { runExitCode } from '../run-exit-code.ts';
import { targetOf } from '../session-of.ts';

type Waited = Awaited & Readonly<{ runs: readonly RunReport[] }>;

export const wait = localCommand({
  asks: 'anyone',
  name: 'wait',
  summary: 'Wait until sessions or runs are over',
  about:
    'Exits 0 when all completed, 2 when one failed or was killed, 1 when one is unknown or the time ran out.',
  examples: ['swarm wait 20251118-153042-reviewer', 'swarm wait 1763222400000 --timeout 30m'],
  words: [
    {
      name: 'session|run',
      key: 'sessionIds',
      about: 'Ids of sessions or runs, or roles of the only live run',
      gather: asList,
      offers: 'target',
    },
  ],
  flags: [
    {
      name: 'timeout',
      key: 'timeoutMs',
      value: 'duration',
      about: 'Wait no longer than this',
      ...durationMs,
    },
  ],
  input: WaitSessions,
  run,
  show: ({ sessions, runs, isInTime }) =>
    sessions.map((session) => `${session.id} ${statusWord(session)}\n`).join('') +
    runs.map(({ run: { id, state } }) => `${id} ${state}\n`).join('') +
    (isInTime ? '' : '❌ The time ran out\n'),
  json: ({ sessions, runs, isInTime, now }) => ({
    timed_out: !isInTime,
    sessions: sessions.map((session) => sessionJson(session, now)),
    ...(runs.length === 0 ? {} : { runs: runs.map((one) => runJson(one.run, one.now)) }),
  }),
  exitCode: ({ sessions, runs, isInTime }) =>
    isInTime ? Math.max(endExitCode(sessions), ...runs.map((one) => runExitCode(one.run))) : 1,
});

async function run(host: Host, { sessionIds, timeoutMs }: WaitSessions): Promise<Outcome<Waited>> {
  const deadline = timeoutMs === undefined ? undefined : host.now() + timeoutMs;
  const leftMs = (): number | undefined =>
    deadline === undefined ? undefined : Math.max(0, deadline - host.now());
  const named = await partOf(host, sessionIds);
  if (!named.ok) return named;
  const { sessions, runs } = named.value;
  const waited = await awaitSessions(host, { ids: sessions, until: isOver, timeoutMs: leftMs() });
  if (!waited.ok) return waited;
  const ended: RunReport[] = [];
  let { isInTime } = waited.value;
  for (const runId of runs) {
    const one = await awaitRun(host, { runId, timeoutMs: leftMs() });
    if (!one.ok) return one;
    ended.push(one.value.report);
    isInTime &&= one.value.isInTime;
  }
  return answered({ ...waited.value, runs: ended, isInTime });
}

type Named = Readonly<{ sessions: readonly string[]; runs: readonly string[] }>;

async function partOf(host: Host, names: readonly string[]): Promise<Outcome<Named>> {
  const app = await host.app();
  const sessions: string[] = [];
  const runs: string[] = [];
  for (const name of names) {
    const target = await targetOf(app, name);
    if (!target.ok) return target;
    if (target.value.is === 'run') runs.push(target.value.run.id);
    else sessions.push(target.value.sessionId);
  }
  return answered({ sessions, runs });
}
