import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { APPROVES, asking, DO_TASK, DOER, heardBy, makePlanProject, startPlan } from './plan-scripts.ts';
import { supervisorPid, type TestProject } from './project.ts';
import { awaitRun, openGate, questionOf } from './runs.ts';

const ANSWERS = (text: string): string =>
  `for note in $notes; do swarm escalation answer "$note" "${text}" --affects none; done`;

type Noted = Readonly<{ status: string; resolution: string; resolved_by: string; task_id: string }>;
const notesOf = async (project: TestProject, runId: string): Promise<readonly Noted[]> =>
  (await project.json<{ notes: Noted[] }>('note', 'list', runId)).notes;

const awaitEvent = (project: TestProject, runId: string, text: string): Promise<void> =>
  vi.waitFor(async () => expect((await project.swarm('events', runId)).stdout).toContain(text), {
    timeout: 30_000,
    interval: 100,
  });

test('the architect answers all that a turn escalated together, and the person is not asked', async () => {
  const project = await makePlanProject(
    {
      developer: asking('Which heading?', 'Which format?'),
      'workflow-architect': { '*': ANSWERS('as the other pages') },
    },
    { intro_agent: 'developer' },
  );
  const runId = await startPlan(project);
  expect(await awaitRun(project, runId)).toBe(0);
  expect(await notesOf(project, runId)).toMatchObject(
    ['a', 'b'].map(() => ({
      status: 'resolved',
      resolution: 'as the other pages',
      resolved_by: 'workflow_executor',
      task_id: 'write_intro_agent_1727539200',
    })),
  );
  expect(heardBy(project, 'workflow_architect')).toHaveLength(1);
  const [, resumed] = heardBy(project, 'intro_agent');
  expect(resumed).toContain('note_001: Which heading?');
  expect(resumed).toContain('note_002: Which format?');
  expect(await project.json('questions', '--all')).toEqual({ questions: [] });
});

test('an answer that does not say which tasks it affects is refused, and one that does counts', async () => {
  const project = await makePlanProject(
    {
      developer: asking('Which heading?'),
      'workflow-architect': {
        '*': `swarm escalation answer $notes "so" >> "$ROOT/refused" 2>&1
          swarm escalation answer $notes "so" --affects nothing_at_all >> "$ROOT/refused" 2>&1
          swarm escalation answer $notes "Headings of level two" --affects write_outro_agent_1727539201`,
      },
      waiter: { '*"A decision for"*': ':', ...DOER },
    },
    { intro_agent: 'developer', outro_agent: 'waiter' },
  );
  const runId = await startPlan(project);
  expect(await awaitRun(project, runId)).toBe(0);
  const heard = [...heardBy(project, 'outro_agent'), ...heardBy(project, 'checker')].join('\n');
  expect((await notesOf(project, runId))[0]).toMatchObject({ resolution: 'Headings of level two' });
  const refused = readFileSync(join(project.root, 'refused'), 'utf8');
  expect(refused).toContain('--affects');
  expect(refused).toContain('not "nothing_at_all": write_outro_agent_1727539201');
  // The other task may have been verified before the answer came.
  const isLate = heard.includes('A decision for') || heard.includes('Verify write_outro_agent');
  expect(isLate).toBe(true);
});

test('what the person answers goes to the architect, whose word the agent hears', async () => {
  const project = await makePlanProject(
    {
      developer: asking('Must the page be public?'),
      'workflow-architect': {
        '*"The person answered:"*': ANSWERS('public, but without names'),
        '*': 'for note in $notes; do swarm escalation route "$note" user "May all read it?"; done',
      },
    },
    { intro_agent: 'developer' },
  );
  const runId = await startPlan(project);
  const question = await questionOf(project, runId);
  expect(question).toMatchObject({ kind: 'plan-escalation' });
  expect(question.text).toContain('May all read it?');
  await awaitEvent(project, runId, 'the clock stands still');
  expect((await project.swarm('answer', question.id, 'yes')).code).toBe(0);
  expect(await awaitRun(project, runId)).toBe(0);
  expect(heardBy(project, 'workflow_architect')[1]).toContain('The person answered:\nyes');
  expect(heardBy(project, 'intro_agent')[1]).toContain('→ public, but without names (by the person)');
  expect(await notesOf(project, runId)).toMatchObject([{ resolved_by: 'user' }]);
  await awaitEvent(project, runId, 'so does the clock');
});

test('a technical question is a task of the solution architect, verified like any other', async () => {
  const project = await makePlanProject(
    {
      developer: asking('Which tool makes the page?'),
      'workflow-architect': {
        '*"Guidance of"*': ANSWERS('pandoc 3'),
        '*': 'for note in $notes; do swarm escalation route "$note" technical "Which tool?"; done',
      },
      'solution-architect': DOER,
    },
    { intro_agent: 'developer' },
  );
  const runId = await startPlan(project);
  expect(await awaitRun(project, runId)).toBe(0);
  const { stages } = await project.json<{ stages: { name: string }[] }>('status', runId);
  const opened = stages.map(({ name }) => name).find((name) => name.startsWith('which_tool'));
  expect(opened).toMatch(/^which_tool_\d{10}$/);
  expect(heardBy(project, 'solution_architect_agent').map((text) => text.split('\n')[0])).toEqual([
    expect.stringContaining(`Task ${opened}`),
    expect.stringContaining('Completion drive review'),
  ]);
  expect(heardBy(project, 'checker').filter((text) => text.includes(`Verify ${opened}`))).toHaveLength(1);
  expect(heardBy(project, 'workflow_architect')[1]).toContain('made by solution_architect_agent');
  expect(heardBy(project, 'intro_agent')[1]).toContain('→ pandoc 3 (by the architect)');
  expect(await project.json('plan', 'replay', runId)).toMatchObject({ is_equal: true });
});

test('the third time is a loop: an old answer is refused, and the person ends it', async () => {
  const ask = 'swarm note add "Which heading should it be?" --escalate "not mine to decide"';
  const project = await makePlanProject(
    {
      developer: {
        '*"the person says"*': DO_TASK,
        '*"Completion drive review"*': 'swarm send --type result done',
        '*': ask,
      },
      'workflow-architect': {
        '*"The person answered:"*': ANSWERS('Chapter one, the person says'),
        '*"This is a loop"*': `(${ANSWERS('the same heading as before')}) >> "$ROOT/refused" 2>&1
          for note in $notes; do swarm escalation route "$note" user "It asks again and again"; done`,
        '*': ANSWERS('the same heading as before'),
      },
    },
    { intro_agent: 'developer' },
  );
  const runId = await startPlan(project);
  const question = await questionOf(project, runId);
  await project.swarm('answer', question.id, 'Chapter one');
  expect(await awaitRun(project, runId)).toBe(0);
  const refused = readFileSync(join(project.root, 'refused'), 'utf8');
  expect(refused).toContain('this was answered before and did not end the loop');
  const heard = heardBy(project, 'workflow_architect');
  expect(heard.map((text) => text.includes('This is a loop'))).toEqual([false, false, true, true]);
  expect(heard[2]).toContain('note_001: Which heading should it be? → the same heading as before');
  expect((await notesOf(project, runId)).map(({ resolved_by }) => resolved_by)).toEqual([
    'workflow_executor',
    'workflow_executor',
    'user',
  ]);
});

test('two blocked tasks are served one after the other, though the supervisor is killed', async () => {
  const gate = (project: string) => `until [ -e ${project}/../gate-think ]; do sleep 0.05; done`;
  const project = await makePlanProject(
    {
      developer: asking('Which heading?'),
      'workflow-architect': { '*': `${gate('$ROOT')}\n${ANSWERS('as the other pages')}` },
      verifier: APPROVES,
    },
    { intro_agent: 'developer', outro_agent: 'developer' },
  );
  const runId = await startPlan(project);
  await project.swarm('events', `${runId}-workflow_architect`, '--follow', '--until', 'attempt-opened');
  process.kill(await supervisorPid(project), 'SIGKILL');
  await project.swarm('resume', runId);
  openGate(project, 'think');
  expect(await awaitRun(project, runId)).toBe(0);
  const heard = heardBy(project, 'workflow_architect').map((text) => text.split('\n')[0] ?? '');
  expect(new Set(heard).size).toBe(2);
  expect(heard.every((line) => line.startsWith('Escalation: write_'))).toBe(true);
  const notes = await notesOf(project, runId);
  expect(notes.map(({ status, resolved_by }) => [status, resolved_by])).toEqual([
    ['resolved', 'workflow_executor'],
    ['resolved', 'workflow_executor'],
  ]);
});

test('a silent architect leaves it to the person, and a plan without one asks at once', async () => {
  const project = await makePlanProject(
    { developer: asking('Which heading?'), 'workflow-architect': { '*': ':' } },
    { intro_agent: 'developer' },
  );
  const runId = await startPlan(project);
  const question = await questionOf(project, runId);
  expect(question.text).toContain('You are asked because the workflow_architect gave no answer');
  expect(heardBy(project, 'workflow_architect')).toHaveLength(3);
  const note = await project.swarm('note', 'resolve', `${runId}-intro_agent.note_001`, 'Chapter one');
  expect([note.code, note.stderr]).toEqual([0, '']);
  expect(await awaitRun(project, runId)).toBe(0);
  expect(await notesOf(project, runId)).toMatchObject([{ resolution: 'Chapter one', resolved_by: 'user' }]);

  const direct = await makePlanProject(
    { developer: asking('Which heading?') },
    { intro_agent: 'developer' },
    'escalation: [user]',
  );
  const other = await startPlan(direct);
  await direct.swarm('answer', (await questionOf(direct, other)).id, 'Chapter two');
  expect(await awaitRun(direct, other)).toBe(0);
  expect(heardBy(direct, 'workflow_architect')).toEqual([]);
});

test('an architect that cannot be started leaves it to the person, and the run can be replayed', async () => {
  const project = await makePlanProject(
    { developer: asking('Which heading?') },
    { intro_agent: 'developer' },
  );
  project.write('agents/workflow-architect/workflow-architect-agent.md', '---\ncli: no-such-cli\n---\n');
  const runId = await startPlan(project);
  const question = await questionOf(project, runId);
  expect(question.text).toContain('no session could be opened for it');
  await project.swarm('answer', question.id, 'Chapter one');
  expect(await awaitRun(project, runId)).toBe(0);
  expect((await project.swarm('events', runId)).stdout).toContain('workflow_architect: cli-unknown');
  expect(await project.json('plan', 'replay', runId)).toMatchObject({ is_equal: true });
});
