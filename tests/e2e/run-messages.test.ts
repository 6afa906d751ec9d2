import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { livingOf } from './living.ts';
import type { TestProject } from './project.ts';
import {
  APPROVED,
  awaitEvent,
  awaitRun,
  FINDING,
  makeRunProject,
  openGate,
  promptsOf,
  questionOf,
  startRun,
  statusOfRun,
  waitAt,
} from './runs.ts';

/** What an agent saw of its own work, answers to its commands included. */
const recordOf = ({ paths }: TestProject, sessionId: string): string =>
  readFileSync(join(paths.sessionsDir, sessionId, 'attempts', '1', 'events.jsonl'), 'utf8');

test('a role that speaks before its stage moves nothing, and is asked again in its stage', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'research', {
    researcher: [waitAt(project, 'gate'), FINDING('ten metres')],
  });
  await awaitEvent(project, 'researcher', 'turn-see');
  await project.swarm('send', 'reviewer', 'get ready');
  await awaitEvent(project, 'reviewer', 'turn-ended');
  expect(await statusOfRun(project, id)).toMatchObject({ state: 'running', stage: 'research', messages: 1 });
  openGate(project, 'gate');
  expect(await awaitRun(project, id)).toBe(0);
  expect(promptsOf(project, `${id}-reviewer`)).toEqual(['get ready', expect.stringContaining('ten metres')]);
  expect(await statusOfRun(project, id)).toMatchObject({ messages: 3, errors: [] });
});

test('what a role adds after its stage has ended is kept, and not approved with the rest', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'research', {
    researcher: [FINDING('ten metres'), FINDING('or eleven')],
    reviewer: [waitAt(project, 'gate'), APPROVED],
  });
  await awaitEvent(project, 'researcher', 'turn-ended');
  openGate(project, 'gate');
  expect(await awaitRun(project, id)).toBe(0);
  const status = await statusOfRun(project, id);
  expect([status.messages, status.approved.length]).toEqual([3, 1]);
  expect(promptsOf(project, `${id}-reviewer`)[0]).toContain(`[${status.approved[0]}] finding of researcher`);
  expect(promptsOf(project, `${id}-reviewer`)[0]).not.toContain('finding of researcher:\nor eleven');
});

test('a message to no role, or one that is wrong, is answered with the reason; the run goes on', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'research', {
    researcher: [
      'post: {type: question, to: plumber, body: "how deep?"}',
      'post: {type: finding, title: "no body"}',
      'post: {type: question, to: researcher, body: "am I here?"}',
      'post: {type: rumour, body: "very deep"}',
      FINDING('ten metres'),
    ],
  });
  expect(await awaitRun(project, id)).toBe(0);
  const { errors, messages } = await statusOfRun(project, id);
  expect(errors).toMatchObject(
    Array.from({ length: 4 }, () => ({ type: 'routing_error', role: 'researcher', recovered: true })),
  );
  expect(messages).toBe(6);
  const record = recordOf(project, `${id}-researcher`);
  for (const { message } of errors)
    expect(record).toContain(JSON.stringify(message).slice(1, -1).slice(0, 30));
  expect(errors[0]?.message).toBe('there is no role "plumber" in this run; there are researcher, reviewer');
});

test('a question of one role reaches the other, and its answer does not end the stage', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'research', {
    researcher: [FINDING('ten metres')],
    reviewer: [
      'post: {type: question, to: researcher, body: "measured how?"}',
      waitAt(project, 'gate'),
      APPROVED,
    ],
  });
  await awaitEvent(project, `${id}-reviewer`, 'turn-see');
  await project.swarm('events', id, '--follow', '--until', 'hand-turn');
  openGate(project, 'gate');
  expect(await awaitRun(project, id)).toBe(0);
  expect(promptsOf(project, `${id}-researcher`)[1]).toBe('question of reviewer:\nmeasured how?');
  expect(await statusOfRun(project, id)).toMatchObject({ round: 2, errors: [] });
});

test('a person may talk to a role in between: its task goes on, and it is not reminded for it', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'research', {
    researcher: [waitAt(project, 'gate'), FINDING('ten metres')],
    reviewer: [waitAt(project, 'review'), APPROVED],
  });
  await awaitEvent(project, 'researcher', 'turn-see');
  expect((await project.swarm('send', 'researcher', 'hurry up')).code).toBe(0);
  openGate(project, 'gate');
  await awaitEvent(project, `${id}-reviewer`, 'turn-see');
  expect((await project.swarm('send', 'researcher', 'well done')).code).toBe(0);
  await awaitEvent(project, 'reviewer', 'heard');
  openGate(project, 'review');
  expect(await awaitRun(project, id)).toBe(0);
  expect(promptsOf(project, `${id}-researcher`).slice(1)).toEqual(
    expect.not.arrayContaining([expect.stringContaining('the run waits for a message of yours')]),
  );
  expect(promptsOf(project, `${id}-researcher`)[1]).toBe('hurry up');
  expect(await statusOfRun(project, id)).toMatchObject({ state: 'completed', round: 2, errors: [] });
});

test('a message that a role sends on a word of a person counts for its stage', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'research', { 'researcher 1': [waitAt(project, 'gate')] });
  await awaitEvent(project, 'researcher', 'turn-see');
  await project.swarm('send', 'researcher', 'say what you have');
  openGate(project, 'gate');
  expect(await awaitRun(project, id)).toBe(0);
  expect(promptsOf(project, `${id}-researcher`)).toHaveLength(2);
});

test('a role whose answer came after its process had left is heard to end its turn', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'research', { 'researcher 1': ['ask: Which well?', 'say: I see'] });
  const question = await questionOf(project, id);
  const [agent = ''] = livingOf(project).filter((line) => line.includes('rehearsal.cjs'));
  process.kill(Number.parseInt(agent, 10), 'SIGKILL');
  await vi.waitFor(() => expect(livingOf(project)).toEqual([]), { timeout: 20_000 });
  await project.swarm('answer', question.id, 'the old one');
  expect(await awaitRun(project, id)).toBe(0);
  expect(promptsOf(project, `${id}-researcher`).at(-1)).toContain('Send one of: finding');
});

test('a turn that ends without a word is followed by one reminder, which is enough', async () => {
  const project = await makeRunProject();
  const id = await startRun(project, 'architecture', { 'architect 1': ['say: done, I think'] });
  expect(await awaitRun(project, id)).toBe(0);
  expect(promptsOf(project, `${id}-architect`)[1]).toContain('Send one of: artifact');
  expect(await statusOfRun(project, id)).toMatchObject({ state: 'completed', errors: [] });
});
