// Counts what vitest reports. A test that was left out counts as failed unless it is listed with a reason.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './tree.mjs';

/** Each names a test that may be skipped, by its full title, and why. */
const allowedSkips = readAllowedSkips();

function readAllowedSkips() {
  const file = join(root, 'tests', 'allowed-skips.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** `isPart`: only tests with a certain title were wanted, and vitest reports all others as skipped. */
export function countTests({ testResults }, { status, isPart }) {
  const tests = testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === 'passed').length;
  const failed = tests.filter((test) => test.status === 'failed').length;
  const broken = testResults.filter((file) => file.status === 'failed' && !hasFailedTest(file));
  for (const file of broken) process.stdout.write(`could not run: ${relative(root, file.name)}\n`);
  const lacking = tests.flatMap(lackOf);
  const skipped = isPart ? 0 : countSkipped(tests.filter((test) => lackOf(test).length === 0));
  const known = failed + broken.length;
  // An error outside every test fails the run without failing a test.
  const stray = status !== 0 && known === 0 ? 1 : 0;
  if (stray) process.stdout.write('vitest failed outside the tests; see above\n');
  return { passed, failed: known + skipped + stray, lacking };
}

// The test itself says which agent CLI it did without: see tests/agent-program.ts.
const lackOf = ({ status, meta, fullName }) =>
  status !== 'passed' && status !== 'failed' && meta?.lacks ? [{ lacks: meta.lacks, title: fullName }] : [];

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

const MOST_SLOW = 20;
const SLOW_MS = 15_000;

/** The files that took longest, so that a suite that grows slow is seen where it does. */
export function renderSlowest({ testResults }) {
  const slow = testResults
    .map(({ name, startTime, endTime }) => ({ file: relative(root, name), ms: endTime - startTime }))
    .filter(({ ms }) => ms >= SLOW_MS)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, MOST_SLOW);
  return slow
    .map(({ file, ms }) => `slow: ${String(Math.round(ms / 1000)).padStart(4)} s  ${file}\n`)
    .join('');
}
