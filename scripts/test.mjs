// Every check of the project, in order; the last line says how many passed and failed. See ./test.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureInstalled } from './prepare.mjs';
import { root } from './tree.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

const STEPS = [
  { name: 'build', words: [process.execPath, join('scripts', 'build.mjs')] },
  { name: 'type check', words: [bin('tsc'), '--noEmit'] },
  { name: 'lint', words: [bin('biome'), 'check', '--error-on-warnings', '.'] },
];

/** Each names a test that may be skipped, by its full title, and why. */
const allowedSkips = readAllowedSkips();

function readAllowedSkips() {
  const file = join(root, 'tests', 'allowed-skips.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function runStep({ name, words: [command, ...rest] }) {
  const startedAt = Date.now();
  process.stdout.write(`── ${name}\n`);
  const { status } = spawnSync(command, rest, { cwd: root, stdio: 'inherit' });
  process.stdout.write(`   ${status === 0 ? 'ok' : 'FAILED'} in ${Date.now() - startedAt} ms\n`);
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function runVitest(words) {
  const folder = mkdtempSync(join(tmpdir(), 'swarm-test-'));
  const report = join(folder, 'report.json');
  const isLong = words.includes('--all');
  const rest = words.filter((word) => word !== '--all');
  process.stdout.write('── tests\n');
  try {
    const { status } = spawnSync(
      bin('vitest'),
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...rest],
      { cwd: root, stdio: 'inherit', env: { ...process.env, ...(isLong ? { SWARM_TEST_LONG: '1' } : {}) } },
    );
    if (!existsSync(report)) return { passed: 0, failed: 1 };
    // With a title pattern, vitest reports as skipped whatever does not match.
    const isPattern = rest.some((word) => /^(-t|--testNamePattern)/.test(word));
    return countTests(JSON.parse(readFileSync(report, 'utf8')), { status, isPattern });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countTests({ testResults }, { status, isPattern }) {
  const tests = testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === 'passed').length;
  const failed = tests.filter((test) => test.status === 'failed').length;
  const broken = testResults.filter((file) => file.status === 'failed' && !hasFailedTest(file));
  for (const file of broken) process.stdout.write(`could not run: ${relative(root, file.name)}\n`);
  const skipped = isPattern ? 0 : countSkipped(tests);
  const known = failed + broken.length;
  // An error outside every test fails the run without failing a test.
  const stray = status !== 0 && known === 0 ? 1 : 0;
  if (stray) process.stdout.write('vitest failed outside the tests; see above\n');
  return { passed, failed: known + skipped + stray };
}

const hasFailedTest = (file) => file.assertionResults.some((test) => test.status === 'failed');

function countSkipped(tests) {
  const skipped = tests.filter((test) => test.status !== 'passed' && test.status !== 'failed');
  const listed = skipped.filter((test) => allowedSkips[test.fullName]);
  const unlisted = skipped.filter((test) => !allowedSkips[test.fullName]);
  for (const { fullName } of listed) {
    process.stdout.write(`tests skipped, as listed: ${fullName} (${allowedSkips[fullName]})\n`);
  }
  for (const { fullName } of unlisted) process.stdout.write(`tests skipped: ${fullName}\n`);
  return unlisted.length;
}

async function prepare() {
  try {
    await ensureInstalled();
    const { ensureSystemPackages } = await import('./system-packages.mjs');
    return ensureSystemPackages();
  } catch (error) {
    return [error.message];
  }
}

function finish(results) {
  const failed = sum(results.map((result) => result.failed));
  process.exitCode = failed === 0 ? 0 : 1;
  process.stdout.write(`${sum(results.map((result) => result.passed))} passed, ${failed} failed\n`);
}

const missing = await prepare();
if (missing.length > 0) {
  for (const thing of missing) process.stdout.write(`test: missing, and could not be installed: ${thing}\n`);
  finish([{ passed: 0, failed: missing.length }]);
} else {
  finish([...STEPS.map(runStep), runVitest(process.argv.slice(2))]);
}
