import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { attemptFolder } from '../../src/runtime/attempt/attempt-folder.ts';
import { ODD_FILES, ODD_THINGS } from '../runtime/agent-files/odd-things.ts';
import { putInPlace } from '../runtime/agent-files/put-in-place.ts';
import { livingOf } from './living.ts';
import { create, makeProject, type Status, statusOf, supervisorPid, type TestProject } from './project.ts';

const WAIT = { timeout: 60_000, interval: 100 };
const SHOWN = ['state.json', 'session.log', 'prompt.md', 'result.json', 'tools.jsonl', 'errors.jsonl'];
const MEGABYTE = 1024 * 1024;

type Event = Readonly<{ event: string; session_id: string | null }>;
type Shell = Readonly<{ script: string; flags?: readonly string[] }>;

/** An agent that runs a line of shell. */
async function begin(project: TestProject, name: string, { script, flags = [] }: Shell): Promise<string> {
  const command = JSON.stringify(['sh', '-c', script]);
  project.write(
    `agents/${name}/${name}-agent.md`,
    `---\nname: ${name}\ncli: command\ncommand: ${command}\n---\n`,
  );
  project.write(`tasks/${name}.md`, 'The task.\n');
  const ran = await project.swarm('create', name, `tasks/${name}.md`, '--quiet', ...flags);
  if (ran.code !== 0) throw new Error(`create failed: ${ran.stderr}${ran.stdout}`);
  return ran.stdout.trim();
}

const isAtWork = (project: TestProject, id: string): Promise<void> =>
  vi.waitFor(async () => {
    expect((await statusOf(project, id)).state).toBe('working');
    const { events } = attemptFolder(project.paths.sessionsDir, { sessionId: id, attempt: 1 });
    expect(readFileSync(events, 'utf8')).toBe('started\n');
  }, WAIT);

/** Every path of a session and of its attempt that the supervisor reads or writes. */
function pathsOf(project: TestProject, sessionId: string): readonly string[] {
  const { sessionDir, dir, ...paths } = attemptFolder(project.paths.sessionsDir, { sessionId, attempt: 1 });
  const markers = ['interrupt-request.txt', 'error', 'quality-gate-failed'].map((name) => join(dir, name));
  return [...Object.values(paths), ...markers, ...SHOWN.map((name) => join(sessionDir, name))];
}

const memoryOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const SPARSE = 'a file of 10 GB with a hole';
const KINDS: typeof ODD_THINGS = { ...ODD_THINGS, [SPARSE]: (path) => ODD_FILES[SPARSE]?.(path) };

test('whatever agents put in the place of files, others go on and each can be killed', async () => {
  const project = await makeProject({ limits: { sessions: 20 }, timeouts: { grace: '2s', sweep: '1s' } });
  const outside = project.write('outside.txt', 'theirs\n');
  const ids = await Promise.all(
    Object.keys(KINDS).map((_, index) =>
      begin(project, `kind${index}`, { script: 'echo started; exec sleep 1000' }),
    ),
  );
  for (const id of ids) await isAtWork(project, id);
  const pid = await supervisorPid(project);

  for (const [index, make] of Object.values(KINDS).entries()) {
    for (const path of pathsOf(project, ids[index] ?? '')) await putInPlace(path, { make, outside });
  }

  const other = await create(project, ['say: fine', 'done: well']);
  expect((await project.swarm('wait', other, '--timeout', '40s')).code).toBe(0);
  const shown = await Promise.all(ids.map((id) => project.swarm('status', id)));
  expect(shown.map(({ code }) => code)).toEqual(ids.map(() => 0));
  await vi.waitFor(async () => {
    const { events } = await project.json<{ events: readonly Event[] }>('events', '--all');
    const told = new Set(events.filter(({ event }) => event === 'odd-file').map((one) => one.session_id));
    expect(ids.slice(0, -1).filter((id) => !told.has(id))).toEqual([]);
  }, WAIT);

  await Promise.all(ids.map((id) => project.swarm('kill', id, '--force')));
  await vi.waitFor(async () => {
    const listed = (await project.json<{ sessions: readonly Status[] }>('list')).sessions;
    const ends = ids.map((id) => listed.find((one) => one.session_id === id)?.status ?? 'missing');
    // A file of 10 GB may have ended its session before, for the room that it takes.
    expect(ends.slice(0, -1)).toEqual(ids.slice(0, -1).map(() => 'KILLED'));
    expect(['KILLED', 'FAILED']).toContain(ends.at(-1));
    expect(livingOf(project)).toEqual([]);
  }, WAIT);
  expect(await supervisorPid(project)).toBe(pid);
  expect(memoryOf(pid)).toBeLessThan(600);
  expect(readFileSync(outside, 'utf8')).toBe('theirs\n');
});

test('a lifetime ends also where the record is a folder and a request a link to itself', async () => {
  const project = await makeProject({ timeouts: { grace: '1s', sweep: '1s' } });
  const spoil = [
    'cd "$SWARM_ATTEMPT_DIR"',
    'rm -rf events.jsonl ask && mkdir events.jsonl && ln -s ask ask',
    'trap "" TERM',
    'while :; do sleep 1; done',
  ].join('; ');
  const id = await begin(project, 'spoiler', { script: spoil, flags: ['--timeout', '3s'] });
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).not.toBe(124);
  expect(await statusOf(project, id)).toMatchObject({ status: 'KILLED', reason: 'timeout' });
  expect(livingOf(project)).toEqual([]);
});

test('a result of 100 MB is refused with its size and the limit, and kept whole', async () => {
  const project = await makeProject();
  const id = await begin(project, 'bulky', { script: 'truncate -s 100M "$SWARM_RESULT_FILE"' });
  await project.swarm('wait', id, '--timeout', '40s');
  const { status, reason, attempt } = await statusOf(project, id);
  expect({ status, reason }).toEqual({ status: 'FAILED', reason: 'contract' });
  const asked = await project.swarm('result', id);
  expect(asked.code).toBe(1);
  expect(asked.stderr).toMatch(/too large.*100.*MB.*8.*MB/s);
  const { result } = attemptFolder(project.paths.sessionsDir, { sessionId: id, attempt });
  expect(statSync(result).size).toBe(100 * MEGABYTE);
});

test('a configuration that is no plain file is said so by every command, at once', async () => {
  const project = await makeProject();
  const config = join(project.root, 'swarm.config.json');
  rmSync(config);
  execFileSync('mkfifo', [config]);
  for (const words of [['list'], ['status'], ['config', 'show']]) {
    const ran = await project.swarm(...words);
    expect(ran.code).not.toBe(0);
    expect(ran.stderr).toContain('is a named pipe and should be a plain file');
  }
  rmSync(config);
  writeFileSync(config, '');
  truncateSync(config, 10 * 1024 * MEGABYTE);
  expect((await project.swarm('list')).stderr).toContain('larger than');
  rmSync(config);
});
