import { WaitSessions } from '../../contract/session.ts';
import { sessionJson } from '../../views/session-table.ts';
import { statusWord } from '../../views/session-view.ts';
import { awaitSessions, isOver } from '../await-sessions.ts';
import { command } from '../command.ts';
import { endExitCode } from '../end-exit-code.ts';
import { asList, durationMs } from '../flag.ts';

export const wait = command({
  name: 'wait',
  summary: 'Wait until sessions are over',
  about:
    'Exits 0 when all completed, 2 when one failed or was killed, 1 when one is unknown or the time ran out.',
  examples: ['swarm wait 20251118-153042-reviewer', 'swarm wait $(cat ids) --timeout 30m'],
  words: [
    { name: 'session', key: 'sessionIds', about: 'Ids of sessions', gather: asList, offers: 'session' },
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
  run: (host, { sessionIds, timeoutMs }) =>
    awaitSessions(host, { ids: sessionIds, until: isOver, timeoutMs }),
  show: ({ reports, isInTime }) =>
    reports.map(({ session }) => `${session.id} ${statusWord(session)}\n`).join('') +
    (isInTime ? '' : '❌ The time ran out\n'),
  json: ({ reports, isInTime }) => ({
    timed_out: !isInTime,
    sessions: reports.map(({ session, now }) => sessionJson(session, now)),
  }),
  exitCode: ({ reports, isInTime }) => (isInTime ? endExitCode(reports.map(({ session }) => session)) : 1),
});
