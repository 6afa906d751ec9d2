import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Command } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/command-table.ts';
import { GLOBAL_FLAGS } from '../../src/cli/global-flags.ts';
import type { Host } from '../../src/cli/host.ts';
import type { Io } from '../../src/cli/io.ts';
import { EXIT, runCommand } from '../../src/cli/run-command.ts';
import { refuse } from '../../src/domain/outcome.ts';
import { loadVerb } from '../../src/main/ask.ts';
import { styleFor } from '../../src/views/style.ts';
import { runs } from './runs.ts';

const STRANGE = [
  ...['', '-', '--', '---', '-x', '--no-such', '--set', '--set=', '--set=a', '--set=limits.sessions=x'],
  ...[
    '\0',
    '\x1b[2J',
    '\u202Egpj',
    'é'.repeat(500),
    '../../etc/passwd',
    '/dev/zero',
    '@last',
    '*',
    '{',
    '1e99',
  ],
  ...['-1', '0', '99999999999999999999', '5m', '1.5h', 'now', '--json', '--help', '__proto__', 'constructor'],
];

let forms: readonly Readonly<{ name: string; command: Command }>[] = [];
beforeAll(async () => {
  forms = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, { load }]) => ({ name, command: await load() })),
  );
});

const TERMINAL_ONLY = new Set(['demo', 'supervisor run', 'attach']);

const commandLine = (): fc.Arbitrary<string[]> =>
  fc.constantFrom(...forms.filter(({ name }) => !TERMINAL_ONLY.has(name))).chain(({ name, command }) => {
    const flags = [...command.flags, ...GLOBAL_FLAGS].map((flag) => `--${flag.name}`);
    const word = fc.oneof(
      fc.constantFrom(...STRANGE),
      fc.constantFrom(...flags),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc
        .tuple(fc.constantFrom(...flags), fc.constantFrom(...STRANGE))
        .map(([flag, value]) => `${flag}=${value}`),
    );
    return fc.array(word, { maxLength: 6 }).map((words) => [...name.split(' '), ...words]);
  });

const refusal = refuse({ code: 'session-not-found', sessionId: 'x', near: [] });

/** A project in which the answer to everything is no. */
const closedHost = (): Host => ({
  attempt: null,
  isStoreHidden: false,
  hasProject: () => false,
  findHiddenAttempt: async () => null,
  ask: async () => refusal as never,
  verb: loadVerb,
  rowWakes: async () => ({ next: async () => 'timeout', close: () => undefined }),
  wakes: () => Promise.reject(new Error('asked after a refusal')),
  readText: async () => refusal as never,
  writeText: async (file) => file,
  editText: async () => refusal as never,
  removeText: async () => undefined,
  openOutput: () => Promise.reject(new Error('asked after a refusal')),
  attach: async () => refusal as never,
  outerPrefix: async () => null,
  personaNames: async () => [],
  workflowNames: async () => [],
  planNames: async () => [],
  demo: () => Promise.reject(new Error('not here')),
  serveMcp: async () => refusal as never,
  runProgram: async () => refusal as never,
  dashboard: async () => refusal as never,
  stopDashboard: async () => refusal as never,
  openBrowser: () => Promise.reject(new Error('not here')),
  top: async () => refusal as never,
  runSupervisor: () => Promise.reject(new Error('not here')),
  now: () => 0,
});

const quietIo = (isJson: boolean, said: string[]): Io => ({
  isJson,
  style: styleFor(false),
  isTerminal: false,
  isScreen: false,
  columns: 80,
  isPlain: false,
  say: async (text) => void said.push(text),
  write: async (text) => void said.push(text),
  warn: (text) => void said.push(text),
  askLine: async () => '',
  askAnyone: async () => null,
  confirm: async () => false,
  openPicture: () => null,
  openAltScreen: null,
  onInterrupt: () => {},
});

test('every command line ends with an answer or with a word on what is wrong, never as a bug', async () => {
  const property = fc.asyncProperty(commandLine(), async (argv) => {
    const said: string[] = [];
    const code = await runCommand(argv, {
      version: '0',
      openIo: ({ isJson }) => quietIo(isJson, said),
      openHost: closedHost,
    });
    expect([EXIT.ok, EXIT.refused], said.join('')).toContain(code);
    expect(said.join('')).not.toBe('');
  });
  await fc.assert(property, runs(1_000));
});
