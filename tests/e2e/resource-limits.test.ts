import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { makeProject, statusOf, type TestProject } from './project.ts';

/** Takes 40 MB every tenth of a second, up to 1 GB: a limit that is not held must not take the machine. */
const MORE = 'const more = () => all.length < 25 && all.push(Buffer.alloc(4e7, 1));';
const HOG = `const all = []; ${MORE} setInterval(more, 100);`;
type Scripted = Readonly<{ name: string; script: string; more?: string }>;
const agent = (project: TestProject, { name, script, more = '' }: Scripted): void => {
  project.write(`agents/${name}/run.sh`, script);
  const command = `command: [sh, agents/${name}/run.sh]`;
  project.write(`agents/${name}/${name}-agent.md`, `---\ncli: command\n${command}\n${more}---\n`);
};
const hog = (project: TestProject): void =>
  agent(project, { name: 'hog', script: `echo begun\nnode -e '${HOG}' &\nwait\n` });

async function start(project: TestProject, name: string, ...flags: string[]): Promise<string> {
  const ran = await project.swarm('create', name, '-m', 'do it', '--quiet', ...flags);
  if (ran.code !== 0) throw new Error(`create failed: ${ran.stderr}${ran.stdout}`);
  return ran.stdout.trim();
}

type Used = Readonly<{ usage: { cpu_seconds: number | null; peak_memory_mb: number | null } }>;

test('a session over its memory ends with that reason, and is not tried again', async () => {
  const project = await makeProject({ retries: 3 });
  hog(project);
  const id = await start(project, 'hog', '--memory', '300m');

  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(2);
  expect(await statusOf(project, id)).toMatchObject({
    status: 'FAILED',
    reason: 'memory',
    attempt: 1,
    status_reason: expect.stringMatching(/^over its limit of 300 MB of memory, at least \d+ MB were used$/),
  });
  expect((await project.swarm('status', id)).stdout).toMatch(
    /^Failed: over its limit of 300 MB.* \(memory\)\nGo on with it: anew, with more/,
  );
  const { usage } = await project.json<Used>('status', id);
  expect(usage.peak_memory_mb).toBeGreaterThan(300);
  expect(usage.cpu_seconds).toBeGreaterThan(0);
  expect(livingHogs(project)).toBe('');
});

test('a supervisor that was killed goes on to hold the memory of those that it had started', async () => {
  const project = await makeProject();
  const script = `echo up > up.fifo\nread go < gate.fifo\nexec node -e '${HOG}'\n`;
  agent(project, { name: 'later', script });
  execFileSync('mkfifo', ['up.fifo', 'gate.fifo'], { cwd: project.root });
  const id = await start(project, 'later', '--memory', '300m', '--here');
  execFileSync('cat', ['up.fifo'], { cwd: project.root, timeout: 40_000 });
  const { pid } = await project.json<{ pid: number }>('supervisor', 'status');
  process.kill(pid, 'SIGKILL');
  execFileSync('sh', ['-c', 'echo go > gate.fifo'], { cwd: project.root, timeout: 40_000 });

  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(2);
  expect(await statusOf(project, id)).toMatchObject({ reason: 'memory' });
});

test('limits of the persona hold; status tells what holds them, as the system says', async () => {
  const project = await makeProject({ limits: { openFiles: 200 } });
  const script = 'ulimit -n\necho up > up.fifo\nread end < end.fifo\n';
  agent(project, { name: 'still', script, more: 'memory: 1g\nopen_files: 100\n' });
  execFileSync('mkfifo', ['up.fifo', 'end.fifo'], { cwd: project.root });
  const id = await start(project, 'still', '--here');
  execFileSync('cat', ['up.fifo'], { cwd: project.root, timeout: 40_000 });

  const status = (await project.swarm('status', id)).stdout;
  expect(status).toMatch(/^Limits: 1 GB of memory \(.+\), 100 open files \(rlimit\)$/m);
  expect(await project.json('status', id)).toMatchObject({
    resource_limits: { memory_mb: { limit: 1024 }, open_files: { limit: 100, by: 'rlimit' } },
  });
  execFileSync('sh', ['-c', 'echo > end.fifo'], { cwd: project.root });
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect((await project.swarm('logs', id)).stdout).toContain('100');
});

test('what this machine cannot hold is refused with what it can, before anything starts', async () => {
  const project = await makeProject();
  hog(project);
  const ran = await project.swarm('create', 'hog', '-m', 'x', '--memory', '15t');
  expect(ran.code).toBe(1);
  expect(ran.stderr).toMatch(/No session can be held to \d+ GB of memory here: this machine has less/);
  expect(ran.stderr).toMatch(/It can hold .*open files/);
  expect((await project.json<{ sessions: unknown[] }>('list')).sessions).toEqual([]);
  expect((await project.swarm('create', 'hog', '-m', 'x', '--memory', '12')).stderr).toContain(
    'such as 512m or 2g',
  );
  expect((await project.swarm('doctor')).stdout).toMatch(/limits +sessions can be held to .*open files/);
});

test('usage tells the CPU time and the peak of memory of each session, and of all', async () => {
  const project = await makeProject();
  const busy = 'for (let i = 0; i < 4e8; i++);';
  agent(project, { name: 'busy', script: `node -e '${busy}'\n` });
  const id = await start(project, 'busy');
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  const { usage, total } = await project.json<{ usage: Used['usage'][]; total: Used['usage'] }>(
    'usage',
    '--by',
    'session',
  );
  expect(usage[0]?.cpu_seconds).toBeGreaterThan(0.05);
  expect(total.cpu_seconds).toBe(usage[0]?.cpu_seconds);
  expect((await project.swarm('usage')).stdout).toMatch(/CPU +MEMORY/);
});

/** Command lines of hogs in the project's folder, which its end should have ended. */
const livingHogs = ({ root }: TestProject): string =>
  execFileSync('sh', ['-c', 'ps -eo args= | grep -F "$1" | grep -v grep || :', 'sh', `${root}/agents/hog`], {
    encoding: 'utf8',
  });
