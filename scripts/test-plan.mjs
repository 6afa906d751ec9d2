// Which checks and which tests a command line of ./test means. Knows nothing of the disk: see test.mjs.
import { needsOf } from './test-needs.mjs';

/** Checks beside the tests, in the order that they run in. */
export const CHECKS = ['build', 'type check', 'lint'];

/** What needs a Postgres server takes longer than all the rest of the store. */
const WITHOUT_POSTGRES = ['postgres*', 'oracle'].flatMap((name) => ['--exclude', `**/${name}.test.ts`]);
/** Suites whose files import what they test, so that vitest knows which of them a change may break. */
const IMPORTING = ['unit', 'store', 'simulation', 'runtime'];
/** Those of them that end within a minute or two: simulated worlds are in need of most of the domain. */
const SOON = ['unit', 'store', 'runtime'];
/** Suites that start the built program: no import says what they depend on. */
const STARTING = ['e2e', 'web', 'claude'];
/** What the built program is made of or ships with. */
const SHIPPED = /^(src|web|scripts|agents|workflows|templates|examples)\/|^(package(-lock)?\.json|swarm)$/;

/** Flags of vitest whose value is the next word. */
const WITH_VALUE = new Set(['-t', '--testNamePattern', '--project', '--reporter', '--exclude', '--shard']);

const projects = (names) => names.flatMap((name) => ['--project', name]);
const isTestFile = (path) => /\.(test|conformance)\.ts$/.test(path);
const isSource = (path) => /^(src|web|scripts|tests)\/.*\.(tsx?|mjs)$/.test(path) && !isTestFile(path);

/**
 * `world` answers what the words cannot: `isThere(path)`, `testFiles` (all of them), `filesWith(text)` and
 * `changed()`, the paths that differ from the main branch. Gives the checks to make and the vitest commands
 * to run, one by one.
 */
export function planTest(words, world) {
  const plan = planRuns(words, world);
  return { ...plan, needs: needsOf(plan, world.testFiles) };
}

function planRuns(words, world) {
  const rest = words.filter((word) => !['--all', '--quick', '--changed'].includes(word));
  const isLong = words.includes('--all');
  if (words.includes('--quick')) return quick(rest);
  if (words.includes('--changed')) return changed(world.changed(), rest);
  if (rest.length > 0) {
    const run = part(rest, world);
    // Without a file to look into, vitest would load all of them to find nothing.
    return { kind: 'part', checks: [], runs: run === null ? [] : [run], isLong };
  }
  return { kind: 'all', checks: CHECKS, runs: [['run']], isLong };
}

/** The built program plays its demo, too: a person who installed it sees that it works on this machine. */
const quick = (rest) => ({
  kind: 'quick',
  checks: ['build', 'demo', 'type check', 'lint'],
  runs: [['run', ...projects(['unit', 'store']), ...WITHOUT_POSTGRES, ...rest]],
  isLong: false,
});

/** Rules about the tree always; tests that import what changed; what starts the program, if that changed. */
function changed({ base, paths }, rest) {
  const runs = [['run', ...projects(['unit']), 'tests/architecture', ...rest]];
  if (paths.some((path) => /\.(ts|mjs|json)$/.test(path))) {
    runs.push(['run', `--changed=${base}`, '--passWithNoTests', ...projects(IMPORTING), ...rest]);
  }
  const started = paths.some((path) => SHIPPED.test(path) && !isTestFile(path))
    ? ['run', ...projects(STARTING)]
    : ['run', `--changed=${base}`, '--passWithNoTests', ...projects(STARTING)];
  if (paths.some((path) => SHIPPED.test(path) || path.startsWith('tests/'))) runs.push([...started, ...rest]);
  return { kind: 'all', checks: ['type check', 'lint'], runs, isLong: false };
}

/**
 * Paths and parts of paths select files, a source file the tests that need it; any other word is a title.
 * Null: no file has it.
 */
function part(words, world) {
  const { flags, plain } = parted(words);
  const titles = plain.filter((word) => !selectsFiles(word, world));
  const paths = plain.filter((word) => selectsFiles(word, world)).map(withoutDot);
  const isRelated = paths.some((path) => isSource(path) && world.isThere(path));
  const start = isRelated ? ['related', '--run', ...projects(SOON)] : ['run'];
  if (titles.length === 0) return [...start, ...paths, ...flags];
  const title = titles.join(' ');
  // To look for a title, vitest would load every file of tests; to look for its text takes no time.
  const files = paths.length > 0 ? paths : world.filesWith(title);
  return files.length === 0 ? null : [...start, ...files, '-t', title, ...flags];
}

const withoutDot = (path) => path.replace(/^\.\//, '');

const selectsFiles = (word, { isThere, testFiles }) =>
  isThere(withoutDot(word)) || testFiles.some((path) => path.includes(withoutDot(word)));

function parted(words) {
  const isFlag = (word, at) => word.startsWith('-') || WITH_VALUE.has(words[at - 1]);
  return {
    flags: words.filter(isFlag),
    plain: words.filter((word, at) => !isFlag(word, at)),
  };
}

/** With a pattern for titles, vitest reports as skipped whatever does not match. */
export const hasTitle = (words) => words.some((word) => /^(-t|--testNamePattern)/.test(word));
