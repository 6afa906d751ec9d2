// Every check of the project, or a part of them; the last line says how many passed and failed. See ./test.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { labelOf, listPrograms } from './agent-programs.mjs';
import { ensurePrograms, isCached } from './npm-program.mjs';
import { ensureInstalled } from './prepare.mjs';
import { cacheFolders } from './program-cache.mjs';
import { ensureSystemPackages, findPostgresFolder, listWantedPackages } from './system-packages.mjs';
import { isAgreed, renderLacking, renderWanted } from './test-needs.mjs';
import { hasTitle, planTest } from './test-plan.mjs';
import { countTests, renderSlowest } from './test-report.mjs';
import { isInstalled, root } from './tree.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

const COMMAND_OF = {
  build: [process.execPath, join('scripts', 'build.mjs')],
  demo: [process.execPath, join('scripts', 'check-demo.mjs')],
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

function runVitest(words, { isLong, needs }, missing) {
  const folder = mkdtempSync(join(tmpdir(), 'swarm-test-'));
  const report = join(folder, 'report.json');
  process.stdout.write('── tests\n');
  try {
    const { status } = spawnSync(
      bin('vitest'),
      [...words, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      { cwd: root, stdio: 'inherit', env: { ...process.env, ...vitestEnv({ isLong, needs, missing }) } },
    );
    if (!existsSync(report)) return { passed: 0, failed: status === 0 ? 0 : 1 };
    const told = JSON.parse(readFileSync(report, 'utf8'));
    process.stdout.write(renderSlowest(told));
    return countTests(told, { status, isPart: hasTitle(words) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const vitestEnv = ({ isLong, needs, missing }) => ({
  ...(isLong ? { SWARM_TEST_LONG: '1' } : {}),
  ...(needs.postgres || findPostgresFolder() ? {} : { SWARM_TEST_POSTGRES: 'none' }),
  SWARM_TEST_WITHOUT: JSON.stringify(missing),
});

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

const DEPENDENCIES = {
  what: 'the dependencies of package-lock.json',
  sizeMb: 230,
  where: 'into node_modules',
};

const listMissingPrograms = (needs) => listPrograms(needs).filter((program) => !isCached(program));

function listWanted(needs) {
  const where = `into ${cacheFolders(process.env)[0]}`;
  return [
    ...(isInstalled() ? [] : [DEPENDENCIES]),
    ...listWantedPackages(needs),
    ...listMissingPrograms(needs).map((one) => ({ what: labelOf(one), sizeMb: one.sizeMb, where })),
  ];
}

/** Says what would be installed. A person at a terminal may say no; anywhere else it goes ahead. */
async function agree(needs) {
  const wanted = listWanted(needs);
  if (wanted.length === 0) return true;
  process.stderr.write(renderWanted(wanted));
  if (!process.stdin.isTTY || !process.stderr.isTTY || process.env.CI) return true;
  const asked = createInterface({ input: process.stdin, output: process.stderr });
  const isClosed = new Promise((resolve) => asked.once('close', () => resolve(undefined)));
  const line = await Promise.race([asked.question('Install them? [Y/n] '), isClosed]);
  asked.close();
  return isAgreed(line);
}

/** What is missing all the same: `failed` ends the run, an agent CLI in `missing` costs its own tests. */
async function prepare(needs) {
  try {
    await ensureInstalled();
    const failed = await ensureSystemPackages(needs);
    if (failed.length > 0) return { failed, missing: {} };
    return { failed, missing: (await ensurePrograms(listMissingPrograms(needs))).missing };
  } catch (error) {
    return { failed: [error.message], missing: {} };
  }
}

function finish(results, missing = {}) {
  const passed = sum(results.map((result) => result.passed));
  const failed = sum(results.map((result) => result.failed));
  const isNothing = passed + failed === 0;
  const lacking = results.flatMap((result) => result.lacking ?? []);
  if (isNothing && lacking.length === 0) {
    process.stdout.write('test: no test has such a path or title; nothing was run\n');
  }
  process.stdout.write(renderLacking(lacking, missing));
  process.exitCode = failed === 0 && !isNothing ? 0 : 1;
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
}

async function main() {
  const plan = planTest(process.argv.slice(2), world);
  if (!(await agree(plan.needs))) {
    process.stdout.write('test: nothing was installed and nothing was run; ./test --quick needs the least\n');
    process.stdout.write('0 passed, 0 failed\n');
    process.exitCode = 1;
    return;
  }
  const { failed, missing } = await prepare(plan.needs);
  for (const thing of failed) process.stdout.write(`test: missing, and could not be installed: ${thing}\n`);
  if (failed.length > 0) return finish([{ passed: 0, failed: failed.length }]);
  const checks = plan.checks.map(runCheck);
  finish([...checks, ...plan.runs.map((words) => runVitest(words, plan, missing))], missing);
}

await main();
