import { expect, test } from 'vitest';
import { resolveConfig } from './config-layers.ts';
import { fingerprintsOf, listUnobeyed, listUnobeyedKeys } from './supervised.ts';

const hash = (text: string): string => `#${text}`;
const unobeyed = (env: Record<string, string>, of: Record<string, string> = {}) =>
  listUnobeyed(resolveConfig({ env, flags: {} }), env, {
    goesBy: fingerprintsOf(resolveConfig({ env: of, flags: {} }), of, hash),
    hash,
  });

test('a variable of the command that the supervisor does not have is named', () => {
  expect(unobeyed({ SWARM_RETRIES: '1', SWARM_NOTIFY_WEBHOOK_URL: 'http://127.0.0.1:1/' })).toEqual([
    'SWARM_RETRIES',
    'SWARM_NOTIFY_WEBHOOK_URL',
  ]);
  expect(unobeyed({ SWARM_RETRIES: '1' }, { SWARM_RETRIES: '1' })).toEqual([]);
  expect(unobeyed({ SWARM_RETRIES: '1' }, { SWARM_RETRIES: '2' })).toEqual(['SWARM_RETRIES']);
});

test('what a command settles itself, and what the supervisor alone has, is not', () => {
  expect(unobeyed({ SWARM_LOOP_DELAY: '1s', SWARM_CLI: 'codex' })).toEqual([]);
  expect(unobeyed({}, { SWARM_RETRIES: '1' })).toEqual([]);
});

test('settings that a supervisor took in otherwise, or not at all, are found wherever they come from', () => {
  const keys = (flags: Record<string, string>) =>
    listUnobeyedKeys(resolveConfig({ env: {}, flags }), {
      goesBy: fingerprintsOf(resolveConfig({ env: {}, flags: {} }), {}, hash),
      hash,
    });
  expect(keys({ 'timeouts.turn': '5m', 'env.pass': '["X"]', 'loop.delay': '1s' })).toEqual([
    'timeouts.turn',
    'env.pass',
  ]);
  expect(keys({})).toEqual([]);
});
