import { describe, expect, test } from 'vitest';
import { livingOf } from '../e2e/living.ts';
import { supervisorPid } from '../e2e/project.ts';
import { outcomeOf, type RunStatus } from '../e2e/runs.ts';
import { type Answer, calls, says } from '../stand-in/answer.ts';
import type { ApiRequest } from '../stand-in/request.ts';
import { FEWER_VERSIONS } from './install.ts';
import { makeClaudeProject, makeSettledProject } from './project.ts';

const send = (words: string): Answer =>
  calls('Bash', { command: `swarm send --type ${words}`, description: 'Tells the others' });

/** A researcher who measures again when told to, and a reviewer who minds a wet rope. */
function play({ prompt, toolResults }: ApiRequest): Answer {
  if (toolResults.length > 0) return says(`I was told: ${toolResults.at(-1)?.text}`);
  const isAgain = prompt.includes('- the rope: it was wet');
  if (prompt.includes('Find out:'))
    return send(`finding --title Depth --source well.md:1 "${isAgain ? 'twelve' : 'ten'} metres"`);
  return prompt.includes('twelve metres')
    ? send('review --verdict approved "It holds."')
    : send('review --verdict changes --finding "the rope: it was wet" "Measure again."');
}

describe.each(FEWER_VERSIONS)('a run with Claude Code %s', (version) => {
  test('two real agents find out, are sent back once, and outlive their supervisor', async () => {
    const { project, standIn, swarm } = await makeClaudeProject(version, { config: { cleanup: 'manual' } });
    standIn.play(play);
    const started = await swarm('start', 'research', 'how deep is the well?', '--quiet');
    const id = started.stdout.trim();
    await swarm('events', `${id}-reviewer`, '--follow', '--until', 'turn-see');
    process.kill(await supervisorPid(project), 'SIGKILL');
    expect((await swarm('resume', id)).code).toBe(0);
    expect(await swarm('wait', id, '--timeout', '90s')).toMatchObject({ code: 0 });

    const status = JSON.parse((await swarm('status', id, '--json')).stdout) as RunStatus;
    expect(status).toMatchObject({ state: 'completed', round: 4, messages: 4, errors: [] });
    expect(outcomeOf(project, id).result.findings.map(({ body }) => body)).toEqual(['twelve metres']);
    const told = standIn.main().flatMap(({ toolResults }) => toolResults.map(({ text }) => text));
    expect(told.every((text) => text.includes('taken in'))).toBe(true);
    const conversations = standIn.main().map(({ conversationId }) => conversationId);
    expect(new Set(conversations).size).toBe(2);
    expect(livingOf(project)).toEqual([]);
  });

  test('a role may sit before a screen, where a person could join it', async () => {
    const { project, standIn, swarm } = await makeSettledProject(version, { cleanup: 'manual' });
    standIn.play(play);
    const words = ['how deep is the well?', '--set', 'reviewer.mode=interactive', '--quiet'];
    const id = (await swarm('start', 'research', ...words)).stdout.trim();
    expect(await swarm('wait', id, '--timeout', '90s')).toMatchObject({ code: 0 });
    expect(outcomeOf(project, id).result.reviews.map(({ verdict }) => verdict)).toEqual([
      'changes',
      'approved',
    ]);
    expect(livingOf(project)).toEqual([]);
  });
});
