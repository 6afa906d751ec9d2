// Every check of the project, or a part of them; the last line says how many passed and failed. See ./test.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './prepare.mjs';
import { hasTitle, planTest } from './test-plan.mjs';
import { countTests } from './test-report.mjs';
import { root } from './tree.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

const COMMAND_OF = {
  build: [process.execPath, join('scripts', 'build.mjs')],
  'type check': [process.execPath, join('scripts', 'type-check.mjs')],
  lint: [bin('biome'), 'check', '--error-on-warnings', '.'],
};

function runCheck(name) {
  const [command, ...rest] = COMMAND_OF[name];
  const startedAt = Date.now();
  process.stdout.write(`── ${name}\n`);
  const { status } = spawnSync(command, rest, { cwd: root, stdio: 'inherit' });
  process.stdout.write(`   ${status === 0 ? 'ok' : 'FAILED'} in ${Date.now() - startedAt} ms\n`);
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function runVitest(words, { isLong }) {
  const folder = mkdtempSync(join(tmpdir(), 'swarm-test-'));
  const report = join(folder, 'report.json');
  process.stdout.write('── tests\n');
  try {
    const { status } = spawnSync(
      bin('vitest'),
      [...words, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      { cwd: root, stdio: 'inherit', env: { ...process.env, ...(isLong ? { SWARM_TEST_LONG: '1' } : {}) } },
    );
    if (!existsSync(report)) return { passed: 0, failed: status === 0 ? 0 : 1 };
    return countTests(JSON.parse(readFileSync(report, 'utf8')), { status, isPart: hasTitle(words) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();

/** Where this branch left the main one; on the main one, its last commit. */
function findBase() {
  for (const main of ['main', 'origin/main']) {
    try {
      return git('merge-base', 'HEAD', main);
    } catch {}
  }
  return 'HEAD';
}

function listChanged() {
  const base = findBase();
  const lists = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')];
  return { base, paths: lists.flatMap((list) => list.split('\n').filter(Boolean)) };
}

const world = {
  isThere: (path) => existsSync(join(root, path)),
  get testFiles() {
    const under = (folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`);
    return [...under('src'), ...under('web'), ...under('tests')].filter((path) => path.endsWith('.test.ts'));
  },
  filesWith(text) {
    return this.testFiles.filter((path) => readFileSync(join(root, path), 'utf8').includes(text));
  },
  changed: listChanged,
};

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
  const passed = sum(results.map((result) => result.passed));
  const failed = sum(results.map((result) => result.failed));
  const isNothing = passed + failed === 0;
  if (isNothing) process.stdout.write('test: no test has such a path or title; nothing was run\n');
  process.exitCode = failed === 0 && !isNothing ? 0 : 1;
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
}

const missing = await prepare();
if (missing.length > 0) {
  for (const thing of missing) process.stdout.write(`test: missing, and could not be installed: ${thing}\n`);
  finish([{ passed: 0, failed: missing.length }]);
} else {
  const plan = planTest(process.argv.slice(2), world);
  finish([...plan.checks.map(runCheck), ...plan.runs.map((words) => runVitest(words, plan))]);
}
