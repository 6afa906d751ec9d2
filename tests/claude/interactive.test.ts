import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { calls, says } from '../stand-in/answer.ts';
import { CLAUDE_VERSIONS } from './install.ts';
import { type ClaudeProject, createCareful, makeSettledProject, nextEvent, typeLine } from './project.ts';

describe.each(CLAUDE_VERSIONS)('a session on the screen of Claude Code %s', (version) => {
  test('works on its task, rests, takes the next message in once, and ends when told', async () => {
    const made = await makeSettledProject(version, { mode: 'interactive' });
    const { standIn, swarm, status } = made;
    standIn.play([says('First done.'), says('Second done.')]);
    const id = await made.create('Do the "first" thing.\nWith $(two) lines.');
    await swarm('events', id, '--follow', '--until', 'turn-ended');
    expect(await status(id)).toMatchObject({ state: 'idle', attempt: 1 });

    const ended = await nextEvent(made, id, 'turn-ended');
    await swarm('send', id, 'Do the second thing.\n\tWith `tabs`, é 🎭 and a "quote".\nThird line.');
    await ended();
    expect(standIn.main().map(({ prompt }) => prompt)).toEqual([
      'Do the "first" thing.\nWith $(two) lines.',
      expect.stringMatching(/^Do the second thing\.\s+With `tabs`, é 🎭 and a "quote"\.\nThird line\.$/),
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
    await vi.waitFor(async () => expect(await status(id)).toMatchObject({ state: 'idle' }));
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
    expect(standIn.main().map(({ prompt }) => prompt)).toEqual([
      'Begin.',
      'half a thought, now whole.',
      'From a colleague.',
    ]);
  });

  test('goes on in the same conversation, on a new screen, when everything was killed', async () => {
    const made = await makeSettledProject(version, { mode: 'interactive' });
    const { standIn, swarm, project, status } = made;
    standIn.play([says('I remember: blue.'), says('It was blue.')]);
    const id = await made.create('Remember the colour blue.');
    await swarm('events', id, '--follow', '--until', 'turn-ended');
    const { pid } = JSON.parse((await swarm('supervisor', 'status', '--json')).stdout) as { pid: number };
    process.kill(pid, 'SIGKILL');
    project.tmux('kill-server');

    const ended = await nextEvent(made, id, 'turn-ended');
    await swarm('send', id, 'Which colour was it?');
    await ended();
    expect(await status(id)).toMatchObject({ state: 'idle', attempt: 2 });
    expect(JSON.stringify(standIn.main().at(-1)?.said)).toContain('I remember: blue.');
    expect((await swarm('logs', id)).stdout).toContain('It was blue.');
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
