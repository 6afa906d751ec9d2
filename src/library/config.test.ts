import { expect, test } from 'vitest';
import { resolveConfig } from '../contract/config-layers.ts';
import { DEFAULT_CONFIG, type OrchestratorConfig, settingsOf } from './config.ts';

test('what is not given is left to the project', () => {
  expect(settingsOf({})).toEqual({});
  expect(settingsOf({ sessionId: 'mine', root: '/p' })).toEqual({});
});

test('what is given becomes settings that the project understands', () => {
  const flags = settingsOf({ ...DEFAULT_CONFIG, autoCleanup: false, agentTimeout: 1234, maxAgents: 7 });
  const { values } = resolveConfig({ env: {}, flags });
  expect(values['timeouts.silence']).toBe(1234);
  expect(values['timeouts.output']).toBe(1234);
  expect(settingsOf(DEFAULT_CONFIG)).not.toHaveProperty(['timeouts.output']);
  expect(values['timeouts.sweep']).toBe(5000);
  expect(values['timeouts.run']).toBe(1_800_000);
  expect(values['limits.agentsPerRun']).toBe(7);
  expect(values.cleanup).toBe('manual');
  expect(values.retries).toBe(3);
});

test('what does not fit is refused by its name', () => {
  expect(() => settingsOf({ maxAgents: 0 })).toThrow(
    'maxAgents: expected a whole number from 1 to 1000, found 0',
  );
  expect(() => settingsOf({ monitorInterval: -5 })).toThrow('monitorInterval: expected');
});

test('an unknown key is refused with the nearest, or with all that there are', () => {
  const given = { agentTimeOut: 1 } as OrchestratorConfig;
  expect(() => settingsOf(given)).toThrow('agentTimeOut: unknown key; did you mean "agentTimeout"?');
  const nonsense = { nonsense: 1 } as OrchestratorConfig;
  expect(() => settingsOf(nonsense)).toThrow(/^nonsense: unknown key; there are sessionId, monitorInterval,/);
});
