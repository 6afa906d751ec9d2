import * as z from 'zod/mini';
import type { ValueOf } from '../../app/verbs.ts';
import type { RanSupervisorAnswer } from '../../contract/answer/supervisor.ts';
import { StopSupervisor } from '../../contract/supervisor.ts';
import { renderStamp } from '../../views/time.ts';
import { command, localCommand } from '../command.ts';
import { durationMs } from '../flag.ts';
import { reply } from '../reply.ts';

const Nothing = z.object({});

export const supervisorStart = command({
  name: 'supervisor start',
  summary: 'Start the supervisor if it is not running',
  about: 'Commands that need it start it by themselves.',
  examples: ['swarm supervisor start'],
  show: {
    'supervisor.start': ({ pid, started }) =>
      `✅ Supervisor ${started ? 'started' : 'already runs'} (pid ${pid})\n`,
  },
});

const TIMEOUT = {
  name: 'timeout',
  key: 'timeoutMs',
  value: 'duration',
  about: 'Wait no longer than this (30s)',
  ...durationMs,
} as const;

export const supervisorRestart = command({
  name: 'supervisor restart',
  summary: 'Replace the supervisor by one with the environment of this shell; agents keep working',
  about:
    'swarm.config.json is taken in while the supervisor runs. Variables, secrets, and settings that\n' +
    'name a command or a place count after a restart.',
  examples: ['swarm supervisor restart'],
  flags: [TIMEOUT],
  show: {
    'supervisor.restart': ({ pid, wasRunning }) =>
      `✅ Supervisor ${wasRunning ? 'restarted' : 'started'} (pid ${pid})\n`,
  },
});

export const supervisorStop = command({
  name: 'supervisor stop',
  summary: 'Stop the supervisor; agents keep working and the next one adopts them',
  examples: ['swarm supervisor stop'],
  flags: [TIMEOUT],
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
  summary: 'Show whether the supervisor is running',
  about: 'Exits 0 when it answers and 1 when it does not.',
  examples: ['swarm supervisor status'],
  input: Nothing,
  run: async (host) => {
    const seen = await host.ask('supervisor.status', {});
    return seen.ok
      ? reply('supervisor.status', seen.value, { exitCode: seen.value.is === 'serving' ? 0 : 1 })
      : seen;
  },
  show: {
    'supervisor.status': renderObservation,
  },
});

function renderObservation(seen: ValueOf<'supervisor.status'>): string {
  if (seen.is === 'absent') return 'ℹ️ No supervisor runs\n';
  if (seen.is === 'serving') {
    const since = renderStamp(seen.startedAt);
    const trouble = seen.trouble ? `⚠️ ${seen.trouble}\n` : '';
    return `✅ Supervisor runs (pid ${seen.pid}, version ${seen.version}, since ${since})\n${trouble}`;
  }
  const who = seen.pid === null ? '' : ` (pid ${seen.pid})`;
  const go = seen.isStopped ? `Let it go on: kill -CONT ${seen.pid}` : 'End that process if it hangs';
  return (
    `⚠️ The supervisor${who} ${seen.isStopped ? 'is stopped' : 'has its lock, but does not answer'}: ` +
    `nothing is served\nℹ️  ${go}\n`
  );
}

export const supervisorRun = localCommand({
  asks: 'person',
  name: 'supervisor run',
  summary: 'Run the supervisor in the foreground',
  about: 'Exits at once when another supervisor runs for this project.',
  examples: ['swarm supervisor run'],
  input: Nothing,
  run: (host) => host.runSupervisor(),
  show: () => '',
  answer: async () => (await import('../../contract/answer/supervisor.ts')).RanSupervisorAnswer,
  json: (exitCode): z.infer<typeof RanSupervisorAnswer> => ({ exit_code: exitCode }),
  exitCode: (exitCode) => exitCode,
});
