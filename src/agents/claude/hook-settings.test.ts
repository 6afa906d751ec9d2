import { expect, test } from 'vitest';
import { renderHookSettings } from './hook-settings.ts';

type Settings = { hooks: Record<string, unknown[]>; env?: unknown };
const parsed = (given: string | null): Settings => JSON.parse(renderHookSettings(given)) as Settings;

test('what the persona names keeps its place before our own hooks', () => {
  const theirs = { hooks: [{ type: 'command', command: 'true' }] };
  const given = { env: { A: '1' }, hooks: { Stop: [theirs], PreCompact: [theirs] } };
  const { hooks, env } = parsed(JSON.stringify(given));
  expect(env).toEqual({ A: '1' });
  expect(hooks.Stop).toEqual([theirs, ...(parsed(null).hooks.Stop ?? [])]);
  expect(hooks.PreCompact).toEqual([theirs]);
  expect(hooks.PermissionRequest).toEqual(parsed(null).hooks.PermissionRequest);
});

const commandOf = (given: string | null, persons?: unknown): string =>
  (JSON.parse(renderHookSettings(given, persons)) as { statusLine: { command: string } }).statusLine.command;

test('the status line of the persona, or else of the person, is run by ours', () => {
  const line = { type: 'command', command: `echo 'mine'`, padding: 2 };
  expect(commandOf(null)).not.toContain('sh -c');
  expect(commandOf(null, line)).toContain(`sh -c 'echo '\\''mine'\\'''`);
  expect(commandOf(JSON.stringify({ statusLine: { command: 'persona' } }), line)).toContain(
    `sh -c 'persona'`,
  );
  expect(JSON.parse(renderHookSettings(null, line))).toMatchObject({ statusLine: { padding: 2 } });
});
