import { expect, test } from 'vitest';
import { aConfig } from '../../tests/samples/config.ts';
import { toConfig } from '../contract/config.ts';
import { resolveConfig } from '../contract/config-layers.ts';
import { FULL_DISK } from '../domain/disk/room.ts';
import {
  checkBudget,
  checkChannels,
  checkClaudeLimits,
  checkConfig,
  checkDisk,
  checkNode,
  checkObserved,
  checkPause,
  checkSupervisor,
  checkVersion,
  okCheck,
} from './health-checks.ts';

const GIT = { program: 'git', needed: [2, 20], is: 'bad' } as const;
const { budget } = toConfig(resolveConfig({ env: {}, flags: {} }).values);

test.each([
  ['v20.18.3', 'bad'],
  ['20.19.0', 'ok'],
  ['22.0.0', 'ok'],
])('node %s is %s', (version, is) => {
  expect(checkNode(version).is).toBe(is);
});

test.each([
  ['git version 2.19.9', 'bad'],
  ['git version 2.20.0', 'ok'],
  ['git version 3.0', 'ok'],
  ['next', 'ok'],
])('of a program that says "%s" nothing worse is told than %s', (said, is) => {
  expect(checkVersion(GIT, said)).toMatchObject({ is, found: said });
});

const served = { liveSessions: 3, isMemoryWatched: true };

test('a program that is missing is told with the way to install it', () => {
  expect(checkVersion(GIT, null)).toMatchObject({ is: 'bad', found: 'not found' });
  expect(checkVersion({ ...GIT, is: 'warn' }, null)).toMatchObject({
    is: 'warn',
    remedy: expect.stringContaining('apt install git'),
  });
});

test('what could not be seen is bad, with its own remedy', () => {
  const trouble = { is: 'trouble', problem: 'the disk is full', hint: 'free some' } as const;
  expect(checkObserved('store', trouble, () => okCheck('store', ''))).toEqual({
    name: 'store',
    is: 'bad',
    found: 'the disk is full',
    remedy: 'free some',
  });
  expect(checkPause(trouble)).toEqual([]);
});

test('a pause is a warning that names who paused; without one nothing is said', () => {
  const observation = { where: 'db', liveSessions: 0 };
  const pause = { id: 'p', since: 1, by: 'ann', reason: 'too hot', endedAt: null };
  expect(checkPause({ is: 'seen', value: { ...observation, pause: null } })).toEqual([]);
  expect(checkPause({ is: 'seen', value: { ...observation, pause } })).toMatchObject([
    { is: 'warn', found: 'The project is paused by ann: too hot', remedy: 'swarm unpause' },
  ]);
});

test('a supervisor that cannot work is bad, though it runs', () => {
  expect(checkSupervisor({ pid: 7 }, served)).toMatchObject({ is: 'ok', found: 'runs (pid 7)' });
  expect(checkSupervisor({ pid: 7, trouble: FULL_DISK }, served)).toMatchObject({
    is: 'bad',
    found: `runs (pid 7). ${FULL_DISK}`,
    remedy: 'free some: swarm clean',
  });
});

test('a supervisor that goes by older settings is a warning, whose words say what to do', () => {
  const trouble = 'gate.command changed, and counts after: swarm supervisor restart';
  const found = `runs (pid 7). ${trouble}`;
  const check = { name: 'supervisor', is: 'warn', found, remedy: '' };
  expect(checkSupervisor({ pid: 7, trouble }, served)).toEqual(check);
});

test('the first warning of the configuration is told; no file is no fault', () => {
  expect(checkConfig({ file: null, warnings: [] })).toMatchObject({ is: 'ok' });
  expect(checkConfig({ file: 'f', warnings: ['a', 'b'] })).toMatchObject({ is: 'warn', found: 'a' });
});

test('budgets are listed, and which CLIs a budget of money cannot stop', () => {
  expect(checkBudget({ ...budget, dayUsd: 5, runTokens: 9 }, []).found).toBe('9 tokens per run, $5 per day');
  expect(checkBudget(budget, ['codex', 'gemini']).found).toContain('do not stop codex, gemini');
});

test('how far Claude Code goes by itself is told', () => {
  const { claude } = aConfig();
  expect(checkClaudeLimits({ claude, budget }).found).toBe(
    '$10.00 a session, then it asks; 11 stretches of 50 model turns, then it asks',
  );
  const short = { claude: { ...claude, stretches: 0 }, budget: { ...budget, sessionUsd: 3 } };
  expect(checkClaudeLimits(short).found).toContain('$3.00 a session, then it asks; one stretch of 50');
});

test('a channel that lacks something is a warning, and no channel at all a note', () => {
  expect(checkChannels([])).toMatchObject([{ name: 'notify', is: 'note' }]);
  const lacking = { is: 'lacking', what: 'no host', remedy: 'set it' } as const;
  const doubtful = { is: 'ready', by: 'curl', warning: 'untried' } as const;
  expect(
    checkChannels([
      { channel: 'email', observation: lacking },
      { channel: 'webhook', observation: doubtful },
      { channel: 'desktop', observation: { ...doubtful, warning: null } },
    ]),
  ).toMatchObject([
    { name: 'notify email', is: 'warn', found: 'no host', remedy: 'set it' },
    { name: 'notify webhook', is: 'warn', found: 'curl; untried' },
    { name: 'notify desktop', is: 'ok', found: 'curl' },
  ]);
});

test.each([
  [99, 'bad'],
  [100, 'warn'],
  [1024, 'ok'],
])('%d MB of free disk is %s', (freeMb, is) => {
  expect(checkDisk(freeMb).is).toBe(is);
});

test('a limit of memory that is only watched is said not to hold while no supervisor runs', () => {
  const check = checkSupervisor(null, { liveSessions: 1, isMemoryWatched: true });
  expect(check.found).toContain('not running, and 1 live session waits for it; no limit of memory holds');
  expect(checkSupervisor(null, { liveSessions: 1, isMemoryWatched: false }).found).not.toContain('memory');
});
