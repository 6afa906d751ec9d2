import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { calls, says } from '../stand-in/answer.ts';
import { CLAUDE_VERSIONS, FEWER_VERSIONS } from './install.ts';
import { type ClaudeProject, makeSettledProject, nextEvent } from './project.ts';

const usage = {
  input_tokens: 1100,
  output_tokens: 70,
  cache_read_input_tokens: 500,
  cache_creation_input_tokens: 300,
};
const PER_ANSWER = { input_tokens: 1900, output_tokens: 70 };
/**
 * What one answer costs with the model that each version takes by itself, and how many answers a task with a
 * sub-agent takes: the newer version puts the agent into the background and wakes up once more by itself.
 */
const VERSIONS = {
  '2.1.197': { price: 0.009375, answers: 5 },
  '2.1.325': { price: 0.0074, answers: 6 },
};
/** A version may ask a cheap model for a little more. */
const EXTRA_USD = 0.005;
type Usage = Readonly<{ input_tokens: number; output_tokens: number; cost_usd: number }>;

const usageOf = async ({ status }: ClaudeProject, id: string): Promise<Usage> =>
  (await status(id)).usage as Usage;

/** The transcript and the status line are written a moment after the end of a turn. */
const expectUsage = (made: ClaudeProject, id: string, expected: (usage: Usage) => void): Promise<void> =>
  vi.waitFor(async () => expected(await usageOf(made, id)), { timeout: 20_000, interval: 200 });

const expectAnswers = (made: ClaudeProject, id: string, count: number): Promise<void> =>
  expectUsage(made, id, (told) =>
    expect(told).toMatchObject({
      input_tokens: count * PER_ANSWER.input_tokens,
      output_tokens: count * PER_ANSWER.output_tokens,
    }),
  );

const expectCost = (made: ClaudeProject, id: string, usd: number): Promise<void> =>
  expectUsage(made, id, ({ cost_usd }) => {
    expect(cost_usd).toBeGreaterThan(usd - 0.0001);
    expect(cost_usd).toBeLessThan(usd + EXTRA_USD);
  });

describe.each(CLAUDE_VERSIONS)('on the screen of Claude Code %s', (version) => {
  test('tokens and money are counted once, with sub-agents and after a resume', async () => {
    const made = await makeSettledProject(version, { mode: 'interactive' });
    const { standIn, swarm, project } = made;
    const shown = join(project.root, 'shown');
    const statusLine = { type: 'command', command: `cat >'${shown}'; echo "my own line"` };
    writeFileSync(
      project.write('../home/.claude/settings.json', ''),
      JSON.stringify({ statusLine, permissions: { allow: ['Agent', 'Bash'] } }),
    );
    const task = { description: 'sub', prompt: 'sub task', subagent_type: 'general-purpose' };
    const answersOfMain = [
      calls('Bash', { command: 'true', description: 'x' }, { text: 'I look.', usage }),
      says('First.', { usage }),
      calls('Agent', task, { usage }),
    ];
    // In the background it ends after its parent's turn, or the two would be one.
    let sayDone = (): void => {};
    const parentDone = new Promise<void>((resolve) => {
      sayDone = resolve;
    });
    standIn.play(async ({ prompt }) => {
      if (!prompt.includes(task.prompt)) return answersOfMain.shift() ?? says('More.', { usage });
      if (version === '2.1.325') await parentDone;
      return says('Sub.', { usage });
    });
    const id = await made.create('Begin.');
    await swarm('events', id, '--follow', '--until', 'turn-ended');
    await expectAnswers(made, id, 2);
    await vi.waitFor(() => expect(project.tmux('capture-pane', '-p')).toContain('my own line'), {
      timeout: 20_000,
    });

    const ended = await nextEvent(made, id, 'turn-ended');
    await swarm('send', id, 'Use an agent.');
    await ended();
    sayDone();
    const { price, answers } = VERSIONS[version];
    await vi.waitFor(() => expect(standIn.main()).toHaveLength(answers), { timeout: 20_000 });
    await vi.waitFor(async () => expect(await made.status(id)).toMatchObject({ state: 'idle' }), {
      timeout: 20_000,
    });
    await expectAnswers(made, id, answers);
    await expectCost(made, id, answers * price);

    project.tmux('kill-server');
    const again = await nextEvent(made, id, 'turn-ended');
    await swarm('send', id, 'Go on.');
    await again();
    await expectAnswers(made, id, answers + 1);
    // The money of one answer more, not that of the whole conversation again.
    await expectCost(made, id, (answers + 1) * price);
  });

  test('what is sent to an agent at work ends when it was read, and not before', async () => {
    const made = await makeSettledProject(version, { mode: 'interactive' });
    const { standIn, swarm } = made;
    standIn.play([
      calls('Bash', { command: 'sleep 5', description: 'Waits' }),
      says('With the first.', { pieceMs: 2_000 }),
      says('By itself.'),
    ]);
    const id = await made.create('Wait.');
    await vi.waitFor(
      async () => expect(await made.status(id)).toMatchObject({ heartbeat: { current_tool: 'Bash' } }),
      { timeout: 20_000, interval: 100 },
    );
    await swarm('send', id, '--steer', 'Read me within.');
    await vi.waitFor(() => expect(standIn.main()).toHaveLength(2), { timeout: 30_000 });
    await swarm('send', id, '--steer', 'Read me afterwards.');
    await vi.waitFor(() => expect(standIn.main()).toHaveLength(3), { timeout: 30_000 });
    await vi.waitFor(async () => expect(await made.status(id)).toMatchObject({ state: 'idle' }), {
      timeout: 30_000,
    });
    const { events } = JSON.parse((await swarm('events', id, '--json')).stdout) as {
      events: { event: string }[];
    };
    expect(events.filter(({ event }) => event === 'turn-finish')).toHaveLength(3);
  });
});

test.each(CLAUDE_VERSIONS)(
  '%s: a budget of tokens that is used up keeps the next message from it, until it is raised',
  async (version) => {
    const made = await makeSettledProject(version, { mode: 'interactive' });
    const { standIn, swarm } = made;
    standIn.play([says('First.', { usage }), says('Second.', { usage })]);
    const id = await made.create('Begin.', '--budget-tokens', '1500');
    await swarm('events', id, '--follow', '--until', 'turn-ended');
    await expectAnswers(made, id, 1);
    await swarm('send', id, 'And then?');
    await swarm('events', id, '--follow', '--until', 'question-asked');
    expect(await made.status(id)).toMatchObject({ state: 'waiting', attempt: 1 });
    expect(standIn.main()).toHaveLength(1);

    const { questions } = JSON.parse((await swarm('questions', '--json')).stdout) as {
      questions: { id: string; options: string[] }[];
    };
    const [question] = questions;
    const ended = await nextEvent(made, id, 'turn-ended');
    await swarm('answer', question?.id ?? '', question?.options[0] ?? '');
    await ended();
    expect(standIn.main()).toHaveLength(2);
    expect(await made.status(id)).toMatchObject({ state: 'idle', attempt: 1 });
  },
);

test.each(FEWER_VERSIONS)(
  '%s: a budget of money ends a turn in its middle, and a person is asked',
  async (version) => {
    const made = await makeSettledProject(version, { mode: 'interactive' });
    const { standIn, swarm, project } = made;
    project.write('agents/busy/busy-agent.md', '---\nname: busy\ntools: [Bash]\n---\nYou work.\n');
    standIn.play(() => calls('Bash', { command: 'sleep 0.2', description: 'x' }, { usage }));
    const task = project.write('task.md', 'Work on and on.');
    const id = (await swarm('create', 'busy', task, '--quiet', '--budget', '0.02')).stdout.trim();
    await swarm('events', id, '--follow', '--until', 'question-asked');
    expect(await made.status(id)).toMatchObject({
      state: 'waiting',
      questions: [{ text: expect.stringMatching(/used up \(\$0\.\d+ of \$0\.02\)/) }],
    });
  },
);
