import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { create, makeProject, type ProgramEnd, type Status, statusOf, type TestProject } from './project.ts';

type Row = Readonly<{ session_id: string; agent: string; status: string; state: string; depth: number }>;
type SessionList = Readonly<{ sessions: readonly (Row & { parent_id: string | null })[] }>;
type Full = Status &
  Readonly<{ reason: string | null; status_reason: string | null; parent_session: string }>;

const PART = [
  '---',
  'description: One part of a plan',
  'variables:',
  '  found: {about: What it finds}',
  '---',
  '# Find {{found}}',
  '',
  '```rehearsal',
  '- result: {found: "{{found}}"}',
  '```',
  '',
].join('\n');

/** What a planner types, one line after the other; the last word of each is kept for the next. */
const PLAN = [
  'set -e',
  'swarm personas > personas.txt',
  'grep -q researcher personas.txt',
  'swarm templates | grep -q part',
  'swarm templates show part > template.txt',
  'first=$(swarm create researcher --template part --set found=cause --quiet)',
  'second=$(swarm create reviewer --template part --set found=proof --after "$first" --quiet)',
  'swarm status "$first" > status.txt',
  'swarm wait "$first" "$second" --timeout 50s > waited.txt',
  'swarm logs "$second" > logs.txt',
  'printf \'{"parts": [%s, %s]}\' "$(swarm result "$first")" "$(swarm result "$second")" > merged.json',
  'swarm result merged.json',
];

async function startPlanner(
  project: TestProject,
  lines: readonly string[],
  more: readonly string[] = [],
): Promise<string> {
  project.write('plan.sh', `${lines.join('\n')}\n`);
  const task = project.script('plan', ['run: sh plan.sh']);
  const made = await project.swarm('create', 'planner', task, '--quiet', ...more);
  expect(made, made.stderr).toMatchObject({ code: 0 });
  return made.stdout.trim();
}

const wait = (project: TestProject, ...ids: string[]): Promise<ProgramEnd> =>
  project.swarm('wait', ...ids, '--timeout', '50s');

test('a planner starts others from templates, waits and merges what they found, with one slot', async () => {
  const project = await makeProject({ limits: { sessions: 1 } });
  project.write('templates/part.md', PART);
  const planner = await startPlanner(project, PLAN);
  const waited = await wait(project, planner);
  expect(waited, (await project.swarm('logs', planner)).stdout).toMatchObject({ code: 0 });

  const result = JSON.parse((await project.swarm('result', planner)).stdout);
  expect(result).toEqual({ parts: [{ found: 'cause' }, { found: 'proof' }] });
  const { sessions } = await project.json<SessionList>('list');
  const below = sessions.filter(({ parent_id: parent }) => parent === planner);
  expect(below.map(({ agent, status, depth }) => [agent, status, depth])).toEqual([
    ['reviewer', 'COMPLETED', 1],
    ['researcher', 'COMPLETED', 1],
  ]);
  const tree = (await project.swarm('list', '--tree')).stdout;
  expect(tree).toMatch(
    new RegExp(`^${planner}.*\n  ${below[1]?.session_id}.*\n  ${below[0]?.session_id}`, 'm'),
  );
});

const hasBubblewrap = (): boolean => {
  const words = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-pid', 'true'];
  return spawnSync('bwrap', words).status === 0;
};

test('a planner in a sandbox, which sees no rows, does the same', async (at) => {
  at.skip(!hasBubblewrap(), 'bubblewrap does not work here');
  const project = await makeProject({ limits: { sessions: 1 }, agent: { wrap: 'auto' } });
  project.write('templates/part.md', PART);
  const planner = await startPlanner(project, PLAN);
  const waited = await wait(project, planner);
  expect(waited, (await project.swarm('logs', planner)).stdout).toMatchObject({ code: 0 });
  const result = JSON.parse((await project.swarm('result', planner)).stdout);
  expect(result).toEqual({ parts: [{ found: 'cause' }, { found: 'proof' }] });
  expect(readFileSync(join(project.root, 'status.txt'), 'utf8')).toContain(`Parent: ${planner}`);
});

test('without the right to it, a session is refused, with what a person may set', async () => {
  const project = await makeProject();
  const task = project.script('plan', ['run: swarm create rehearsal -m x > out.txt 2>&1; true']);
  const { stdout } = await project.swarm('create', 'developer', task, '--here', '--quiet');
  expect((await wait(project, stdout.trim())).code).toBe(0);
  const said = await project.swarm('events', stdout.trim());
  expect(said.code).toBe(0);
  const out = readFileSync(join(project.root, 'out.txt'), 'utf8');
  expect(out).toContain('may not start sessions');
  expect(out).toContain('may_create: {depth: 1, count: 10}');
  expect(out).toContain('limits.depth');
});

test('sessions end with the one that started them, unless they were told to outlive it', async () => {
  const project = await makeProject({ limits: { sessions: 5 } });
  project.script('long', ['sleep: 50s']);
  const planner = await startPlanner(project, [
    'swarm create rehearsal tasks/long.md --quiet',
    'swarm create rehearsal tasks/long.md --outlives-parent --quiet',
    'swarm wait --status running',
  ]);
  await project.swarm('events', planner, '--follow', '--until', 'turn-see');
  const born = async () =>
    (await project.json<SessionList>('list')).sessions.filter((it) => it.parent_id === planner);
  await vi.waitFor(
    async () => expect((await born()).map(({ state }) => state)).toEqual(['working', 'working']),
    { timeout: 40_000, interval: 200 },
  );
  const [later, first] = await born();
  await vi.waitFor(
    async () => {
      const { stdout } = await project.swarm('status', planner);
      expect(stdout).toContain('Waits for: what it started: ');
      expect(stdout).toContain(`${first?.session_id} (RUNNING)`);
    },
    { timeout: 20_000, interval: 200 },
  );
  expect((await project.swarm('kill', planner, '--force')).code).toBe(0);
  await wait(project, first?.session_id ?? '');
  const ended = await project.json<Full>('status', first?.session_id ?? '');
  expect(ended).toMatchObject({ status: 'KILLED', reason: 'parent' });
  expect(ended.status_reason).toContain(planner);
  expect((await statusOf(project, later?.session_id ?? '')).status).toBe('RUNNING');

  const dry = await project.swarm('kill', planner, '--tree', '--dry-run');
  expect(dry.stdout).toContain(`Would kill: ${later?.session_id}`);
  expect((await project.swarm('kill', planner, '--tree', '--force')).code).toBe(0);
  expect((await statusOf(project, later?.session_id ?? '')).status).toBe('KILLED');
});

test('a session speaks for those that it started, and for no others', async () => {
  const project = await makeProject({ limits: { sessions: 5 } });
  const other = await create(project, ['sleep: 50s']);
  const planner = await startPlanner(project, [
    `swarm kill ${other} > kill.txt 2>&1`,
    `swarm wait ${other} > wait.txt 2>&1`,
    `swarm create rehearsal -m x --parent ${other} > parent.txt 2>&1`,
    `swarm create rehearsal -m x --after ${other} > after.txt 2>&1`,
    'swarm create rehearsal -m x --after "$SWARM_SESSION_ID" > circle.txt 2>&1',
    'true',
  ]);
  expect((await wait(project, planner)).code).toBe(0);
  const said = (name: string): string => readFileSync(join(project.root, name), 'utf8');
  expect(said('kill.txt')).toContain(`${other} is no session that you started`);
  expect(said('wait.txt')).toContain(`${other} is no session that you started`);
  expect(said('parent.txt')).toContain('in its own name');
  expect(said('after.txt')).toContain(`${other} is no session that you started`);
  expect(said('circle.txt')).toContain(planner);
  expect((await statusOf(project, other)).status).toBe('RUNNING');
  expect((await project.json<SessionList>('list')).sessions).toHaveLength(2);
  await project.swarm('kill', other, '--force');
});

test('a loop that starts sessions ends at the number that is allowed', async () => {
  const project = await makeProject({ limits: { sessions: 1 } });
  const file = 'agents/swarmer/swarmer-agent.md';
  project.write(
    file,
    '---\nname: swarmer\nmay_create: {depth: 1, count: 2}\nwrites: false\n---\nStart others.\n',
  );
  project.write(
    'loop.sh',
    'for n in 1 2 3 4; do swarm create rehearsal -m "part $n" >> out.txt 2>&1; done; true\n',
  );
  const task = project.script('loop', ['run: sh loop.sh']);
  const { stdout } = await project.swarm('create', 'swarmer', task, '--quiet');
  expect((await wait(project, stdout.trim())).code).toBe(0);
  const out = readFileSync(join(project.root, 'out.txt'), 'utf8');
  expect(out.match(/begins as soon as a slot is free/g)).toHaveLength(2);
  expect(out.match(/2 sessions were started, as many as one session may/g)).toHaveLength(2);
  expect((await project.json<SessionList>('list')).sessions).toHaveLength(3);
});

type BudgetQuestion = Readonly<{ id: string; session_id: string; text: string }>;
type Paid = Readonly<{ budgets: readonly { spent_usd: number }[] }>;

test('what a session starts spends from its budget, and one question is asked for it', async () => {
  const project = await makeProject({ limits: { sessions: 2 } });
  project.script('dear', ['cost: 0.60', 'say: more', 'result: {ok: true}']);
  const lines = ['swarm wait $(swarm create rehearsal tasks/dear.md --quiet)'];
  const planner = await startPlanner(project, lines, ['--budget', '0.50']);
  const asked = async () => (await project.json<{ questions: BudgetQuestion[] }>('questions')).questions;
  await vi.waitFor(async () => expect(await asked()).toHaveLength(1), { timeout: 40_000, interval: 200 });
  const [question] = await asked();
  expect(question?.text).toContain(`The budget of the session ${planner}, which began it, is used up`);
  expect(question?.session_id).not.toBe(planner);
  expect((await project.swarm('answer', question?.id ?? '', '+2')).code).toBe(0);
  expect((await wait(project, planner)).code).toBe(0);
  expect((await project.json<Paid>('status', planner)).budgets[0]?.spent_usd).toBeGreaterThanOrEqual(0.6);
});

async function endSupervisor(project: TestProject): Promise<void> {
  const { pid } = await project.json<{ pid: number }>('supervisor', 'status');
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(async () => expect((await project.swarm('supervisor', 'status')).code).toBe(1), {
    timeout: 20_000,
  });
}

/** Its agent goes on with a line of its script once `go` is called, and no supervisor runs then. */
async function unserved(lines: readonly string[]) {
  const project = await makeProject({ limits: { sessions: 5 } });
  project.script('short', ['say: done']);
  execFileSync('mkfifo', [join(project.root, 'go')]);
  const planner = await startPlanner(project, ['read -r word < go', ...lines]);
  await project.swarm('events', planner, '--follow', '--until', 'turn-see');
  await endSupervisor(project);
  const said = (name: string): string => readFileSync(join(project.root, name), 'utf8');
  const go = (): void => writeFileSync(join(project.root, 'go'), 'go\n');
  return { project, planner, go, said };
}

test('without a supervisor a session is told so at once, with what is kept, and its wait ends', async () => {
  const { project, planner, go, said } = await unserved([
    'begun=$(date +%s)',
    'swarm create rehearsal tasks/short.md --quiet > id.txt 2> create.txt; echo $? >> create.txt',
    'swarm wait "$SWARM_SESSION_ID" --timeout 25s > wait.txt 2>&1; echo $? >> wait.txt',
    'echo $(($(date +%s) - begun)) > took.txt',
    'touch over',
    'read -r word < go',
  ]);
  go();
  await vi.waitFor(() => said('over'), { timeout: 40_000, interval: 100 });
  expect(said('id.txt')).toBe('');
  expect(said('create.txt')).toContain('Your request is kept');
  expect(said('create.txt')).toContain('swarm supervisor start');
  expect(said('create.txt')).toMatch(/\n1\n$/);
  expect(said('wait.txt')).toContain('nothing goes on that you wait for');
  expect(Number(said('took.txt'))).toBeLessThan(20);
  expect((await project.swarm('supervisor', 'start')).code).toBe(0);
  const born = async () => (await project.json<SessionList>('list')).sessions.length;
  await vi.waitFor(async () => expect(await born()).toBe(2), { timeout: 20_000, interval: 100 });
  go();
  expect((await wait(project, planner)).code).toBe(0);
});

test('a session asked for by a program that is over is not started, unless it may outlive it', async () => {
  const project = await makeProject({ limits: { sessions: 5 } });
  project.script('short', ['say: done']);
  execFileSync('mkfifo', [join(project.root, 'go')]);
  const fields = 'cli: command\ncommand: [sh, boss.sh]\nmay_create: {depth: 1, count: 5}\nwrites: false\n';
  project.write('agents/boss/boss-agent.md', `---\nname: boss\n${fields}---\nStart others.\n`);
  const lines = [
    'touch begun',
    'read -r word < go',
    'swarm create rehearsal tasks/short.md --title ends > one.txt',
    'swarm create rehearsal tasks/short.md --title outlives --outlives-parent > two.txt',
  ];
  project.write('boss.sh', `${lines.join('\n')}\n`);
  const { stdout } = await project.swarm('create', 'boss', '-m', 'Start two', '--quiet');
  const boss = stdout.trim();
  const at = (name: string): string => join(project.root, name);
  await vi.waitFor(() => readFileSync(at('begun')), { timeout: 40_000, interval: 100 });
  const { pid } = await project.json<{ pid: number }>('status', boss);
  await endSupervisor(project);
  writeFileSync(at('go'), 'go\n');
  await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), { timeout: 30_000, interval: 100 });
  expect(readFileSync(at('one.txt'), 'utf8')).toContain('Your request is kept');
  expect((await project.swarm('supervisor', 'start')).code).toBe(0);
  expect((await wait(project, boss)).code).toBe(0);
  const { sessions } = await project.json<SessionList>('list');
  expect(sessions.filter(({ parent_id: parent }) => parent === boss)).toMatchObject([{ title: 'outlives' }]);
  expect((await project.swarm('events', boss)).stdout).toContain('it was not started');
});
