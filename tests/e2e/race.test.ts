import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RaceAnswer } from '../../src/contract/answer/race.ts';
import { livingOf } from './living.ts';
import { makeProject, type Status, statusOf, type TestProject } from './project.ts';
import { persona, race, show, waitFor } from './races-of.ts';

const sessionsOf = async (project: TestProject) =>
  (await project.json<{ sessions: (Status & { race: string | null })[] }>('list')).sessions;
const standings = ({ rivals }: RaceAnswer) => rivals.map(({ standing, gate }) => [standing, gate]);

const FAILED = '../../sessions/*-mixed/attempts/1/exit';
/** The first fails, the second does it badly; the third does it well, once both are out. */
const WELL = `until test -e ../red && ls ${FAILED}; do sleep 0.05; done; echo good > v`;
const MIXED = `case "$PWD" in *-3) ${WELL};; *-2) echo bad > v;; *) exit 3;; esac; echo done`;
const GATE = 'grep good v || { touch ../red; false; }';

test('the first success with a green gate wins, and is taken by the id of the race', async () => {
  const project = await makeProject();
  persona(project, 'mixed', MIXED);
  const words = ['-m', 'do it', '--race', '3', '--gate', GATE, '--follow'];
  const followed = await project.swarm('create', 'mixed', ...words);
  expect([followed.code, followed.stdout]).toEqual([
    0,
    expect.stringMatching(/🏁 \S+-mixed-3 won: it was the first/),
  ]);
  const [raceId = ''] = /race-\S+/.exec(followed.stdout) ?? [];
  const shown = await show(project, raceId);
  expect(shown).toMatchObject({ state: 'decided', kind: 'first', gate: GATE });
  expect(standings(shown)).toEqual([
    ['out', null],
    ['out', 'red'],
    ['won', 'green'],
  ]);
  expect(shown.rivals[0]?.reason).toContain('exit-code');
  expect((await sessionsOf(project)).map((session) => session.race)).toEqual([raceId, raceId, raceId]);
  expect((await project.swarm('diff', raceId)).stdout).toContain('+good');
  expect((await project.swarm('status', raceId)).stdout).toContain('decided');
  expect(await project.swarm('wait', raceId)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('won'),
  });
  const merged = await project.swarm('merge', raceId);
  expect(merged.stdout + merged.stderr).toContain(shown.winner);
});

test('the others end as superseded: their work is a rescue, and their worktrees are gone', async () => {
  const project = await makeProject();
  const begun = 'until test "$(ls ../*/w | wc -l)" -eq 3; do sleep 0.05; done';
  const fast = `echo work > w; case "$PWD" in *-2) ${begun}; echo done;; *) sleep 120;; esac`;
  persona(project, 'runner', fast);
  const raceId = await race(project, 'runner', '-m', 'do it', '--race', '3');
  expect((await waitFor(project, raceId)).code).toBe(0);
  const { winner, rivals } = await show(project, raceId);
  expect(winner).toMatch(/-runner-2$/);
  const rescues = (await project.swarm('rescue', 'list')).stdout;
  for (const { session_id: id } of rivals.filter((one) => one.session_id !== winner)) {
    expect(await statusOf(project, id)).toMatchObject({ status: 'KILLED', reason: 'superseded' });
    expect(existsSync(join(project.root, '.swarm/worktrees', id))).toBe(false);
    expect(rescues).toContain(id);
  }
  expect(existsSync(join(project.root, '.swarm/worktrees', winner ?? '', 'w'))).toBe(true);
  expect(livingOf(project)).toEqual([]);
});

test('rehearsal agents race too, and the same key is the same race', async () => {
  const project = await makeProject();
  const task = project.script('task', ['write: {path: a.txt, text: hi}', 'result: {ok: true}']);
  const words = [
    'rehearsal',
    task,
    '--race',
    'rehearsal,rehearsal',
    '--key',
    'once',
    '--gate',
    'test -e a.txt',
  ];
  const raceId = await race(project, ...words);
  expect((await waitFor(project, raceId)).code).toBe(0);
  expect(await race(project, ...words)).toBe(raceId);
  expect(await sessionsOf(project)).toHaveLength(2);
  const other = await project.swarm('create', ...words, '--staged');
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('was used for race')]);
});

test('a race without a success fails with the reason of each, and leaves their work alone', async () => {
  const project = await makeProject();
  persona(project, 'mixed', MIXED);
  const raceId = await race(project, 'mixed', '-m', 'do it', '--race', '2', '--gate', 'false');
  expect((await waitFor(project, raceId)).code).toBe(2);
  const { state, reason, rivals } = await show(project, raceId);
  expect(state).toBe('failed');
  expect(reason).toMatch(/mixed: FAILED \(exit-code.*mixed-2: its gate is red/);
  expect(existsSync(join(project.root, '.swarm/worktrees', rivals[1]?.session_id ?? '', 'v'))).toBe(true);
  const taken = await project.swarm('merge', raceId);
  expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining('it has no winner to merge')]);
});

test('of a staged race the next starts when the one before is red, and the last never has to', async () => {
  const project = await makeProject();
  persona(project, 'second', 'case "$PWD" in *-2) echo done;; *) exit 3;; esac');
  const raceId = await race(project, 'second', '-m', 'do it', '--race', '3', '--staged');
  expect((await waitFor(project, raceId)).code).toBe(0);
  const { rivals, winner } = await show(project, raceId);
  expect(winner).toMatch(/-second-2$/);
  const last = await statusOf(project, rivals[2]?.session_id ?? '');
  expect(last).toMatchObject({ status: 'KILLED', attempt: 0, reason: 'superseded' });
});

test('of a staged race the next starts beside one that is slow', async () => {
  const project = await makeProject();
  persona(project, 'slow', 'case "$PWD" in *-2) echo done;; *) sleep 120;; esac');
  const raceId = await race(project, 'slow', '-m', 'do it', '--race', '2', '--staged-after', '1s');
  expect((await waitFor(project, raceId)).code).toBe(0);
  expect((await show(project, raceId)).winner).toMatch(/-slow-2$/);
});

test('a judge compares all that was accepted, and says why', async () => {
  const project = await makeProject();
  persona(
    project,
    'mixed',
    'case "$PWD" in *-3) exit 3;; *-2) echo fine > v;; *) echo poor > v;; esac; echo "I am done"',
  );
  const pick = `grep -o '20[0-9-]*-mixed-2' | head -1`;
  persona(
    project,
    'judge',
    `id=$(${pick}); echo "{\\"winner\\": \\"$id\\", \\"reason\\": \\"it is fine\\"}"`,
  );
  const raceId = await race(project, 'mixed', '-m', 'do it', '--best-of', '3', '--judge', 'judge');
  expect((await waitFor(project, raceId)).code).toBe(0);
  const shown = await show(project, raceId);
  expect(shown).toMatchObject({ state: 'decided', kind: 'best', reason: 'it is fine' });
  expect(shown.winner).toMatch(/-mixed-2$/);
  const folder = join(project.paths.sessionsDir, shown.judge_session ?? '');
  const prompt = readFileSync(join(folder, 'prompt.md'), 'utf8');
  for (const text of ['I am done', '+fine', '+poor', 'do it']) expect(prompt).toContain(text);
});

test('where the judge names none, a person is asked, once, with the rivals as answers', async () => {
  const project = await makeProject();
  persona(project, 'even', 'echo done');
  persona(project, 'judge', 'echo "both are fine"');
  const raceId = await race(project, 'even', '-m', 'do it', '--best-of', '2', '--judge', 'judge');
  const waiting = project.swarm('wait', raceId, '--timeout', '50s');
  await project.swarm('events', '--follow', '--until', 'question-asked');
  type QuestionList = { questions: { id: string; kind: string; options: string[]; text: string }[] };
  const { questions } = await project.json<QuestionList>('questions');
  const { rivals } = await show(project, raceId);
  expect(questions).toMatchObject([
    { kind: 'race', options: [...rivals.map((one) => one.session_id), 'stop'] },
  ]);
  const { id = '' } = questions[0] ?? {};
  const wrong = await project.swarm('answer', id, 'the better one');
  expect(wrong.code).toBe(1);
  expect((await project.swarm('answer', id, rivals[0]?.session_id ?? '')).code).toBe(0);
  expect((await waiting).code).toBe(0);
  expect(await show(project, raceId)).toMatchObject({
    state: 'decided',
    winner: rivals[0]?.session_id,
    reason: 'a person chose it',
  });
});

test('what cannot work is refused before anything starts', async () => {
  const project = await makeProject();
  persona(project, 'runner', 'echo done');
  const cases: readonly (readonly [string[], string])[] = [
    [['--race', '2', '--gate', 'nosuchprogram --all'], 'nosuchprogram is not there'],
    [['--race', '2', '--gate', './check.sh'], './check.sh is not there'],
    [['--race', 'rehearsal,cladue'], 'cladue'],
    [['--race', 'rehearsal,codex', '--set', 'nothing=1'], 'nothing'],
    [['--best-of', '2', '--judge', 'nosuchjudge'], 'nosuchjudge'],
    [['--race', '1'], 'a number from 2 to 20'],
    [['--race', '2', '--best-of', '2'], 'one of them'],
    [['--race', '2', '--here'], '--here'],
    [['--race', '2', '--mode', 'interactive'], 'headless'],
    [['--gate', 'true'], '--gate goes with'],
    [['--staged'], '--staged goes with'],
    [['--race', '2', '-m', 'another'], 'one task'],
  ];
  for (const [words, said] of cases) {
    const refused = await project.swarm('create', 'runner', '-m', 'do it', ...words);
    expect([refused.code, refused.stderr], words.join(' ')).toEqual([1, expect.stringContaining(said)]);
  }
  expect(await sessionsOf(project)).toEqual([]);
  expect(await project.json('race', 'list', '--all')).toEqual({ races: [] });
  const unknown = await project.swarm('race', 'show', 'race-1');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Race not found')]);
});

test('a race that is stopped ends its sessions and keeps their worktrees', async () => {
  const project = await makeProject();
  persona(project, 'slow', 'echo work > w; sleep 120');
  const raceId = await race(project, 'slow', '-m', 'do it', '--race', '2');
  const killed = await project.swarm('kill', raceId, '--force');
  expect([killed.code, killed.stderr]).toEqual([1, expect.stringContaining(`swarm race stop ${raceId}`)]);
  expect((await project.swarm('race', 'stop', raceId, '--reason', 'never mind')).code).toBe(0);
  expect((await waitFor(project, raceId)).code).toBe(2);
  const { state, reason, rivals } = await show(project, raceId);
  expect([state, reason]).toEqual(['stopped', 'never mind']);
  for (const { session_id: id } of rivals) expect((await statusOf(project, id)).status).toBe('KILLED');
  expect((await project.swarm('race', 'stop', raceId)).code).toBe(0);
});

test('the budget is one for all: when it is used up one rival asks, and its answer is for all', async () => {
  const project = await makeProject();
  const steps = ['say: first', 'cost: 0.60', 'say: second', 'cost: 0.60', 'result: {ok: true}'];
  const task = project.script('task', steps);
  const raceId = await race(project, 'rehearsal', task, '--race', '2', '--budget', '0.50');
  await project.swarm('events', '--follow', '--until', 'question-asked');
  type QuestionList = { questions: { id: string; text: string }[] };
  const { questions } = await project.json<QuestionList>('questions');
  expect(questions).toHaveLength(1);
  expect(questions[0]?.text).toContain(`The budget of the race ${raceId} is used up`);
  expect((await project.swarm('answer', questions[0]?.id ?? '', '+5')).code).toBe(0);
  expect((await waitFor(project, raceId)).code).toBe(0);
});
