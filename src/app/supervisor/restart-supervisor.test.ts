import { expect, test } from 'vitest';
import { restartSupervisor } from './restart-supervisor.ts';
import type { SupervisorPort } from './supervisor-deps.ts';

const portOf = (stopped: boolean | null) => {
  const asked: string[] = [];
  const supervisor: SupervisorPort = {
    observe: async () => ({ is: 'absent' }),
    ensureRunning: async () => {
      asked.push('run');
      return { pid: 7, started: true };
    },
    ensureStopped: async () => {
      asked.push('stop');
      return stopped;
    },
  };
  return { supervisor, asked };
};

test('the next one is started only after the one before has left', async () => {
  for (const was of [true, null]) {
    const { supervisor, asked } = portOf(was);
    expect(await restartSupervisor({ supervisor }, { timeoutMs: 5 })).toMatchObject({
      value: { pid: 7, wasRunning: was === true },
    });
    expect(asked).toEqual(['stop', 'run']);
  }
  const { supervisor, asked } = portOf(false);
  expect(await restartSupervisor({ supervisor }, { timeoutMs: 5 })).toMatchObject({
    refusal: { code: 'supervisor-stays' },
  });
  expect(asked).toEqual(['stop']);
});
