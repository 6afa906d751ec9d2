import { describe, expect, test } from 'vitest';
import { livingOf } from './living.ts';
import { create, supervisorPid, type TestProject } from './project.ts';
import {
  APPROVED,
  awaitEvent,
  awaitRun,
  BLOCKED,
  FINDING,
  killAndResume,
  makeRunProject,
  openGate,
  questionOf,
  type Scripts,
  startRun,
  statusOfRun,
  waitAt,
} from './runs.ts';

type Stage = Readonly<{
  scripts: (project: TestProject) => Scripts;
  /** Where the run is caught: an event of it, or of this session of it. */
  event: string;
  of?: string;
  seen: Readonly<Record<string, unknown>>;
  config?: Readonly<Record<string, unknown>>;
}>;

const STAGES: Readonly<Record<string, Stage>> = {
  'while its first role works': {
    scripts: (project) => ({ researcher: [waitAt(project, 'gate'), FINDING('ten metres')] }),
    event: 'run-begun',
    seen: { state: 'running', stage: 'research' },
  },
  'when a message is in and no role has begun with it': {
    config: { limits: { sessions: 1 } },
    scripts: (project) => ({ researcher: [FINDING('ten metres'), waitAt(project, 'gate')] }),
    event: 'message-routed',
    seen: { stage: 'verification', roles: [{ state: 'working' }, { state: 'created' }] },
  },
  'while its reviewer works': {
    scripts: (project) => ({ reviewer: [waitAt(project, 'gate'), APPROVED] }),
    of: '-reviewer',
    event: 'turn-see',
    seen: { state: 'running', stage: 'verification' },
  },
  'while what it has is put together': {
    scripts: (project) => ({ reviewer: [APPROVED, waitAt(project, 'gate')] }),
    event: 'run-finish',
    seen: { state: 'synthesising', ending: 'completed' },
  },
};

async function expectWhole(project: TestProject, id: string): Promise<void> {
  const status = await statusOfRun(project, id);
  expect(status).toMatchObject({ state: 'completed', messages: 2, round: 2, errors: [] });
  expect(status.roles.map(({ session_id, state }) => [session_id, state])).toEqual([
    [`${id}-researcher`, 'completed'],
    [`${id}-reviewer`, 'completed'],
  ]);
  const attempts = (await project.swarm('events', id, '--json')).stdout.match(/attempt-opened/g);
  expect(attempts).toHaveLength(2);
  expect(livingOf(project)).toEqual([]);
}

describe('a run whose supervisor is killed goes on as if nothing had been', () => {
  test.each(Object.entries(STAGES))('%s', async (_when, { scripts, event, of = '', seen, config }) => {
    const project = await makeRunProject(config);
    const id = await startRun(project, 'research', scripts(project));
    await awaitEvent(project, `${id}${of}`, event);
    expect(await killAndResume(project, id)).toMatchObject(seen);
    openGate(project, 'gate');
    expect(await awaitRun(project, id)).toBe(0);
    await expectWhole(project, id);
  });

  test('before any role has begun', async () => {
    const project = await makeRunProject({ limits: { sessions: 1 } });
    const other = await create(project, [waitAt(project, 'gate')]);
    await awaitEvent(project, other, 'turn-see');
    const id = await startRun(project, 'research');
    expect(await killAndResume(project, id)).toMatchObject({ state: 'starting' });
    openGate(project, 'gate');
    expect(await awaitRun(project, id)).toBe(0);
    await expectWhole(project, id);
  });

  test('while a person is asked, even when the answer comes before the next supervisor', async () => {
    const project = await makeRunProject();
    const id = await startRun(project, 'research', { 'reviewer 1': [BLOCKED('the rope', 'too short?')] });
    const question = await questionOf(project, id);
    expect(await killAndResume(project, id)).toMatchObject({ state: 'waiting' });
    process.kill(await supervisorPid(project), 'SIGKILL');
    expect((await project.swarm('answer', question.id, 'take the long one')).code).toBe(0);
    expect(await awaitRun(project, id)).toBe(0);
    expect(await statusOfRun(project, id)).toMatchObject({ state: 'completed', messages: 3, errors: [] });
  });
});

test('a run that is over is not resumed, and an unknown one is not found', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'research');
  expect(await awaitRun(project, id)).toBe(0);
  const over = await project.swarm('resume', id, '--json');
  expect([over.code, JSON.parse(over.stdout)]).toMatchObject([1, { error: { code: 'run-over' } }]);
  const unknown = await project.swarm('resume', 'nobody-17', '--json');
  expect([unknown.code, JSON.parse(unknown.stdout)]).toMatchObject([
    1,
    { error: { code: 'session-not-found' } },
  ]);
});
