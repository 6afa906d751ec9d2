import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { TestProject } from './project.ts';
import {
  awaitEvent,
  awaitRun,
  FINDING,
  makeRunProject,
  openGate,
  startRun,
  statusOfRun,
  waitAt,
} from './runs.ts';

const SWARM = resolve(import.meta.dirname, '../../dist/swarm.cjs');

type Journal = { events: { session_id: string | null }[] };

const refusalOf = async ({ swarm }: TestProject, ...words: string[]): Promise<string> => {
  const { code, stdout } = await swarm(...words, '--json');
  expect(code).toBe(1);
  return (JSON.parse(stdout) as { error: { code: string } }).error.code;
};

const held = (project: TestProject) => ({
  researcher: ['say: looking down', waitAt(project, 'gate'), FINDING('ten metres')],
});

test('two runs at once do not touch each other, and a role that both have must be told apart', async () => {
  const project = await makeRunProject();
  const one = await startRun(project, 'research', held(project));
  const other = await startRun(project, 'research', held(project));
  for (const id of [one, other]) await awaitEvent(project, `${id}-researcher`, 'turn-see');
  const { runs } = await project.json<{ runs: { run_id: string; state: string }[] }>('runs', '--live');
  expect(runs.map(({ run_id, state }) => [run_id, state])).toEqual([
    [other, 'running'],
    [one, 'running'],
  ]);
  expect(await refusalOf(project, 'status', 'reviewer')).toBe('role-ambiguous');
  expect((await project.swarm('status', 'reviewer')).stderr).toContain(`Name its session: `);
  expect(await project.json('status', `${one}-reviewer`)).toMatchObject({ state: 'created' });

  expect((await project.swarm('kill', one, '--force')).code).toBe(0);
  expect(await project.json('status', 'reviewer')).toMatchObject({ session_id: `${other}-reviewer` });
  openGate(project, 'gate');
  expect(await awaitRun(project, other)).toBe(0);
  expect(await statusOfRun(project, one)).toMatchObject({ state: 'cancelled', messages: 0 });
});

test('a role and a run are names for logs, events, results, questions and messages', async () => {
  const project = await makeRunProject();
  const asking = ['say: looking down', 'ask: Which well?', ...held(project).researcher];
  const id = await startRun(project, 'research', { researcher: asking });
  await awaitEvent(project, 'researcher', 'question-asked');
  expect((await project.swarm('logs', 'researcher')).stdout).toContain('looking down');
  expect(await refusalOf(project, 'logs', id)).toBe('names-a-run');
  expect(await refusalOf(project, 'logs', 'reserchr')).toBe('session-not-found');
  const { questions: ofRun } = await project.json<{ questions: { id: string }[] }>('questions', id);
  expect(await project.json('questions', 'researcher')).toEqual({ questions: ofRun });
  expect(await project.json('questions', 'reviewer')).toEqual({ questions: [] });
  await project.swarm('answer', ofRun[0]?.id ?? '', 'the old one');
  openGate(project, 'gate');
  expect(await awaitRun(project, id)).toBe(0);

  const sessions = async (name: string) =>
    new Set((await project.json<Journal>('events', name)).events.map((e) => e.session_id));
  expect(await sessions(id)).toEqual(new Set([null, `${id}-researcher`, `${id}-reviewer`]));
  expect(await sessions(`${id}-reviewer`)).toEqual(new Set([`${id}-reviewer`]));
  expect((await project.json<{ result: unknown }>('result', `${id}-reviewer`)).result).toMatchObject({
    verdict: 'approved',
  });
  expect(await sessions('researcher')).toEqual(new Set([`${id}-researcher`]));
  expect((await project.swarm('logs', 'researcher')).stdout).toContain('looking down');
  expect(await refusalOf(project, 'logs', 'reserchr')).toBe('session-not-found');
});

test('attach joins the tmux session of a run, at the window of the role whose stage it is', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'research', held(project));
  await awaitEvent(project, 'researcher', 'turn-see');
  expect(await refusalOf(project, 'attach', id)).toBe('attach-needs-terminal');
  expect(await refusalOf(project, 'attach', id, '--take-over')).toBe('names-a-run');
  const mine = (...words: string[]) =>
    execFileSync('tmux', ['-L', 'mine', '-f', '/dev/null', ...words], { env: project.env, encoding: 'utf8' });
  onTestFinished(() => void mine('kill-server'));
  mine('new-session', '-d', '-c', project.root, process.execPath, SWARM, 'attach', id);
  mine('set-option', 'remain-on-exit', 'on');
  const screen = () => mine('capture-pane', '-p');
  const clients = () =>
    project.tmux('list-clients', '-F', '#{client_session}:#{window_name}').trim().split('\n');
  await vi.waitFor(() => expect(clients()).toEqual([`swarm_${id}:researcher`]), { timeout: 10_000 });
  await vi.waitFor(() => expect(screen()).toContain('Headless: this pane only shows.'), { timeout: 10_000 });
  openGate(project, 'gate');
  expect(await awaitRun(project, id)).toBe(0);
  expect(await refusalOf(project, 'attach', id)).toBe('run-over');
  // The other tmux has the same prefix, so it takes the first one for itself.
  await vi.waitFor(() => expect(screen()).toContain('Press Ctrl+B twice, then D to detach'), {
    timeout: 10_000,
  });
});
