import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeProject, supervisorPid, type TestProject } from './project.ts';

type ShownSession = Readonly<{
  state: string;
  attempt: number;
  retries_left: number;
  questions: { id: string; kind: string; text: string; state: string }[];
}>;
type State = Readonly<{
  state: string;
  pid: number | null;
  interrupt: { requested: boolean; reason: string | null; timestamp: string | null };
}>;

const LIMIT = { timeout: 20_000, interval: 50 };
const HANG = 'silent: once';

const look = (project: TestProject, id: string): Promise<ShownSession> =>
  project.json<ShownSession>('status', id);
const reach = (project: TestProject, id: string, wanted: object): Promise<ShownSession> =>
  vi.waitFor(async () => {
    const shown = await look(project, id);
    expect(shown).toMatchObject(wanted);
    return shown;
  }, LIMIT);

const folderOf = (project: TestProject, id: string): string => join(project.root, '.swarm/sessions', id);
const stateOf = (project: TestProject, id: string): State =>
  JSON.parse(readFileSync(join(folderOf(project, id), 'state.json'), 'utf8')) as State;
const inputOf = (project: TestProject, id: string, attempt: number): string => {
  const file = join(folderOf(project, id), 'attempts', String(attempt), 'stdin.jsonl');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

async function create(project: TestProject, steps: readonly string[]): Promise<string> {
  const task = project.script('task', steps);
  return (await project.json<{ session_id: string }>('create', 'rehearsal', task)).session_id;
}

/** A loop with one work item, whose agent plays these steps. */
async function startLoop(project: TestProject, steps: readonly string[]): Promise<void> {
  const body = `\`\`\`rehearsal\n${steps.map((step) => `- ${step}`).join('\n')}\n\`\`\``;
  await project.swarm('queue', 'add', 'Mend it', '--id', 'one', '--body', body);
  const loop = ['loop', '--agent', 'rehearsal', '--delay', '0s', '--until-empty', '--detach'];
  expect((await project.swarm(...loop)).code).toBe(0);
}

type LoopJson = Readonly<{ question_id: string; at_work: { session_id: string }[] }>;

const reachLoop = (project: TestProject, wanted: object): Promise<LoopJson | undefined> =>
  vi.waitFor(async () => {
    const { loops } = await project.json<{ loops: LoopJson[] }>('loop', 'list', '--all');
    expect(loops).toMatchObject([wanted]);
    return loops[0];
  }, LIMIT);

/** Which conversation each attempt belonged to. */
const conversations = (project: TestProject, id: string): string[] => {
  const lines = ['1', '2']
    .map((attempt) => join(folderOf(project, id), 'attempts', attempt, 'events.jsonl'))
    .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'));
  const ids = lines.map((line) => (JSON.parse(line) as { session_id?: string }).session_id);
  return [...new Set(ids.filter((one) => one !== undefined))];
};

test('who is interrupted waits without a process, and hears the answer where it was', async () => {
  const project = await makeProject();
  const told = join(project.home, 'told');
  const id = await create(project, [`run: echo begun >> ${told}`, HANG, `run: echo went on >> ${told}`]);
  await vi.waitFor(() => expect(existsSync(told)).toBe(true), LIMIT);
  const ran = await project.swarm('interrupt', id, 'main', 'is', 'red');
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  const waiting = await reach(project, id, { state: 'waiting', tmux_active: false });
  const [question] = waiting.questions;
  expect(question).toMatchObject({
    kind: 'interrupt',
    text: expect.stringMatching(/^main is red \(asked by /),
  });
  expect(ran.stdout).toContain(`swarm answer ${question?.id}`);
  const again = await project.swarm('interrupt', id, 'and more');
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(question?.id ?? '')]);
  await vi.waitFor(
    () =>
      expect(stateOf(project, id).interrupt).toEqual({
        requested: true,
        reason: question?.text,
        timestamp: expect.any(String),
      }),
    LIMIT,
  );
  expect((await project.swarm('answer', question?.id ?? '', 'it is green again')).code).toBe(0);
  await reach(project, id, { state: 'completed', attempt: 2, retries_left: waiting.retries_left });
  expect(conversations(project, id)).toHaveLength(1);
  expect(inputOf(project, id, 2)).toContain('You were interrupted: main is red');
  expect(inputOf(project, id, 2)).toContain('it is green again');
  expect(readFileSync(told, 'utf8')).toBe('begun\nwent on\n');
});

test('an agent of a loop that calls a person waits, and goes on with the answer', async () => {
  const project = await makeProject();
  const told = join(project.home, 'told');
  const steps = [
    `run: echo begun >> ${told}; echo "Tests failing, is main healthy?" > "$INTERRUPT_FILE"`,
    HANG,
    `run: echo went on >> ${told}`,
  ];
  await startLoop(project, steps);
  const [question] = await vi.waitFor(async () => {
    const { questions: open } = await project.json<{
      questions: { id: string; session_id: string; text: string }[];
    }>('questions');
    expect(open).toMatchObject([{ kind: 'interrupt', text: 'Tests failing, is main healthy?' }]);
    return open;
  }, LIMIT);
  const id = question?.session_id ?? '';
  await reach(project, id, { state: 'waiting', tmux_active: false });
  const taken = join(folderOf(project, id), 'attempts/1/taken/interrupt-request.txt');
  expect(readFileSync(taken, 'utf8')).toBe('Tests failing, is main healthy?\n');
  const context = await vi.waitFor(
    () => JSON.parse(readFileSync(join(folderOf(project, id), 'context.json'), 'utf8')) as object,
    LIMIT,
  );
  expect(context).toMatchObject({
    session_id: id,
    work_item: 'one',
    iteration: 1,
    attempt: 1,
    reason: 'Tests failing, is main healthy?',
    question_id: question?.id,
    conversation_id: expect.any(String),
    last_tools: [expect.stringContaining('echo begun')],
    logs: { stdout: expect.stringContaining('attempts/1/events.jsonl') },
  });
  const summary = readFileSync(join(folderOf(project, id), 'summary.md'), 'utf8');
  expect(summary).toContain(`swarm answer ${question?.id}`);
  expect((await project.swarm('answer', question?.id ?? '', 'main is fine')).code).toBe(0);
  await reach(project, id, { state: 'completed', attempt: 2 });
  expect(conversations(project, id)).toHaveLength(1);
  expect(inputOf(project, id, 2)).toContain('main is fine');
  expect(readFileSync(told, 'utf8')).toBe('begun\nwent on\n');
  await reachLoop(project, { state: 'finished', done: 1, failed: 0 });
  const log = readFileSync(join(project.root, '.swarm/iteration.log'), 'utf8');
  expect(log).toMatch(/INTERRUPT: .* Tests failing, is main healthy\?\n.*Interrupt resolved, resuming/);
});

test('a marker of an agent that ends its turn at once is an interrupt all the same', async () => {
  const project = await makeProject();
  const marker = 'run: echo "lint is red" > "$SWARM_ATTEMPT_DIR/quality-gate-failed"';
  const id = await create(project, [marker, 'say: that was it']);
  const { questions } = await reach(project, id, { state: 'waiting', tmux_active: false });
  const text = 'The agent says that its quality gate failed: lint is red';
  expect(questions).toMatchObject([{ kind: 'interrupt', text }]);
});

test('an agent without a memory is told its task again, with the answer below it', async () => {
  const project = await makeProject();
  const told = join(project.home, 'told');
  const stop = '{ echo red > "$INTERRUPT_FILE"; sleep 60; }';
  const script = `cat >> ${told}; grep -q green "$SWARM_PROMPT_FILE" || ${stop}`;
  const persona = `---\nname: clerk\ncli: command\ncommand: [sh, -c, ${JSON.stringify(script)}]\n---\n`;
  project.write('agents/clerk/clerk-agent.md', persona);
  const task = project.write('task.md', 'Count the sheep.');
  const { session_id: id } = await project.json<{ session_id: string }>('create', 'clerk', task);
  const { questions } = await reach(project, id, { state: 'waiting', questions: [{ text: 'red' }] });
  await project.swarm('answer', questions[0]?.id ?? '', 'it is green');
  await reach(project, id, { state: 'completed', attempt: 2 });
  const again = readFileSync(told, 'utf8').split('Count the sheep.');
  expect(again).toEqual(['', '', expect.stringContaining('it is green')]);
});

test('an interrupted project stops the sessions of its loops, and they hear the answer', async () => {
  const project = await makeProject();
  const told = join(project.home, 'told');
  await startLoop(project, [`run: echo begun >> ${told}`, HANG, `run: echo went on >> ${told}`]);
  await vi.waitFor(() => expect(existsSync(told)).toBe(true), LIMIT);
  const ran = await project.swarm('interrupt', '--all', 'main is red');
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  const file = join(project.root, '.swarm/interrupt-request.txt');
  expect(readFileSync(file, 'utf8')).toMatch(/^main is red \(asked by .*\)\n$/);
  const again = await project.swarm('interrupt', '--all', 'once more');
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('main is red')]);
  const held = await reachLoop(project, { state: 'waiting', at_work: [{ work_item: 'one' }] });
  const id = held?.at_work[0]?.session_id ?? '';
  const stopped = await reach(project, id, { state: 'parked', tmux_active: false });
  expect(stopped).toMatchObject({
    interrupt: { requested: true, reason: expect.stringMatching(/^main is red/) },
  });
  expect((await project.swarm('answer', held?.question_id ?? '', 'main is green again')).code).toBe(0);
  await reach(project, id, { state: 'completed', attempt: 2, retries_left: stopped.retries_left });
  expect(existsSync(file)).toBe(false);
  expect(conversations(project, id)).toHaveLength(1);
  expect(inputOf(project, id, 2)).toContain('main is green again');
  expect(readFileSync(told, 'utf8')).toBe('begun\nwent on\n');
  await reachLoop(project, { state: 'finished', done: 1, failed: 0 });
});

test('a paused project stands still, also after kill -9 of its supervisor, and then goes on', async () => {
  const project = await makeProject();
  const told = join(project.home, 'told');
  const id = await create(project, [`run: echo begun >> ${told}`, HANG, `run: echo went on >> ${told}`]);
  await vi.waitFor(() => expect(existsSync(told)).toBe(true), LIMIT);
  const ran = await project.swarm('pause', '--all', '--reason', 'too hot');
  expect([ran.code, ran.stdout]).toEqual([0, `✅ Project paused; sessions that are stopped: ${id}\n`]);
  await reach(project, id, { state: 'parked', tmux_active: false });
  process.kill(await supervisorPid(project), 'SIGKILL');
  expect((await project.swarm('supervisor', 'start')).code).toBe(0);
  const task = project.script('other', ['say: hello']);
  const refused = await project.swarm('create', 'rehearsal', task);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('The project is paused')]);
  const queued = project.swarm('create', 'rehearsal', task, '--wait');
  expect((await project.swarm('status', id)).stdout).toMatch(/Held up: The project is paused by .*: too hot/);
  await vi.waitFor(async () => {
    const sessions = [{ state: 'created' }, { state: 'parked' }];
    expect(await project.json('list')).toMatchObject({ sessions, paused: { reason: 'too hot' } });
  }, LIMIT);
  expect(await look(project, id)).toMatchObject({ state: 'parked', attempt: 1 });
  expect((await project.swarm('unpause')).stdout).toBe('✅ Project goes on\n');
  await reach(project, id, { state: 'completed', attempt: 2 });
  expect((await queued).code).toBe(0);
  expect(conversations(project, id)).toHaveLength(1);
  expect(readFileSync(told, 'utf8')).toBe('begun\nwent on\n');
});

test('a session of a loop that used up its time is asked about, and gets as much again', async () => {
  const project = await makeProject({ limits: { lifetime: '1s' } });
  await startLoop(project, [HANG, 'say: done']);
  const asked = async (): Promise<{ id: string; session_id: string }> =>
    vi.waitFor(async () => {
      const { questions: open } = await project.json<{ questions: { id: string; session_id: string }[] }>(
        'questions',
      );
      expect(open).toMatchObject([{ kind: 'time', options: ['go on', 'stop'] }]);
      return open[0] ?? { id: '', session_id: '' };
    }, LIMIT);
  const { id: questionId, session_id: id } = await asked();
  await reach(project, id, { state: 'waiting', tmux_active: false });
  expect((await project.swarm('answer', questionId, 'go on')).code).toBe(0);
  await reach(project, id, { state: 'completed', attempt: 2 });
  await reachLoop(project, { state: 'finished', done: 1, failed: 0 });
});

test('the interrupt file holds a session that no loop began, until it is removed', async () => {
  const project = await makeProject();
  const id = await create(project, [HANG, 'say: done']);
  await reach(project, id, { state: 'working' });
  const file = project.write('.swarm/interrupt-request.txt', 'main is red\n');
  const held = await reach(project, id, { state: 'parked', tmux_active: false });
  rmSync(file);
  await reach(project, id, { state: 'completed', attempt: 2, retries_left: held.retries_left });
});
