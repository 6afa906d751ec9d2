import { readFileSync } from 'node:fs';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
// What people read is local time, and tests know one zone; what they start inherits it.
process.env.TZ = 'UTC';
const isLong = process.env.SWARM_TEST_LONG === '1';

type TestOptions = NonNullable<TestProjectInlineConfiguration['test']>;
const project = (name: string, test: TestOptions): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, ...test },
});

// Groups run one after the other: what watches real clocks does not compete with what only computes.
const long = project('long', {
  include: ['tests/long/**/*.test.ts'],
  globalSetup: ['tests/built-tree.ts', 'tests/postgres-server.ts', 'tests/long/agents/setup.ts'],
  testTimeout: 10 * 60_000,
  hookTimeout: 120_000,
  fileParallelism: false,
  sequence: { groupOrder: 5 },
});

export default defineConfig({
  define: { __SWARM_VERSION__: JSON.stringify(version) },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    setupFiles: ['tests/fixed-seed.ts'],
    // A second, which is the default, is short where the machine is busy.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      project('unit', {
        include: [
          'src/**/*.test.ts',
          'web/**/*.test.ts',
          'tests/architecture/**/*.test.ts',
          'tests/scripts/**/*.test.ts',
          'tests/fuzz/**/*.test.ts',
        ],
        exclude: ['src/store/**'],
        // Unit tests share nothing but pure modules, so one process may serve many files.
        isolate: false,
        // On a busy machine, many random inputs take their time, and so does it to load every verb.
        testTimeout: 120_000,
        sequence: { groupOrder: 0 },
      }),
      project('store', {
        include: ['src/store/**/*.test.ts', 'tests/store/**/*.test.ts'],
        globalSetup: ['tests/postgres-server.ts'],
        testTimeout: 20_000,
        hookTimeout: 30_000,
        sequence: { groupOrder: 0 },
      }),
      project('simulation', {
        include: ['tests/simulation/**/*.test.ts'],
        testTimeout: 120_000,
        sequence: { groupOrder: 0 },
      }),
      project('runtime', {
        include: ['tests/runtime/**/*.test.ts', 'tests/rehearsal/**/*.test.ts'],
        testTimeout: 30_000,
        hookTimeout: 30_000,
        sequence: { groupOrder: 1 },
      }),
      project('e2e', {
        include: ['tests/e2e/**/*.test.ts'],
        globalSetup: ['tests/built-tree.ts', 'tests/postgres-server.ts'],
        testTimeout: 60_000,
        hookTimeout: 60_000,
        sequence: { groupOrder: 2 },
      }),
      project('web', {
        include: ['tests/web/**/*.test.ts'],
        globalSetup: ['tests/built-tree.ts'],
        // A browser takes seconds to start where the machine is busy.
        testTimeout: 120_000,
        hookTimeout: 120_000,
        fileParallelism: false,
        sequence: { groupOrder: 3 },
      }),
      project('claude', {
        include: ['tests/claude/**/*.test.ts', 'tests/stand-in/**/*.test.ts'],
        globalSetup: ['tests/built-tree.ts', 'tests/claude/setup.ts'],
        // The real programs wait most of the time, so one more than there are cores is no more work at once.
        maxWorkers: 3,
        // The real program takes a second to start, and several where the machine is busy.
        testTimeout: 120_000,
        hookTimeout: 120_000,
        sequence: { groupOrder: 4 },
      }),
      ...(isLong ? [long] : []),
    ],
  },
});
