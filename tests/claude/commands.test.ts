import { describe, expect, test } from 'vitest';
import { calls, says } from '../stand-in/answer.ts';
import { CLAUDE_VERSIONS } from './install.ts';
import { makeClaudeProject } from './project.ts';

describe.each(CLAUDE_VERSIONS)('Claude Code %s, headless', (version) => {
  test('answers a command of its own as a task, which completes with that answer', async () => {
    const { standIn, swarm, create, status } = await makeClaudeProject(version);
    const id = await create('/help');
    expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });
    expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 1, exit_code: 0 });
    expect((await swarm('result', id)).stdout).toContain("/help isn't available in this environment.");
    expect(standIn.main()).toEqual([]);
  });

  test('is not left by /exit, forgets by /clear, and takes the messages around them in order', async () => {
    const { project, standIn, swarm, create, status } = await makeClaudeProject(version);
    const command = 'until [ -e go ]; do sleep 0.2; done; echo gone';
    const held = calls('Bash', { command, description: 'Waits' });
    standIn.play([held, says('first'), says('hosts'), says('tea')]);
    const id = await create('Work.');
    await standIn.waitFor(({ isMain }) => isMain);
    for (const words of ['/exit', '/cost', '/etc/hosts is a file.', '/clear', '/compact', 'And tea.'])
      expect(await swarm('send', id, words)).toMatchObject({ code: 0 });
    project.write('go', '');
    expect(await swarm('wait', id, '--timeout', '90s')).toMatchObject({ code: 0 });
    expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 1 });
    const told = standIn.main();
    const prompts = told.map(({ prompt }) => prompt ?? '').filter((prompt) => prompt !== '');
    expect(prompts).toEqual([
      'Work.',
      expect.stringContaining('/etc/hosts is a file.'),
      expect.stringContaining('And tea.'),
    ]);
    expect(JSON.stringify(told.at(-1)?.said)).not.toContain('/etc/hosts');
  });
});
