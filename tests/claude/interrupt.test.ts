import { describe, expect, test, vi } from 'vitest';
import { calls, says } from '../stand-in/answer.ts';
import { CLAUDE_VERSIONS } from './install.ts';
import { makeSettledProject } from './project.ts';

const LIMIT = { timeout: 20_000, interval: 100 };

describe.each(CLAUDE_VERSIONS)('a headless session of Claude Code %s', (version) => {
  test('is interrupted in the middle of a tool, and hears the answer in its conversation', async () => {
    const { create, standIn, swarm, status } = await makeSettledProject(version, {});
    standIn.play([
      calls('Bash', { command: 'python3 -c "import time; time.sleep(60)"', description: 'Takes long' }),
      says('All done.'),
    ]);
    const id = await create('Remember the colour blue, and wait.');
    await vi.waitFor(
      async () => expect(await status(id)).toMatchObject({ heartbeat: { tool_calls: 1 } }),
      LIMIT,
    );
    const ran = await swarm('interrupt', id, 'main is red');
    expect(ran.code).toBe(0);
    await vi.waitFor(
      async () => expect(await status(id)).toMatchObject({ state: 'waiting', tmux_active: false }),
      LIMIT,
    );
    const [questionId = ''] = /q-[0-9a-f]{8}/.exec(ran.stdout) ?? [];
    expect((await swarm('answer', questionId, 'It is green again.')).code).toBe(0);
    expect((await swarm('wait', id, '--timeout', '40s')).code).toBe(0);
    expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 2, retries_left: 3 });
    const said = JSON.stringify(standIn.main().at(-1)?.said);
    expect(said).toContain('Remember the colour blue');
    expect(said).toContain('You were interrupted: main is red');
    expect(said).toContain('It is green again.');
  });

  test('tells what its turn took when it is interrupted, and is charged that alone', async () => {
    const { create, standIn, swarm, status } = await makeSettledProject(version, {});
    const command = 'python3 -c "import time; time.sleep(60)"';
    const usage = { input_tokens: 4_000, output_tokens: 500 };
    standIn.play([calls('Bash', { command, description: 'Takes long' }, { usage }), says('All done.')]);
    const id = await create('Wait.', '--budget', '2', '--budget-tokens', '100k');
    await vi.waitFor(
      async () => expect(await status(id)).toMatchObject({ heartbeat: { tool_calls: 1 } }),
      LIMIT,
    );
    const ran = await swarm('interrupt', id, 'main is red');
    const took = { usage: { input_tokens: 4_000, output_tokens: 500 } };
    await vi.waitFor(
      async () => expect(await status(id)).toMatchObject({ state: 'waiting', tmux_active: false, ...took }),
      LIMIT,
    );
    const { usage: told, budgets } = (await status(id)) as unknown as Spending;
    expect(told.cost_usd).toBeGreaterThan(0.01);
    expect(budgets[0]).toMatchObject({ spent_tokens: 4_500, reserved_usd: 0, reserved_tokens: 0 });
    expect(budgets[0]?.spent_usd).toBeCloseTo(told.cost_usd, 5);

    const [questionId = ''] = /q-[0-9a-f]{8}/.exec(ran.stdout) ?? [];
    expect((await swarm('answer', questionId, 'Go on.')).code).toBe(0);
    expect((await swarm('wait', id, '--timeout', '40s')).code).toBe(0);
    expect(await status(id)).toMatchObject({ status: 'COMPLETED', attempt: 2, retries_left: 3 });
  });
});

type Spending = Readonly<{
  usage: { cost_usd: number };
  budgets: readonly { spent_usd: number; spent_tokens: number }[];
}>;
