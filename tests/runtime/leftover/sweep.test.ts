import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SUPERVISOR_SOCKET, sweepDeadSockets } from '../../../src/runtime/leftover/dead-sockets.ts';
import { sweepDrafts } from '../../../src/runtime/leftover/drafts.ts';
import { projectPaths } from '../../../src/runtime/project/project-paths.ts';

let base: string;
const file = (...parts: string[]): string => {
  const path = join(base, ...parts);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, 'x');
  return path;
};
const swarm = (...parts: string[]): string => file('.swarm', ...parts);
/** The number of a process that is over. */
const deadPid = (): number => spawnSync('true').pid;
const sweep = () => sweepDrafts(projectPaths(base), Date.now());

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'swarm-leftover-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

test('drafts of a process that is over go, secrets of an attempt too; all else stays', async () => {
  const dead = deadPid();
  const attempt = ['sessions', 's-1', 'attempts', '1'];
  const gone = [
    swarm(...attempt, `.env.sh.${dead}.7`),
    swarm('sessions', 's-1', `.state.json.${dead}.1`),
    swarm('runs', 'r1', 'messages', 'inbox', `.judge.json.${dead}.2`),
    swarm(`.metrics.json.${dead}.3`),
    swarm('archive', 'sessions', `.s-2.tar.gz.${dead}.4`),
  ];
  const kept = [
    swarm(...attempt, 'env.sh'),
    swarm(...attempt, `.env.sh.${process.ppid}.7`),
    swarm(...attempt, 'outbox', `.mine.${dead}.1`),
    swarm('worktrees', 's-1', `.mine.${dead}.1`),
    swarm('sessions', 'not-a-session', `.mine.${dead}.1`),
    file('agents', `.mine.${dead}.1`),
  ];
  symlinkSync(join(base, 'agents'), join(base, '.swarm', 'sessions', 'link'));
  expect([...(await sweep())].sort()).toEqual(gone.sort());
  expect(gone.filter(existsSync)).toEqual([]);
  expect(kept.filter((path) => !existsSync(path))).toEqual([]);
});

test('the index of a rescue goes when it is old, and stays while it may be at work', async () => {
  const old = join(swarm('trash', '.index-abc123', 'index'), '..');
  const young = join(swarm('trash', '.index-def456', 'index'), '..');
  utimesSync(old, 1, 1);
  expect(await sweep()).toEqual([old]);
  expect(existsSync(young)).toBe(true);
});

test('a socket that no process listens at goes; one that is served, new or of others stays', async () => {
  const path = (name: string) => join(base, name);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path('0123456789abcdef.sock'), resolve));
  const dead = `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 9))`;
  for (const name of ['fedcba9876543210.sock', 'fedcba9876543210.sock.4242', 'other.sock'])
    spawnSync(process.execPath, ['-e', dead, path(name)]);
  expect(await sweepDeadSockets(base, SUPERVISOR_SOCKET, Date.now())).toEqual([]);
  const swept = await sweepDeadSockets(base, SUPERVISOR_SOCKET, Date.now() + 120_000);
  expect([...swept].sort()).toEqual([path('fedcba9876543210.sock'), path('fedcba9876543210.sock.4242')]);
  expect(existsSync(path('0123456789abcdef.sock'))).toBe(true);
  expect(existsSync(path('other.sock'))).toBe(true);
  await new Promise((resolve) => server.close(resolve));
});
