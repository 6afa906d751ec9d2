import * as z from 'zod/mini';
import type { RanSupervisorAnswer } from '../../contract/answer/supervisor.ts';
import { StopSupervisor } from '../../contract/supervisor.ts';
import { renderSecond } from '../../views/time.ts';
import { answered, command, localCommand } from '../command.ts';
import { durationMs } from '../flag.ts';
import { reply } from '../reply.ts';

const Nothing = z.object({});

export const supervisorStart = command({
  name: 'supervisor start',
  summary: 'Start the supervisor of this project, unless it runs',
  about: 'Commands that need it start it by themselves.',
  examples: ['swarm supervisor start'],
  show: {
    'supervisor.start': ({ pid, started }) =>
      `✅ Supervisor ${started ? 'started' : 'already runs'} (pid ${pid})\n`,
  },
});

export const supervisorStop = command({
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
  input: StopSupervisor,
  run: async (host, input) => {
    const stopped = await host.ask('supervisor.stop', input);
    if (!stopped.ok) return stopped;
    return reply('supervisor.stop', stopped.value, { exitCode: stopped.value === false ? 2 : 0 });
  },
  show: {
    'supervisor.stop': (stopped) =>
      stopped === null
        ? 'ℹ️ No supervisor runs\n'
        : stopped
          ? '✅ Supervisor stopped\n'
          : '❌ Supervisor did not stop in time\n',
  },
});

export const supervisorStatus = command({
  name: 'supervisor status',
  summary: 'Say whether the supervisor runs',
  about: 'Exits 0 when it runs and 1 when it does not.',
  examples: ['swarm supervisor status'],
  input: Nothing,
  run: async (host) => {
    const seen = await host.ask('supervisor.status', {});
    return seen.ok ? reply('supervisor.status', seen.value, { exitCode: seen.value === null ? 1 : 0 }) : seen;
  },
  show: {
    'supervisor.status': (seen) =>
      seen === null
        ? 'ℹ️ No supervisor runs\n'
        : `✅ Supervisor runs (pid ${seen.pid}, version ${seen.version}, ` +
          `since ${renderSecond(seen.startedAt)})\n`,
  },
});

export const supervisorRun = localCommand({
  asks: 'person',
  name: 'supervisor run',
  summary: 'Run the supervisor here, where you can watch it',
  about: 'Stands down at once when another one holds the project.',
  examples: ['swarm supervisor run'],
  input: Nothing,
  run: async (host) => answered(await host.runSupervisor()),
  show: () => '',
  json: (exitCode): z.infer<typeof RanSupervisorAnswer> => ({ exit_code: exitCode }),
  exitCode: (exitCode) => exitCode,
});
