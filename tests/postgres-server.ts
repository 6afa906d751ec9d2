import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findPostgresFolder } from '../scripts/system-packages.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

type Account = Readonly<{ uid: number; gid: number }>;
type Server = Readonly<{ url: string; stop: () => Promise<void> }>;

const START_LIMIT_MS = 30_000;
const START_TRIES = 3;

// The server lives as long as the keeper's input: if the tests are killed, it still goes, and its folder too.
const KEEPER = `
  folder=$1; shift
  "$@" & server=$!
  cat >/dev/null
  kill -INT "$server"; wait "$server"; rm -rf "$folder"
`;

/** Starts one throw-away Postgres for the run, or uses the one that SWARM_TEST_POSTGRES names, or none. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.SWARM_TEST_POSTGRES;
  if (given) {
    project.provide('postgresUrl', given);
    return async () => {};
  }
  const server = await startServer();
  project.provide('postgresUrl', server.url);
  process.env.SWARM_TEST_POSTGRES = server.url;
  return async () => {
    delete process.env.SWARM_TEST_POSTGRES;
    await server.stop();
  };
}

async function startServer(): Promise<Server> {
  const found = findPostgresFolder();
  if (!found) throw new Error('no Postgres server found: install postgresql, or run ./test, which tries to');
  const account = lesserAccount();
  // Another account must be able to reach it, which a private TMPDIR would prevent.
  const folder = mkdtempSync(join(account ? '/tmp' : tmpdir(), 'swarm-postgres-'));
  try {
    const password = randomBytes(12).toString('hex');
    const programs = prepareFolder({ folder, programs: found, account });
    initialize({ folder, programs, password, account });
    return await startOnFreePort({ folder, programs, password, account });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Postgres refuses to run as root; then it runs as `postgres`, or as the least account of the system. */
function lesserAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }).toString());
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // No such account: the next one.
    }
  }
  throw new Error('as root, Postgres needs an account named postgres or nobody to run as');
}

type ServerOptions = Readonly<{ folder: string; programs: string; account: Account | undefined }>;

// Programs inside the checkout may be out of reach for the other account, so it gets a copy.
function prepareFolder({ folder, programs, account }: ServerOptions): string {
  if (!account) return programs;
  chmodSync(folder, 0o700);
  chownSync(folder, account.uid, account.gid);
  if (!programs.includes('node_modules')) return programs;
  const copy = join(folder, 'native');
  cpSync(dirname(programs), copy, { recursive: true, verbatimSymlinks: true });
  execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, copy]);
  return join(copy, 'bin');
}

type Cluster = ServerOptions & Readonly<{ password: string }>;

function initialize({ folder, programs, password, account }: Cluster): void {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) chownSync(passwordFile, account.uid, account.gid);
  const words = ['-D', join(folder, 'cluster'), '-U', 'swarm', `--pwfile=${passwordFile}`];
  const options = ['--auth=password', '--no-locale', '--encoding=UTF8', '--no-sync'];
  execFileSync(join(programs, 'initdb'), [...words, ...options], { cwd: folder, stdio: 'pipe', ...account });
}

async function startOnFreePort(cluster: Cluster): Promise<Server> {
  for (let tries = 1; ; tries += 1) {
    const port = await findFreePort();
    const keeper = spawnKeeper(cluster, port);
    const complaint = await waitUntilReady(keeper);
    if (complaint === undefined) {
      const url = `postgres://swarm:${cluster.password}@127.0.0.1:${port}/postgres`;
      return { url, stop: () => stopKeeper(keeper) };
    }
    endGroup(keeper);
    // Another program may have taken the port between the look and the start.
    if (tries === START_TRIES) throw new Error(`Postgres does not start:\n${complaint}`);
  }
}

function spawnKeeper({ folder, programs, account }: Cluster, port: number): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 200,
    lc_messages: 'C',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = [join(programs, 'postgres'), '-D', join(folder, 'cluster'), ...flags];
  return spawn('/bin/sh', ['-c', KEEPER, 'keeper', folder, ...server], {
    cwd: folder,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
    ...account,
  });
}

/** Undefined once the server accepts connections, else what it said. */
function waitUntilReady(keeper: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = '';
    const timer = setTimeout(() => resolve(`${said}\nnot ready after ${START_LIMIT_MS} ms`), START_LIMIT_MS);
    const settle = (complaint: string | undefined) => {
      clearTimeout(timer);
      resolve(complaint);
    };
    keeper.once('error', (error) => settle(String(error)));
    keeper.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
      if (said.includes('ready to accept connections')) settle(undefined);
      if (said.includes('FATAL:')) settle(said);
    });
  });
}

async function stopKeeper(keeper: ChildProcess): Promise<void> {
  if (keeper.exitCode !== null) return;
  keeper.stdin?.end();
  await once(keeper, 'exit');
}

// Not through its input, since the keeper would take the folder away before the next try.
function endGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
