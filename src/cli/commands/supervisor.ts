import * as z from 'zod/mini';
import { renderSecond } from '../../views/time.ts';
import { answered, localCommand } from '../command.ts';
import { durationMs } from '../flag.ts';

const STOP_LIMIT_MS = 30_000;
const Nothing = z.object({});

export const supervisorStart = localCommand({
  asks: 'anyone',
  name: 'supervisor start',
  summary: 'Start the supervisor of this project, unless it runs',
  about: 'Commands that need it start it by themselves.',
  examples: ['swarm supervisor start'],
  input: Nothing,
  run: async (host) => answered(await host.supervisor.start()),
  show: ({ pid, started }) => `✅ Supervisor ${started ? 'started' : 'already runs'} (pid ${pid})\n`,
  json: ({ pid, started }) => ({ pid, started }),
});

export const supervisorStop = localCommand({
  asks: 'anyone',
  name: 'supervisor stop',
  summary: 'Stop the supervisor; agents work on, the next one adopts them',
  examples: ['swarm supervisor stop'],
  flags: [
    {
      name: 'timeout',
      key: 'timeoutMs',
      value: 'duration',
      about: 'Wait no longer than this (30s)',
      ...durationMs,
    },
  ],
  input: z.object({ timeoutMs: z._default(z.int(), STOP_LIMIT_MS) }),
  run: async (host, { timeoutMs }) => answered(await host.supervisor.stop(timeoutMs)),
  show: (stopped) =>
    stopped === null
      ? 'ℹ️ No supervisor runs\n'
      : stopped
        ? '✅ Supervisor stopped\n'
        : '❌ Supervisor did not stop in time\n',
  json: (stopped) => ({ was_running: stopped !== null, stopped: stopped !== false }),
  exitCode: (stopped) => (stopped === false ? 2 : 0),
});

export const supervisorStatus = localCommand({
  asks: 'anyone',
  name: 'supervisor status',
  summary: 'Say whether the supervisor runs',
  about: 'Exits 0 when it runs and 1 when it does not.',
  examples: ['swarm supervisor status'],
  input: Nothing,
  run: async (host) => answered(await host.supervisor.observe()),
  show: (seen) =>
    seen === null
      ? 'ℹ️ No supervisor runs\n'
      : `✅ Supervisor runs (pid ${seen.pid}, version ${seen.version}, ` +
        `since ${renderSecond(seen.startedAt)})\n`,
  json: (seen) => (seen === null ? { running: false } : { running: true, ...seen }),
  exitCode: (seen) => (seen === null ? 1 : 0),
});

export const supervisorRun = localCommand({
  asks: 'anyone',
  name: 'supervisor run',
  summary: 'Run the supervisor here, where you can watch it',
  about: 'Stands down at once when another one holds the project.',
  examples: ['swarm supervisor run'],
  input: Nothing,
  run: async (host) => answered(await host.supervisor.run()),
  show: () => '',
  json: (exitCode) => ({ exit_code: exitCode }),
  exitCode: (exitCode) => exitCode,
});
