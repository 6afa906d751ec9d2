import { describe, expect, test } from 'vitest';
import type { StartContext, StartFiles } from '../../domain/agent/obstacle.ts';
import { foresee, startFiles, statusLineOf, tellLogin } from './obstacles.ts';

const KEY = 'sk-ant-made-up-0123456789abcdefghij';
const context: StartContext = {
  home: '/h',
  workDir: '/p/sub',
  repository: '/p',
  mode: 'interactive',
  permissionMode: null,
  env: { ANTHROPIC_API_KEY: KEY },
  platform: 'linux',
  isRoot: false,
};
const settled = {
  hasCompletedOnboarding: true,
  customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
  projects: { '/p': { hasTrustDialogAccepted: true } },
};
const look = (more: Partial<StartContext> = {}, state: object = settled, files: StartFiles = {}) =>
  foresee({ ...context, ...more }, { '/h/.claude.json': JSON.stringify(state), ...files });
const codes = (...words: Parameters<typeof look>) => look(...words).map(({ code }) => code);

test('nothing holds up a CLI that was set up, in a folder that is trusted, with a key that is known', () => {
  expect(look()).toEqual([]);
});

test('a fresh user meets every dialog, in order, each with a remedy', () => {
  const found = look({}, {});
  expect(found.map(({ code }) => code)).toEqual(['onboarding', 'folder-not-trusted', 'key-unknown']);
  expect(found.every(({ what, remedy, isCertain }) => what !== '' && remedy !== '' && isCertain)).toBe(true);
});

test('an absent file is that of a fresh user', () => {
  expect(foresee(context, {}).map(({ code }) => code)).toContain('onboarding');
});

test('without a screen no dialog comes', () => {
  expect(codes({ mode: 'headless' }, {})).toEqual([]);
});

describe('a folder', () => {
  const trusted = (folder: string) => ({
    ...settled,
    projects: { [folder]: { hasTrustDialogAccepted: true } },
  });

  test.each([
    ['itself', '/p/sub', { workDir: '/p/sub', repository: '/p' }],
    ['its repository', '/p', { workDir: '/p/sub/deep', repository: '/p' }],
    ['a folder between', '/p/sub', { workDir: '/p/sub/deep', repository: '/p' }],
    ['the repository of its worktree elsewhere', '/p', { workDir: '/w', repository: '/p' }],
    ['a folder above, outside git', '/x', { workDir: '/x/y/z', repository: null }],
  ])('is trusted with %s', (_what, folder, at) => {
    expect(codes(at, trusted(folder))).toEqual([]);
  });

  test.each([
    ['a folder above its repository', '/', { workDir: '/p/sub', repository: '/p' }],
    ['a folder with a name that only begins alike', '/p/su', { workDir: '/p/sub', repository: null }],
    ['one beside its worktree', '/w', { workDir: '/w/tree', repository: '/p' }],
  ])('is not trusted with %s', (_what, folder, at) => {
    expect(codes(at, trusted(folder))).toEqual(['folder-not-trusted']);
  });

  test('is cleared by one value in the file of the CLI', () => {
    const [found] = look({}, { ...settled, projects: {} });
    expect(found?.fix).toEqual({
      file: '/h/.claude.json',
      path: ['projects', '/p', 'hasTrustDialogAccepted'],
      value: true,
    });
  });
});

test('a key is asked about once, and not at all beside a token', () => {
  const rejected = { ...settled, customApiKeyResponses: { approved: [], rejected: [KEY.slice(-20)] } };
  expect(codes({}, rejected)).toEqual(['key-rejected']);
  const login = { '/h/.claude/.credentials.json': '' };
  expect(codes({}, rejected, login)).toEqual([]);
  const unknown = { ...settled, customApiKeyResponses: {} };
  expect(codes({}, unknown)).toEqual(['key-unknown']);
  expect(codes({ env: { ...context.env, ANTHROPIC_AUTH_TOKEN: 't' } }, unknown)).toEqual([]);
});

test('a mode that asks nothing is warned about, and refused to root', () => {
  const bypass = { permissionMode: 'bypassPermissions' };
  expect(codes(bypass)).toEqual(['bypass-not-accepted']);
  expect(codes(bypass, { ...settled, bypassPermissionsModeAccepted: true })).toEqual([]);
  const skips = { '/h/.claude/settings.json': '{"skipDangerousModePermissionPrompt":true}' };
  expect(codes(bypass, settled, skips)).toEqual([]);
  expect(codes({ ...bypass, isRoot: true, mode: 'headless' })).toEqual(['bypass-as-root']);
  const sandbox = { ...context.env, IS_SANDBOX: '1' };
  expect(codes({ ...bypass, isRoot: true, mode: 'headless', env: sandbox })).toEqual([]);
});

test.each(['/h/.claude/settings.json', '/p/sub/.claude/settings.json', '/p/sub/.claude/settings.local.json'])(
  'settings that cannot be read are told of: %s',
  (path) => {
    for (const text of ['{', '[]', 'null']) {
      expect(look({}, settled, { [path]: text })).toMatchObject([
        { code: 'settings-broken', what: expect.stringContaining(path) },
      ]);
    }
  },
);

test('a broken file of the CLI itself hides everything else', () => {
  expect(codes({}, settled, { '/h/.claude.json': 'oops' })).toEqual(['settings-broken']);
});

describe('a login', () => {
  const without = { env: {} };

  test.each([
    ['a variable', { env: { CLAUDE_CODE_OAUTH_TOKEN: 't' } }, {}],
    ['a file that is only looked for', without, { '/h/.claude/.credentials.json': '' }],
    ['a program that gives keys', without, { '/h/.claude/settings.json': '{"apiKeyHelper":"x"}' }],
  ])('is found as %s', (_what, at, files) => {
    expect(codes(at, settled, files)).toEqual([]);
  });

  test('is missed where there is none, and not called missing where it may lie in a keychain', () => {
    expect(look(without)).toMatchObject([{ code: 'not-logged-in', isCertain: true }]);
    expect(look({ ...without, platform: 'darwin' })).toMatchObject([{ isCertain: false }]);
    expect(codes({ ...without, platform: 'darwin' }, { ...settled, oauthAccount: {} })).toEqual([]);
  });

  test('is told of by where it lies, and not at all where it cannot be known', () => {
    const told = (more: Partial<StartContext>, files: StartFiles = {}) =>
      tellLogin({ ...context, ...more }, files);
    expect(told({})).toEqual({ is: 'found', by: 'ANTHROPIC_API_KEY' });
    const file = '/h/.claude/.credentials.json';
    expect(told(without, { [file]: '' })).toEqual({ is: 'found', by: file });
    expect(told(without)).toEqual({ is: 'missing' });
    expect(told({ ...without, platform: 'darwin' })).toMatchObject({ is: 'unknown' });
    expect(JSON.stringify(told({}))).not.toContain(KEY.slice(-8));
  });

  test('is never read', () => {
    const files = startFiles(context);
    expect(files.filter(({ path }) => path.includes('credentials'))).toEqual([
      { path: '/h/.claude/.credentials.json', look: 'exists' },
    ]);
  });
});

test('files are looked for where the person has moved them', () => {
  const paths = startFiles({ ...context, env: { CLAUDE_CONFIG_DIR: '/c' } }).map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['/c/.claude.json', '/c/settings.json', '/c/.credentials.json']),
  );
});

test('the status line is that of the innermost settings', () => {
  const line = (command: string): string => JSON.stringify({ statusLine: { command } });
  const user = { '/h/.claude/settings.json': line('user') };
  expect(statusLineOf({ context, files: {} })).toBeUndefined();
  expect(statusLineOf({ context, files: user })).toEqual({ command: 'user' });
  const both = { ...user, '/p/sub/.claude/settings.json': line('folder') };
  expect(statusLineOf({ context, files: both })).toEqual({ command: 'folder' });
});
