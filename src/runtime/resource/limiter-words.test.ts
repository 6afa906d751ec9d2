import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CONTROLLERS, type MachineMeans } from '../../domain/resource/limiter.ts';
import { NO_RESOURCE_LIMITS } from '../../domain/resource/resource-limits.ts';
import { limiterWords, planHolding } from './limiter-words.ts';

const NAMED = { name: 'swarm-x-1', seed: 'ff00aa' };
const PLAIN: MachineMeans = {
  cgroup: null,
  systemd: null,
  canPin: true,
  canWatch: true,
  cpus: [0, 1, 2],
  memoryMb: 8000,
  openFiles: 4096,
};
const wordsFor = (limits: Partial<typeof NO_RESOURCE_LIMITS>, machine: MachineMeans): readonly string[] =>
  limiterWords(planHolding({ ...NO_RESOURCE_LIMITS, ...limits }, machine, NAMED));

test('what the supervisor watches needs no word before the program', () => {
  expect(wordsFor({ memoryMb: 100 }, PLAIN)).toEqual([]);
});

test('a scope is asked for exactly the limits that it is to hold', () => {
  const machine = { ...PLAIN, systemd: { manager: 'user' as const, controllers: CONTROLLERS } };
  const words = wordsFor({ memoryMb: 100, cpus: 1.5, processes: 9 }, machine);
  expect(words.slice(0, 17).join(' ')).toBe(
    'systemd-run --user --scope --quiet --unit=swarm-x-1.scope --description=swarm-x-1 ' +
      '-p MemoryMax=100M -p MemorySwapMax=0 -p CPUQuota=150% -p TasksMax=9 -- /bin/sh -c',
  );
});

test('the program takes the place of the words, with its limit of open files and its own arguments', () => {
  const [program = '', ...args] = wordsFor({ openFiles: 64 }, PLAIN);
  const said = execFileSync(program, [...args, '/bin/sh', '-c', 'ulimit -n; echo "$1"', 'sh', "it's $HOME"]);
  expect(String(said)).toBe("64\nit's $HOME\n");
});

test('a program joins its cgroup before it begins, and never begins outside of it', () => {
  const parent = mkdtempSync(join(tmpdir(), 'swarm-cgroup-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const machine = { ...PLAIN, cgroup: { parent, controllers: CONTROLLERS } };
  const [program = '', ...args] = wordsFor({ processes: 9 }, machine);
  const run = (): string =>
    String(execFileSync(program, [...args, 'echo', 'begun'], { stdio: ['ignore', 'pipe', 'pipe'] }));
  expect(run).toThrow(/not started without its limits: its cgroup cannot be joined/);
  execFileSync('mkdir', [join(parent, NAMED.name)]);
  expect(run()).toBe('begun\n');
  expect(readFileSync(join(parent, NAMED.name, 'cgroup.procs'), 'utf8')).toBe('0\n');
});

test('what the machine cannot hold any more when it starts is a fault, and nothing starts', () => {
  expect(() => wordsFor({ processes: 9 }, PLAIN)).toThrow('cannot hold the limits of the session any more');
});
