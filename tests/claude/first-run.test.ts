import { readdirSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { supervisorPid } from '../e2e/project.ts';
import { says } from '../stand-in/answer.ts';
import { CLAUDE_VERSIONS } from './install.ts';
import { type ClaudeProject, makeClaudeProject } from './project.ts';

/** A token is never asked about, so that a file can settle all that is. */
const WITH_TOKEN = { ANTHROPIC_API_KEY: '', ANTHROPIC_AUTH_TOKEN: 'made-up-for-tests' };
const PATIENCE = { timeout: 60_000, interval: 100 };

type QuestionJson = Readonly<{ id: string; text: string; options: readonly string[] }>;

async function askedBy({ swarm }: ClaudeProject, times: number): Promise<QuestionJson> {
  return vi.waitFor(async () => {
    const { questions } = JSON.parse((await swarm('questions', '--all', '--json')).stdout);
    expect(questions).toHaveLength(times);
    return questions.at(-1);
  }, PATIENCE);
}

describe.each(CLAUDE_VERSIONS)('Claude Code %s', (version) => {
  test('is found by the doctor, without leaving anything at home', async () => {
    const { swarm, project } = await makeClaudeProject(version, { env: WITH_TOKEN });
    const { checks } = JSON.parse((await swarm('doctor', '--json')).stdout);
    const named = (name: string) => checks.filter((check: { name: string }) => check.name === name);
    expect(named('claude')).toMatchObject([{ is: 'ok', found: expect.stringContaining(`, ${version},`) }]);
    expect(named('claude login')).toMatchObject([{ is: 'ok', found: 'ANTHROPIC_AUTH_TOKEN' }]);
    expect(readdirSync(project.home)).toEqual([]);
  });

  test('starts on a screen once its obstacle is cleared, also after crashes meanwhile', async () => {
    const made = await makeClaudeProject(version, { env: WITH_TOKEN });
    const { swarm, standIn, project } = made;
    standIn.play([says('Here I am.')]);
    const id = await made.create('Say where you are.', '--mode', 'interactive');

    const first = await askedBy(made, 1);
    expect(first).toMatchObject({ kind: 'start', options: ['look again', 'start anyway', 'stop'] });
    expect(first.text).toContain(project.root);
    expect(await made.status(id)).toMatchObject({ state: 'waiting', attempt: 1 });
    process.kill(await supervisorPid(project), 'SIGKILL');

    expect((await swarm('answer', first.id, 'look again')).code).toBe(0);
    const second = await askedBy(made, 2);
    expect(standIn.main()).toEqual([]);
    expect((await swarm('doctor', '--fix', '--yes')).code).toBe(0);
    expect((await swarm('answer', second.id, 'look again')).code).toBe(0);
    await vi.waitFor(() => expect(standIn.main()).toHaveLength(1), PATIENCE);
    expect((await swarm('kill', id, '--force')).code).toBe(0);
  });

  test('starts anyway, and is asked no more, or not at all', async () => {
    const made = await makeClaudeProject(version, { env: WITH_TOKEN });
    const { swarm, project } = made;
    const id = await made.create('Say where you are.', '--mode', 'interactive');
    const { id: question } = await askedBy(made, 1);
    expect((await swarm('answer', question, 'start anyway')).code).toBe(0);
    // Offline, it gives up its welcome by itself.
    await vi.waitFor(async () => {
      const { attempt, state } = await made.status(id);
      expect([attempt, state]).not.toEqual([1, 'waiting']);
      expect(readdirSync(project.home)).toContain('.claude.json');
    }, PATIENCE);
    await askedBy(made, 1);
    await swarm('kill', id, '--force');

    const other = await made.create('Say where you are.', '--mode', 'interactive');
    const { id: last } = await askedBy(made, 2);
    expect((await swarm('answer', last, 'stop')).code).toBe(0);
    await vi.waitFor(
      async () => expect(await made.status(other)).toMatchObject({ state: 'killed' }),
      PATIENCE,
    );
  });
});
