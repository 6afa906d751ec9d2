import { expect, test } from 'vitest';
import { aSpec } from '../../../tests/store/rows.ts';
import { grantedStart, grantOf, permissionUpdates, settingsText } from './session-grant.ts';

const rule = (ruleContent: string, destination = 'localSettings') => ({
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent }],
  behavior: 'allow',
  destination,
});
const edits = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };
const folder = { type: 'addDirectories', directories: ['/x'], destination: 'session' };
const rulesOf = (...suggestions: unknown[]): string => grantOf(suggestions)?.rules ?? '';

test('with a rule for the call, a mode that goes further is not granted', () => {
  const grant = grantOf([rule('touch a1 *'), folder, edits]);
  expect(grant?.words).toEqual(['Bash(touch a1 *)']);
  expect(permissionUpdates(grant?.rules ?? '')).toEqual([{ ...rule('touch a1 *', 'session') }]);
});

test('without one, the mode and the folder that the CLI suggests are', () => {
  const grant = grantOf([edits, folder]);
  expect(grant?.words).toEqual(['change files in its folders without asking (acceptEdits)', 'work in /x']);
  expect(permissionUpdates(grant?.rules ?? '')).toEqual([edits, folder]);
});

test('what denies, never asks again, or is not known is no part of a grant', () => {
  expect(grantOf([])).toBeNull();
  expect(grantOf(undefined)).toBeNull();
  expect(
    grantOf([
      { ...rule('x'), behavior: 'deny' },
      { type: 'setMode', mode: 'bypassPermissions' },
      { type: 'removeRules', rules: [{ toolName: 'Bash' }] },
    ]),
  ).toBeNull();
});

test('a rule is one text of the settings, whatever it holds', () => {
  const grants = [rulesOf(rule('echo ) Bash(*')), rulesOf(rule('a\\b')), rulesOf(rule('a\\b'))];
  expect(grantedStart(grants).allow).toEqual(['Bash(echo \\) Bash\\(*)', 'Bash(a\\\\b)']);
});

test('the settings of the persona stay, and hold the rules beside their own', () => {
  const given = { model: 'x', permissions: { allow: ['Read'], deny: ['Bash(rm *)'] } };
  const spec = aSpec({ settings: JSON.stringify(given) });
  expect(JSON.parse(settingsText({ spec, grants: [rulesOf(rule('ls')), rulesOf(folder)] }) ?? '')).toEqual({
    model: 'x',
    permissions: { allow: ['Read', 'Bash(ls)'], deny: ['Bash(rm *)'], additionalDirectories: ['/x'] },
  });
  expect(settingsText({ spec: aSpec({ settings: null }), grants: [rulesOf(edits)] })).toBeNull();
});

test('the hook for reserved files comes behind the hooks of the persona, and only where it is wanted', () => {
  const own = { matcher: 'Bash', hooks: [{ type: 'command', command: 'true' }] };
  const spec = aSpec({ settings: JSON.stringify({ hooks: { PreToolUse: [own], Stop: [own] } }) });
  const text = settingsText({ spec, settings: { reservationFile: '/p/.swarm/reservations/held' } });
  const { hooks } = JSON.parse(text ?? '{}');
  expect(hooks).toMatchObject({
    PreToolUse: [own, { matcher: 'Edit|MultiEdit|Write|NotebookEdit' }],
    Stop: [own],
  });
  expect(hooks.PreToolUse[1].hooks[0].command).toContain('/p/.swarm/reservations/held');
  expect(settingsText({ spec, settings: { reservationFile: null } })).toBe(spec.settings);
});
