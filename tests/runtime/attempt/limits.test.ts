import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { CONTROLLERS, type MachineMeans } from '../../../src/domain/resource/limiter.ts';
import { NO_RESOURCE_LIMITS, type ResourceLimits } from '../../../src/domain/resource/resource-limits.ts';
import { exec } from '../../../src/runtime/process/exec.ts';
import {
  ensureCgroup,
  ensureCgroupGone,
  findCgroup,
  readCgroupUse,
} from '../../../src/runtime/resource/cgroup.ts';
import { limiterWords } from '../../../src/runtime/resource/limiter-words.ts';
import { observeMeans } from '../../../src/runtime/resource/observe-means.ts';
import { skipFor } from '../../skip-for.ts';
import { expectNothingLeft, openStage, type Stage, textEnv } from './stage.ts';

let stage: Stage;
afterEach(async () => {
  await stage.close();
  await expectNothingLeft(stage);
});

const limited = (limits: Partial<ResourceLimits>) => ({ resources: { ...NO_RESOURCE_LIMITS, ...limits } });
const stageWith = async (more: Partial<MachineMeans>): Promise<Stage> => {
  const machine = { ...(await observeMeans(textEnv())), ...more };
  stage = openStage({ observeMeans: async () => machine });
  return stage;
};
const BUSY = 'i=0; while [ $i -lt 60000 ]; do i=$((i + 1)); done';

test('the time of an agent and of what it waited for is known after its end, however short', async () => {
  await stageWith({});
  await stage.run(`sh -c '${BUSY}'; true`);
  await stage.waitOver();
  await stage.attempts.ensureGone(stage.ref);
  const { cpuMs } = await stage.attempts.observeUse(stage.ref);
  expect(cpuMs).toBeGreaterThanOrEqual(10);
  expect(cpuMs).toBeLessThan(60_000);
});

test('an attempt whose launcher was killed tells no time, not 0', async () => {
  await stageWith({ canWatch: false });
  await stage.run('sleep 60');
  await stage.waitUntil(async () => (await stage.attempts.findAgentPid(stage.ref)) !== null);
  await stage.attempts.sendSignal(stage.ref, 'KILL');
  await stage.attempts.ensureGone(stage.ref);
  await rm(stage.folder.exit, { force: true });
  expect(await stage.attempts.observeUse(stage.ref)).toMatchObject({ cpuMs: null, isOutOfMemory: false });
});

test('the peak of a process is kept after its end, as far as it was seen', async () => {
  await stageWith({});
  await stage.run('node -e "globalThis.all = Buffer.alloc(150e6, 1); setInterval(() => {}, 1e6)"', {
    ...limited({ memoryMb: 1000 }),
  });
  await stage.waitUntil(async () => ((await stage.attempts.ensureUseNoted(stage.ref)).peakKb ?? 0) > 150_000);
  expect(await stage.attempts.ensureUseNoted(stage.ref)).toMatchObject({ limitMb: 1000 });
  await stage.attempts.sendSignal(stage.ref, 'KILL');
  await stage.waitOver();
  await stage.attempts.ensureGone(stage.ref);
  expect((await stage.attempts.observeUse(stage.ref)).peakKb).toBeGreaterThan(150_000);
});

test('open files and CPUs are held, also for children, and shown as the system has them', async () => {
  const machine = await observeMeans(textEnv());
  if (!machine.canPin) skipFor('taskset', 'CPUs cannot be limited by affinity');
  await stageWith({ cgroup: null, systemd: null });
  await stage.run(
    `sh -c 'ulimit -n; grep Cpus_allowed_list /proc/self/status' > "$SWARM_ATTEMPT_DIR/said"; sleep 60`,
    limited({ openFiles: 99, cpus: 1 }),
  );
  expect(await stage.waitForFile(join(stage.folder.dir, 'said'))).toMatch(/^99\nCpus_allowed_list:\s+\d+\n$/);
  expect(await stage.attempts.observeHolding(stage.ref)).toMatchObject({
    limits: { openFiles: 99, cpus: 1 },
    limiter: { openFiles: 'rlimit', cpus: 'affinity' },
  });
});

test('two programs that could keep all CPUs busy get one between them', async () => {
  const machine = await observeMeans(textEnv());
  if (!machine.canPin || machine.cpus.length < 2) skipFor('taskset', 'or there is only one CPU');
  await stageWith({ cgroup: null, systemd: null });
  const hog = "node -e 'const end = Date.now() + 1500; while (Date.now() < end);'";
  const began = Date.now();
  await stage.run(`${hog} & ${hog} & wait`, limited({ cpus: 1 }));
  await stage.waitOver();
  const { cpuMs } = await stage.attempts.observeUse(stage.ref);
  expect(cpuMs).toBeGreaterThan(300);
  expect(cpuMs).toBeLessThanOrEqual((Date.now() - began) * 1.05);
});

test('what a scope holds is not ended for a sum that counts shared memory often', async () => {
  const systemd = { manager: 'user' as const, controllers: CONTROLLERS };
  await stageWith({ cgroup: null, systemd });
  const bin = join(stage.root, 'bin');
  mkdirSync(bin);
  // Stands for one that makes the scope: what comes after its own words takes its place.
  const script = '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n';
  writeFileSync(join(bin, 'systemd-run'), script, { mode: 0o755 });
  await stage.run('node -e "globalThis.all = Buffer.alloc(60e6, 1); setInterval(() => {}, 1e6)"', {
    ...limited({ memoryMb: 20 }),
    env: { SWARM_BIN_DIR: bin },
  });
  await stage.waitUntil(async () => ((await stage.attempts.ensureUseNoted(stage.ref)).peakKb ?? 0) > 60_000);
  expect(await stage.attempts.ensureUseNoted(stage.ref)).toMatchObject({ limitMb: 20, nowKb: null });
  expect(await stage.attempts.observeHolding(stage.ref)).toMatchObject({ limits: { memoryMb: null } });
});

test('a machine that cannot hold a limit any more starts nothing', async () => {
  await stageWith({ cgroup: null, systemd: null });
  await expect(stage.run('true', limited({ processes: 5 }))).rejects.toThrow('cannot hold the limits');
  expect(await stage.attempts.observe(stage.ref)).toEqual({ is: 'absent' });
});

test('a program is put into a real cgroup, which counts its time and goes when it has ended', async () => {
  await stageWith({});
  const cgroup = await findCgroup();
  if (cgroup === null) skipFor('cgroup v2', 'there is none in which we may make others');
  const group = join(cgroup.parent, `swarm-test-${process.pid}`);
  onTestFinished(() => void ensureCgroupGone(group));
  // Without controllers it limits nothing, and holds and counts processes all the same.
  ensureCgroup(group, NO_RESOURCE_LIMITS);
  const none = { memoryMb: null, cpus: null, processes: null, openFiles: null };
  const held = { limits: none, limiter: none, cgroup: group, scope: null, pinned: [] };
  const said = join(stage.root, 'said');
  const [program = '', ...args] = [
    ...limiterWords(held),
    'sh',
    '-c',
    `${BUSY}; cat /proc/self/cgroup > "${said}"`,
  ];
  expect(await exec({ program, args, env: textEnv() })).toMatchObject({ code: 0 });
  expect(await stage.waitForFile(said)).toMatch(new RegExp(`^0::.*/swarm-test-${process.pid}$`, 'm'));
  expect(readCgroupUse(group).cpuMs).toBeGreaterThan(0);
  expect(ensureCgroupGone(group)).toBe(true);
});

test('a hog in a cgroup is ended whole by the kernel, and that is known after its end', async () => {
  await stageWith({});
  const cgroup = await findCgroup();
  if (!cgroup?.controllers.includes('memory')) skipFor('cgroup v2', 'it hands on no controller of memory');
  const hog = "node -e 'const all = []; for (;;) all.push(Buffer.alloc(1e7, 1));'";
  await stage.run(`sleep 60 & ${hog}; sleep 60`, limited({ memoryMb: 200 }));
  await stage.waitOver();
  await stage.attempts.ensureGone(stage.ref);
  const use = await stage.attempts.observeUse(stage.ref);
  expect(use).toMatchObject({ isOutOfMemory: true });
  expect(use.peakKb).toBeLessThanOrEqual(200 * 1024);
  expect(existsSync(stage.world.launches.find(stage.ref)?.held?.cgroup ?? '')).toBe(false);
});

test('a group that a killed supervisor left is removed when its session is forgotten', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'swarm-cgroup-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  await stageWith({ systemd: null, cgroup: { parent, controllers: ['pids'] } });
  await stage.run('sleep 60', limited({ processes: 50 }));
  const held = stage.world.launches.find(stage.ref)?.held;
  expect(held?.cgroup).toMatch(/swarm-[0-9a-f]{8}-20260101-120000-tester-1$/);
  await stage.attempts.sendSignal(stage.ref, 'KILL');
  await stage.waitOver();
  // In a folder that only looks like a cgroup, the files have to be removed by hand.
  for (const file of ['cgroup.procs', 'pids.max']) rmSync(join(held?.cgroup ?? '', file), { force: true });
  await stage.attempts.ensureForgotten(stage.ref.sessionId);
  expect(existsSync(held?.cgroup ?? '')).toBe(false);
});
