import { describe, expect, test, vi } from 'vitest';
import { calls, says } from '../stand-in/answer.ts';
import { FEWER_VERSIONS } from './install.ts';
import { makeSettledProject, nextEvent, typeLine } from './project.ts';

describe.each(FEWER_VERSIONS)('a headless session of Claude Code %s', (version) => {
  test('is taken over in the middle of its work, goes on by hand, and is handed back', async () => {
    const made = await makeSettledProject(version, {});
    const { standIn, swarm, status } = made;
    standIn.play([
      calls('Bash', { command: 'python3 -c "import time; time.sleep(60)"', description: 'Takes long' }),
      says('By hand it goes.'),
      says('All done.'),
    ]);
    const id = await made.create('Remember the colour blue, and wait.');
    await vi.waitFor(async () => expect(await status(id)).toMatchObject({ heartbeat: { tool_calls: 1 } }), {
      timeout: 20_000,
      interval: 100,
    });
    const taken = await swarm('attach', '--take-over', id);
    expect(taken).toMatchObject({ code: 0, stdout: expect.stringContaining('taken over') });
    await vi.waitFor(async () => expect(await status(id)).toMatchObject({ state: 'idle' }), {
      timeout: 20_000,
    });
    expect(await status(id)).toMatchObject({ mode: 'interactive', attempt: 2 });

    const ended = await nextEvent(made, id, 'turn-ended');
    await typeLine(made, 'Which colour?');
    await ended();
    expect(JSON.stringify(standIn.main().at(-1)?.said)).toContain('Remember the colour blue');
    expect(await status(id)).toMatchObject({ state: 'idle' });

    expect((await swarm('hand-back', id, 'Finish it.')).code).toBe(0);
    expect((await swarm('wait', id, '--timeout', '40s')).code).toBe(0);
    expect(await status(id)).toMatchObject({ status: 'COMPLETED', mode: 'headless', attempt: 3 });
    const said = JSON.stringify(standIn.main().at(-1)?.said);
    expect(said).toContain('Which colour?');
    expect(said).toContain('Finish it.');
  });

  test('refuses what makes no sense, and says what does', async () => {
    const made = await makeSettledProject(version, {});
    made.standIn.play([says('Done.')]);
    const id = await made.create('Do it.');
    await made.swarm('wait', id, '--timeout', '40s');
    expect(await made.swarm('attach', '--take-over', id)).toMatchObject({ code: 1 });
    const handed = await made.swarm('hand-back', id);
    expect(handed).toMatchObject({ code: 1, stderr: expect.stringContaining('already terminated') });
  });
});
