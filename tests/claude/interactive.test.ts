import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { killEverything } from '../e2e/kill-everything.ts';
import { calls, says } from '../stand-in/answer.ts';
import { CLAUDE_VERSIONS } from './install.ts';
import { type Loss, lose, waitUntilKept } from './kept.ts';
import {
  type ClaudeProject,
  createCareful,
  makeSettledProject,
  nextEvent,
  typeLine,
  unmarked,
} from './project.ts';

const LOSSES: readonly Loss[] = ['all', 'its prompt'];

describe.each(CLAUDE_VERSIONS)('a session on the screen of Claude Code %s', (version) => {
  test('works on its task, rests, takes the next message in once, and ends when told', async () => {
    const made = await makeSettledProject(version, { mode: 'interactive' });
    const { standIn, swarm, status } = made;
    standIn.play([says('First done.'), says('Second done.')]);
    const id = await made.create('Do the "first" thing.\nWith $(two) lines.');
    await swarm('events', id, '--follow', '--until', 'turn-ended');
    expect(await status(id)).toMatchObject({ state: 'idle', attempt: 1 });

    const ended = await nextEvent(made, id, 'turn-ended');
    await swarm('send', id, 'Do the second thing.\n  With `ticks`, é 🎭 and a "quote".\nThird line.');
    await ended();
    expect(standIn.main().map(({ prompt }) => unmarked(prompt))).toEqual([
      'Do the "first" thing.\nWith $(two) lines.',
      'Do the second thing.\n  With `ticks`, é 🎭 and a "quote".\nThird line.',
    ]);
    expect((await swarm('logs', id)).stdout).toContain('Second done.');

    expect((await swarm('kill', id, '--force')).code).toBe(0);
    await swarm('wait', id, '--timeout', '30s');
    expect(await status(id)).toMatchObject({ status: 'KILLED', attempt: 1 });
  });

  test('asks for permission, and an answer after the supervisor was killed reaches the hook', async () => {
    const made = await makeSettledProject(version, { mode: 'interactive' });
    const { standIn, swarm, project } = made;
    const file = join(project.root, 'asked.txt');
    standIn.play([calls('Write', { file_path: file, content: 'allowed' }), says('Written.')]);
    const id = await createCareful(made, 'Write a file.');
    await swarm('events', id, '--follow', '--until', 'question-asked');
    const { pid } = JSON.parse((await swarm('supervisor', 'status', '--json')).stdout) as { pid: number };
    process.kill(pid, 'SIGKILL');

    const ended = await nextEvent(made, id, 'turn-ended');
    expect(await swarm('answer', await openQuestion(made), 'allow')).toMatchObject({ code: 0 });
    await ended();
    expect(readFileSync(file, 'utf8')).toBe('allowed');
    expect(standIn.main().at(-1)?.toolResults).toMatchObject([{ isError: false }]);
  });

  test('is answered on its screen as well, which closes the question', async () => {
    const made = await makeSettledProject(version, { mode: 'interactive' });
    const { standIn, swarm, project, status } = made;
    const file = join(project.root, 'asked.txt');
    standIn.play([calls('Write', { file_path: file, content: 'by hand' }), says('Written.')]);
    const id = await createCareful(made, 'Write a file.');
    await swarm('events', id, '--follow', '--until', 'question-asked');
    const ended = await nextEvent(made, id, 'turn-finish');
    await vi.waitFor(() => expect(screenOf(made)).toContain('Do you want to'), { timeout: 20_000 });
    project.tmux('send-keys', 'Enter');
    await ended();
    expect(readFileSync(file, 'utf8')).toBe('by hand');
    await vi.waitFor(async () => expect(await status(id)).toMatchObject({ state: 'idle' }), {
      timeout: 20_000,
    });
    expect(JSON.parse((await swarm('questions', '--json')).stdout)).toEqual({ questions: [] });
  });

  test('waits with a message while a person types, and never mixes the two', async () => {
    const made = await makeSettledProject(version, { mode: 'interactive' });
    const { standIn, swarm, project } = made;
    standIn.play([says('First.'), says('Typed.'), says('Sent.')]);
    const id = await made.create('Begin.');
    await swarm('events', id, '--follow', '--until', 'turn-ended');
    project.tmux('send-keys', '-l', 'half a thought');
    await vi.waitFor(() => expect(screenOf(made)).toContain('half a thought'), { timeout: 20_000 });

    const seen = await nextEvent(made, id, 'turn-see');
    await swarm('send', id, 'From a colleague.');
    await swarm('events', id, '--follow', '--until', 'hand-turn');
    project.tmux('send-keys', '-l', ', now whole.');
    project.tmux('send-keys', 'Enter');
    await seen();
    await vi.waitFor(() => expect(standIn.main()).toHaveLength(3), { timeout: 20_000 });
    expect(standIn.main().map(({ prompt }) => unmarked(prompt))).toEqual([
      'Begin.',
      'half a thought, now whole.',
      'From a colleague.',
    ]);
  });

  test('goes on in the same conversation, on a new screen, when everything was killed', async () => {
    const made = await makeSettledProject(version, { mode: 'interactive' });
    const { standIn, swarm, status } = made;
    standIn.play([says('I remember: blue.'), says('It was blue.')]);
    const id = await made.create('Remember the colour blue.');
    await swarm('events', id, '--follow', '--until', 'turn-ended');
    await waitUntilKept(made, { prompt: 'Remember the colour blue.', answer: 'I remember: blue.' });
    await killEverything(made.project);

    const ended = await nextEvent(made, id, 'turn-ended');
    await swarm('send', id, 'Which colour was it?');
    await ended();
    expect(await status(id)).toMatchObject({ state: 'idle', attempt: 2 });
    expect(JSON.stringify(standIn.main().at(-1)?.said)).toContain('I remember: blue.');
    expect(unmarked(standIn.main().at(-1)?.prompt)).toBe('Which colour was it?');
    expect((await swarm('logs', id)).stdout).toContain('It was blue.');
  });

  test.each(LOSSES)('killed before it had kept its task (%s), it is told all again', async (loss) => {
    const made = await makeSettledProject(version, { mode: 'interactive' });
    const { standIn, swarm, status } = made;
    standIn.play([says('I remember: blue.'), says('It was blue.')]);
    const id = await made.create('Remember the colour blue.');
    await swarm('events', id, '--follow', '--until', 'turn-ended');
    await waitUntilKept(made, { prompt: 'Remember the colour blue.', answer: 'I remember: blue.' });
    await killEverything(made.project);
    lose(made, 'Remember the colour blue.', loss);

    const ended = await nextEvent(made, id, 'turn-ended');
    await swarm('send', id, 'Which colour was it?');
    await ended();
    expect(await status(id)).toMatchObject({ state: 'idle', attempt: 2 });
    expect(standIn.main()).toHaveLength(2);
    const prompt = unmarked(standIn.main().at(-1)?.prompt);
    expect(prompt).toMatch(/^Remember the colour blue\.\n[\s\S]*you do not remember/);
    expect(prompt).toMatch(/I remember: blue\.[\s\S]*Which colour was it\?$/);
  });

  test.each(LOSSES)('killed before it had kept a later turn (%s), it is told that again', async (loss) => {
    const made = await makeSettledProject(version, { mode: 'interactive' });
    const { standIn, swarm, status } = made;
    standIn.play([says('Ready.'), says('Tabs it is.'), says('Noted.'), says('Tabs.')]);
    const id = await made.create('Get ready.');
    await swarm('events', id, '--follow', '--until', 'turn-ended');
    const second = await nextEvent(made, id, 'turn-ended');
    await swarm('send', id, 'Use tabs from now on.');
    await second();
    await waitUntilKept(made, { prompt: 'Use tabs from now on.', answer: 'Tabs it is.' });
    await killEverything(made.project);
    lose(made, 'Use tabs from now on.', loss);

    await swarm('send', id, 'Tabs or blanks?');
    const isAsked = (): boolean => standIn.main().some(({ prompt }) => prompt.includes('Tabs or blanks?'));
    await vi.waitFor(() => expect(isAsked()).toBe(true), { timeout: 40_000 });
    await vi.waitFor(async () => expect(await status(id)).toMatchObject({ state: 'idle', attempt: 2 }), {
      timeout: 20_000,
    });
    const [, , third] = standIn.main();
    expect(third?.prompt).toMatch(/Use tabs from now on\.[\s\S]*Tabs it is\./);
    expect(JSON.stringify(third?.said)).toContain('Get ready.');
  });

  test('is completed when the person leaves its screen', async () => {
    const made = await makeSettledProject(version, { mode: 'interactive' });
    made.standIn.play([says('Done.')]);
    const id = await made.create('Begin.');
    await made.swarm('events', id, '--follow', '--until', 'turn-ended');
    await typeLine(made, '/exit');
    expect((await made.swarm('wait', id, '--timeout', '30s')).code).toBe(0);
    expect(await made.status(id)).toMatchObject({ status: 'COMPLETED', attempt: 1 });
  });
});

const screenOf = ({ project }: ClaudeProject): string => project.tmux('capture-pane', '-p');

async function openQuestion({ swarm }: ClaudeProject): Promise<string> {
  const { questions } = JSON.parse((await swarm('questions', '--json')).stdout) as {
    questions: { id: string }[];
  };
  const [question] = questions;
  return question?.id ?? '';
}
