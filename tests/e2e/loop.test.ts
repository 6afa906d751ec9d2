import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeProject, startSwarm, supervisorPid, type TestProject } from './project.ts';

type LoopJson = Readonly<{
  loop_id: string;
  state: string;
  iteration: number;
  done: number;
  failed: number;
  consecutive_failures: number;
  at_work: { session_id: string; work_item: string; is_set_aside: boolean }[];
  question_id: string | null;
}>;

type Journal = Readonly<{ events: { event: string; loop_id: string }[] }>;

const LIMIT = { timeout: 40_000, interval: 100 };
const QUICK = ['loop', '--agent', 'rehearsal', '--delay', '0s'];

const outside = (project: TestProject): string => join(project.home, 'done');
const tell = (project: TestProject): string => `run: echo "$WORK_ITEM" >> ${outside(project)}`;
const told = (project: TestProject): string[] =>
  existsSync(outside(project)) ? readFileSync(outside(project), 'utf8').trim().split('\n') : [];

type Steps = readonly string[];

async function add(
  project: TestProject,
  id: string,
  { steps, flags = [] }: Readonly<{ steps: Steps; flags?: Steps }>,
): Promise<void> {
  const body = `\`\`\`rehearsal\n${steps.map((step) => `- ${step}`).join('\n')}\n\`\`\``;
  const ran = await project.swarm('queue', 'add', `Do ${id}`, '--id', id, '--body', body, ...flags);
  expect([ran.code, ran.stderr]).toEqual([0, '']);
}

const loops = async (project: TestProject): Promise<LoopJson[]> =>
  (await project.json<{ loops: LoopJson[] }>('loop', 'list', '--all')).loops;

const reach = (project: TestProject, wanted: Partial<LoopJson>): Promise<LoopJson | undefined> =>
  vi.waitFor(async () => {
    const [loop] = await loops(project);
    expect(loop).toMatchObject(wanted);
    return loop;
  }, LIMIT);

const statuses = async (project: TestProject): Promise<string[]> => {
  const { items } = await project.json<{ items: { id: string; status: string }[] }>('queue', 'list', '--all');
  return items.map(({ id, status }) => `${id} ${status}`);
};

test('a loop works through the queue until it is empty, and its log tells how', async () => {
  const project = await makeProject();
  const env = 'run: echo "$WORK_ITEM $ITERATION $BD_RIG $BD_ACTOR $HARNESS_SESSION" >> ';
  await add(project, 'one', { steps: [env + outside(project)], flags: ['--rig', 'aardwolf'] });
  await add(project, 'two', { steps: [env + outside(project)], flags: ['--actor', 'ann'] });
  await add(project, 'three', { steps: [tell(project), 'say: done'] });
  const ran = await project.swarm(...QUICK, '--until-empty');
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  expect(told(project)).toEqual(['one 1 aardwolf harness-agent true', 'two 2 unknown ann true', 'three']);
  expect(await statuses(project)).toEqual(['one done', 'two done', 'three done']);
  const [loop] = await loops(project);
  expect(loop).toMatchObject({ state: 'finished', iteration: 3, done: 3, failed: 0, at_work: [] });
  const words = ran.stdout.split('\n').map((line) => line.replace(/^\[.{19}\] /, ''));
  const third = words.indexOf('====== ITERATION 3 START ======');
  expect(words.slice(third + 1, third + 5)).toEqual([
    'SUCCESS: Found 1 work item in queue',
    expect.stringMatching(/^Spawning agent for session: \S+-rehearsal/),
    'Assigned work: three',
    expect.stringMatching(/^SUCCESS: Session running: \S+-rehearsal/),
  ]);
  expect(ran.stdout).toContain('done: the queue is empty');
  const log = await vi.waitFor(() => {
    const text = readFileSync(join(project.root, '.swarm/iteration.log'), 'utf8');
    expect(text).toContain('Loop finished');
    return text;
  }, LIMIT);
  expect(ran.stdout.endsWith(log)).toBe(true);
  const { events: own } = await project.json<Journal>('events', loop?.loop_id ?? '');
  expect(new Set(own.map(({ loop_id }) => loop_id))).toEqual(new Set([loop?.loop_id]));
  expect(own.map(({ event }) => event)).toEqual([
    'loop-created',
    ...['loop-begin', 'heard', 'loop-settle', 'loop-begin', 'heard', 'loop-settle'],
    ...['loop-begin', 'heard', 'loop-settle'],
    'loop-finish',
  ]);
});

test('a loop takes only work of its rig and label, in its own folder; usage is told by item', async () => {
  const project = await makeProject();
  const folder = join(project.home, 'gt');
  mkdirSync(folder);
  const where = `run: echo "$WORK_ITEM $BD_RIG $BD_ACTOR $PWD" >> ${outside(project)}`;
  await add(project, 'theirs', { steps: [where], flags: ['--rig', 'zoo', '--label', 'nightly'] });
  await add(project, 'daily', { steps: [where], flags: ['--rig', 'aardwolf'] });
  await add(project, 'mine', { steps: [where], flags: ['--rig', 'aardwolf', '--label', 'nightly'] });
  const env = { BD_RIG: 'aardwolf', BD_ACTOR: 'ann', GT_ROOT: folder };
  const ran = await project.swarmWith({ env }, ...QUICK, '--until-empty', '--label', 'nightly');
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  expect(told(project)).toEqual([`mine aardwolf ann ${folder}`]);
  expect(await statuses(project)).toEqual(['theirs ready', 'daily ready', 'mine done']);
  const { usage } = await project.json<{ usage: unknown[] }>('usage', '--by', 'item');
  expect(usage).toMatchObject([{ of: 'mine', sessions: 1, attempts: 1 }]);
  const listed = await project.json<{ sessions: { session_id: string }[] }>('list', '--work', 'mine');
  expect(listed.sessions).toHaveLength(1);
  const [{ session_id: id = '' } = {}] = listed.sessions;
  const folderOf = (name: string): string => join(project.root, '.swarm/sessions', id, name);
  const shown = await vi.waitFor(() => {
    const state = JSON.parse(readFileSync(folderOf('state.json'), 'utf8'));
    expect(state).toMatchObject({ status: 'COMPLETED', pid: null, exit_code: 0 });
    return state;
  }, LIMIT);
  expect(shown.work).toMatchObject({ id: 'mine', details: { rig: 'aardwolf', labels: ['nightly'] } });
  expect(existsSync(shown.logs.transcript)).toBe(true);
  expect(JSON.parse(readFileSync(folderOf('tools.jsonl'), 'utf8'))).toMatchObject({
    name: 'Bash',
    attempt: 1,
  });
  const idle = await project.swarm(...QUICK, '--until-empty', '--rig', 'nobody');
  expect([idle.code, idle.stderr]).toEqual([0, '⚠️  There is no work of rig nobody in the queue\n']);
});

test('an agent of a loop speaks to the queue without opening the database', async () => {
  const project = await makeProject();
  const says = `run: ${JSON.stringify(
    [
      // A command that opened the rows would find none there.
      'export SWARM_STORE=postgres://127.0.0.1:1/none',
      'swarm queue progress $WORK_ITEM --completed 1 --total 2 --step half',
      'swarm queue add "Found on the way" --id found',
      'swarm queue show found',
      `{ swarm queue done other; swarm queue list; true; } >> ${outside(project)} 2>&1`,
      'swarm queue done $WORK_ITEM --note merged',
    ].join(' && '),
  )}`;
  await add(project, 'other', { steps: ['say: later'], flags: ['--not-before', '1h'] });
  await add(project, 'one', { steps: [says] });
  await project.swarm(...QUICK, '--max-iterations', '1');
  expect(await statuses(project)).toEqual(['other scheduled', 'one done', 'found ready']);
  const { history } = await project.json<{ history: { event: string; by: string }[] }>(
    'queue',
    'show',
    'one',
  );
  expect(history.map(({ event }) => event)).toEqual([
    'work-added',
    'work-claim',
    'work-report',
    'work-finish',
  ]);
  expect(told(project).join(' ')).toMatch(/has not claimed other .* swarm queue list is for people/);
});

test('a crash is tried again, and what keeps failing is failed', async () => {
  const project = await makeProject({ retries: 0, failures: { backoffCap: '100ms' } });
  const mark = join(project.home, 'once');
  const shaky = [`run: test -e ${mark} || { touch ${mark}; kill -9 $PPID; }`, tell(project)];
  await add(project, 'shaky', { steps: shaky, flags: ['--retries', '1'] });
  await add(project, 'broken', { steps: ['exit: 4'], flags: ['--retries', '1'] });
  const ran = await project.swarm(...QUICK, '--until-empty');
  expect(ran.code).toBe(0);
  expect(await statuses(project)).toEqual(['shaky done', 'broken failed']);
  expect(told(project)).toEqual(['shaky']);
  expect((await loops(project))[0]).toMatchObject({ done: 1, failed: 3, iteration: 4 });
}, 90_000);

test('after too many failures in a row a person is asked, and the answer counts', async () => {
  const project = await makeProject({ retries: 0, failures: { max: 2, backoffCap: '100ms' } });
  for (const id of ['a', 'b', 'c']) await add(project, id, { steps: ['exit: 4'] });
  await project.swarm(...QUICK, '--until-empty', '--detach');
  const asked = await reach(project, { state: 'waiting', iteration: 2, consecutive_failures: 2 });
  const { questions } = await project.json<{ questions: { id: string; kind: string; text: string }[] }>(
    'questions',
  );
  expect(questions).toMatchObject([{ id: asked?.question_id, kind: 'loop' }]);
  expect(questions[0]?.text).toContain('2 failures in a row');
  expect((await project.swarm('answer', asked?.question_id ?? '', 'maybe')).code).toBe(1);
  expect((await project.swarm('answer', asked?.question_id ?? '', 'go on')).code).toBe(0);
  await reach(project, { state: 'finished', iteration: 3, failed: 3 });
});

test('loops outlive kill -9 of their supervisor, and each work item is done once', async () => {
  const project = await makeProject();
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const id of ids) await add(project, id, { steps: ['sleep: 500ms', tell(project)] });
  await project.swarm(...QUICK, '--until-empty', '--concurrency', '2', '--detach');
  await project.swarm(...QUICK, '--until-empty', '--detach');
  for (const done of [1, 3]) {
    await vi.waitFor(() => expect(told(project).length).toBeGreaterThanOrEqual(done), LIMIT);
    process.kill(await supervisorPid(project), 'SIGKILL');
    expect((await project.swarm('supervisor', 'start')).code).toBe(0);
  }
  await vi.waitFor(
    async () => expect((await loops(project)).map(({ state }) => state)).toEqual(['finished', 'finished']),
    LIMIT,
  );
  expect(told(project).sort()).toEqual(ids);
  expect(await statuses(project)).toEqual(ids.map((id) => `${id} done`));
}, 90_000);

test('a paused loop begins nothing, and a file holds the whole project up until it is removed', async () => {
  const project = await makeProject();
  const child = startSwarm(project, ...QUICK);
  const loop = await reach(project, { state: 'running' });
  expect((await project.swarm('pause', loop?.loop_id ?? '')).stdout).toBe(
    `✅ Loop ${loop?.loop_id} is paused\n`,
  );
  await add(project, 'one', { steps: [tell(project)] });
  const file = project.write('.swarm/interrupt-request.txt', 'Tests fail on main\n');
  // It was paused by its name, and goes on by its name.
  expect((await project.swarm('unpause')).stdout).toBe('ℹ️ Nothing was paused\n');
  expect((await project.swarm('unpause', loop?.loop_id ?? '')).code).toBe(0);
  await reach(project, { state: 'waiting', iteration: 0 });
  expect(await project.json('questions')).toMatchObject({
    questions: [{ kind: 'loop-interrupt', text: 'Tests fail on main' }],
  });
  rmSync(file);
  await reach(project, { state: 'running', done: 1 });
  expect(await project.json('questions')).toEqual({ questions: [] });
  const farewell = once(child.stderr, 'data');
  child.kill('SIGINT');
  expect(String(await farewell)).toContain(`Loop ${loop?.loop_id} goes on; end it: swarm loop stop `);
  expect(await loops(project)).toMatchObject([{ state: 'running' }]);
  expect((await project.swarm('loop', 'stop', loop?.loop_id ?? '')).code).toBe(0);
  await reach(project, { state: 'finished', done: 1 });
  expect(told(project)).toEqual(['one']);
});

test('what is wrong with a loop is told before anything begins', async () => {
  const project = await makeProject();
  const cases: readonly (readonly [words: string[], message: string])[] = [
    [['loop', '--agent', 'nobody'], 'nobody'],
    [['loop', '--agent', 'rehearsal', '--template', 'none.md'], 'Template not found: none.md'],
    [['loop', '--agent', 'rehearsal', '--template', 'bad.md'], 'bad.md:2: unknown variable {{WROK_ITEM}}'],
    [['loop', '--concurrency', '0'], '--concurrency'],
    [['loop', '--agent', 'rehearsal', '--work-dir', 'none'], 'Working folder not found: none'],
    [['loop', '--agent', 'rehearsal', '--work-dir', '.', '--workspace'], 'exclude each other'],
    [['loop', 'stop', 'loop-none'], 'Loop not found: loop-none'],
    [['pause'], 'Say which loop, or --all'],
  ];
  project.write('bad.md', '{{RIG}}\n{{WROK_ITEM}}\n');
  for (const [words, message] of cases) {
    const ran = await project.swarm(...words);
    expect([words, ran.code, ran.stdout]).toEqual([words, 1, '']);
    expect(ran.stderr).toContain(message);
  }
  expect(await loops(project)).toEqual([]);
});

test('a red gate goes back to the agent once, and a person is asked when it stays red', async () => {
  // The second has no gate of its own, so that the project's counts.
  const project = await makeProject({ gate: { command: 'test -e free' } });
  const mended = join(project.home, 'mended');
  const gate = `echo run >> ${project.home}/gates; test -e ${mended} || { echo roof leaks; exit 3; }`;
  await add(project, 'one', { steps: [tell(project)], flags: ['--gate', gate] });
  await add(project, 'two', { steps: [tell(project)] });
  await project.swarm(...QUICK, '--until-empty', '--concurrency', '2', '--detach');
  const questions = await vi.waitFor(async () => {
    const { questions: asked } = await project.json<{
      questions: { id: string; text: string; session_id: string }[];
    }>('questions');
    expect(asked).toHaveLength(2);
    return asked;
  }, LIMIT);
  const [leaking] = questions.filter(({ text }) => text.includes('The gate of one stays red'));
  const [stuck] = questions.filter(({ text }) => text.includes('The gate of two stays red'));
  expect(leaking?.text).toContain('roof leaks\n(it ended with 3)');
  expect(readFileSync(join(project.home, 'gates'), 'utf8')).toBe('run\nrun\n');
  expect(await statuses(project)).toEqual(['one in_progress', 'two in_progress']);
  writeFileSync(mended, '');
  await project.swarm('answer', leaking?.id ?? '', 'look again');
  expect((await project.swarm('answer', stuck?.id ?? '', 'skip')).code).toBe(0);
  await reach(project, { state: 'finished', done: 1, failed: 1 });
  expect(await statuses(project)).toEqual(['one done', 'two failed']);
}, 60_000);

test('an item that waits for an answer lets others go on, and goes on before anything new', async () => {
  const project = await makeProject({ loop: { maxWaiting: 1 } });
  const hold = join(project.home, 'hold');
  const gate = 'echo roof leaks; test -e mended';
  const held = `run: while [ -e ${hold} ]; do sleep 0.05; done`;
  writeFileSync(hold, '');
  await add(project, 'red', { steps: [tell(project)], flags: ['--gate', gate] });
  await add(project, 'two', { steps: [held, tell(project)] });
  await add(project, 'three', { steps: [tell(project)] });
  await project.swarm(...QUICK, '--until-empty', '--workspace', '--detach');
  const aside = await reach(project, { iteration: 2 });
  expect(aside?.at_work).toMatchObject([
    { work_item: 'red', is_set_aside: true },
    { work_item: 'two', is_set_aside: false },
  ]);
  const red = aside?.at_work[0]?.session_id ?? '';
  expect((await project.swarm('status', red)).stdout).toContain('works on something else meanwhile');
  const { questions } = await project.json<{ questions: { id: string }[] }>('questions');
  writeFileSync(join(project.root, '.swarm/worktrees', red, 'mended'), '');
  expect((await project.swarm('answer', questions[0]?.id ?? '', 'it is mended')).code).toBe(0);
  rmSync(hold);
  await reach(project, { state: 'finished', done: 3, failed: 0 });
  const log = readFileSync(join(project.root, '.swarm/iteration.log'), 'utf8');
  const at = (words: string): number => log.indexOf(words);
  expect(at(`Set aside until it is answered: ${red} (red)`)).toBeLessThan(at('ITERATION 2 START'));
  expect(at(`Taken up again: ${red} (red)`)).toBeGreaterThan(at('ITERATION 2 START'));
  expect(at(`Taken up again: ${red} (red)`)).toBeLessThan(at('ITERATION 3 START'));
}, 60_000);

test('where all items share one folder, changes of the one that waits leave it and come back', async () => {
  const project = await makeProject();
  const mended = join(project.home, 'mended');
  const gate = `test -e half.txt && test -e ${mended}`;
  project.write('mine.txt', 'of the person\n');
  await add(project, 'red', { steps: ['run: echo half > half.txt'], flags: ['--gate', gate] });
  const alone = `run: test ! -e half.txt && cat mine.txt >> ${outside(project)} && echo two > two.txt`;
  await add(project, 'two', { steps: [alone] });
  await project.swarm(...QUICK, '--until-empty', '--detach');
  const aside = await reach(project, { iteration: 2, done: 1 });
  expect(aside?.at_work).toMatchObject([{ work_item: 'red', is_set_aside: true }]);
  expect(told(project)).toEqual(['of the person']);
  const red = aside?.at_work[0]?.session_id ?? '';
  const { rescues } = await project.json<{ rescues: { ref: string }[] }>('rescue', 'list');
  expect(rescues.map(({ ref }) => ref)).toEqual([`${red}/1`]);
  writeFileSync(mended, '');
  const { questions } = await project.json<{ questions: { id: string }[] }>('questions');
  expect((await project.swarm('answer', questions[0]?.id ?? '', 'look again')).code).toBe(0);
  await reach(project, { state: 'finished', done: 2, failed: 0 });
  const read = (name: string): string => readFileSync(join(project.root, name), 'utf8');
  expect([read('half.txt'), read('two.txt'), read('mine.txt')]).toEqual([
    'half\n',
    'two\n',
    'of the person\n',
  ]);
}, 60_000);

const BD = `#!/bin/sh
printf '%s\\n' "$*" >>"$HOME/bd.log"
test "$1" != ready || cat "$HOME/ready.json"
test "$1" != list || echo '[]'
`;

test('a loop works for a bd on the PATH, and tells it what comes of its issues', async () => {
  const project = await makeProject({ queue: { source: 'beads' } });
  const script = `\`\`\`rehearsal\n- ${tell(project)}\n\`\`\``;
  writeFileSync(
    join(project.home, 'ready.json'),
    JSON.stringify([{ id: 'bd-a1', title: 'Mend', description: script, issue_type: 'bug' }]),
  );
  chmodSync(project.write('bin/bd', BD), 0o755);
  const env = { PATH: `${join(project.root, 'bin')}:${project.env.PATH}` };
  const ran = await project.swarmWith({ env }, ...QUICK, '--until-empty');
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  expect(told(project)).toEqual(['bd-a1']);
  const said = readFileSync(join(project.home, 'bd.log'), 'utf8').split('\n');
  const asked = said.filter((line) => !/^(ready|list)/.test(line));
  expect(asked[0]).toBe('update bd-a1 --status in_progress --json');
  expect(asked).toContainEqual(expect.stringMatching(/^close bd-a1 /));
});
