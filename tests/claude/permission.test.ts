import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TestProject } from '../e2e/project.ts';
import { calls, says } from '../stand-in/answer.ts';
import { CLAUDE_VERSIONS } from './install.ts';
import { type ClaudeProject, makeClaudeProject } from './project.ts';

/** A session of a persona that may only read by itself. */
async function createCareful({ write }: TestProject, swarm: ClaudeProject['swarm']): Promise<string> {
  const front = 'name: careful\ntools: [Read]\npermission_mode: default';
  write('agents/careful/careful-agent.md', `---\n${front}\n---\nYou are careful.\n`);
  return (await swarm('create', 'careful', write('task.md', 'Write a file.'), '--quiet')).stdout.trim();
}

type QuestionList = { questions: { id: string; kind: string; text: string }[] };

describe.each(CLAUDE_VERSIONS)('permission requests of Claude Code %s', (version) => {
  test('wait for the person, and an answer after the supervisor was killed reaches the tool', async () => {
    const { project, standIn, swarm, status } = await makeClaudeProject(version);
    const file = join(project.root, 'asked.txt');
    standIn.play([calls('Write', { file_path: file, content: 'allowed' }), says('Written.')]);
    const id = await createCareful(project, swarm);
    await swarm('events', id, '--follow', '--until', 'question-asked');
    expect(await status(id)).toMatchObject({ state: 'waiting' });
    const { questions } = JSON.parse((await swarm('questions', '--json')).stdout) as QuestionList;
    const [question] = questions;
    expect(question).toMatchObject({ kind: 'permission', text: expect.stringContaining('Write') });
    expect(existsSync(file)).toBe(false);

    const { pid } = JSON.parse((await swarm('supervisor', 'status', '--json')).stdout) as { pid: number };
    process.kill(pid, 'SIGKILL');
    expect(await swarm('answer', question?.id ?? '', 'allow')).toMatchObject({ code: 0 });
    expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toBe('allowed');
    expect(standIn.main().at(-1)?.toolResults).toMatchObject([{ isError: false }]);
    expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 1 });
  });

  test('are denied when the person says so, and the agent hears it', async () => {
    const { project, standIn, swarm } = await makeClaudeProject(version);
    const file = join(project.root, 'asked.txt');
    standIn.play([calls('Write', { file_path: file, content: 'no' }), says('I leave it.')]);
    const id = await createCareful(project, swarm);
    await swarm('events', id, '--follow', '--until', 'question-asked');
    const { questions } = JSON.parse((await swarm('questions', '--json')).stdout) as QuestionList;
    const [question] = questions;

    await swarm('answer', question?.id ?? '', 'deny');
    expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
    expect(existsSync(file)).toBe(false);
    expect((await swarm('logs', id)).stdout).toContain('does not allow');
  });
});
