import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { claude } from '../../src/agents/claude.ts';
import { calls, says } from '../stand-in/answer.ts';
import { CLAUDE_VERSIONS } from './install.ts';
import { openRoom } from './room.ts';

describe.each(CLAUDE_VERSIONS)('Claude Code %s', (version) => {
  test('takes a turn, repeats its id, ends it well, and leaves when its input ends', async () => {
    const { start, standIn } = await openRoom(version, { script: [says('All is done.')] });
    const talk = await start({ model: 'sonnet' });
    const turnId = await talk.hand('Say "hi" to $(whoami) `now`\n\té 🎭 \u2028 end');
    expect(await talk.next('turn-ended')).toMatchObject({ ok: true, text: 'All is done.', problem: null });

    expect(talk.all('saw-turn')).toEqual([{ kind: 'saw-turn', turnId }]);
    expect(talk.all('began')).toMatchObject([{ conversationId: talk.conversationId }]);
    expect(talk.all('said')).toEqual([{ kind: 'said', text: 'All is done.', asResult: 'whole' }]);
    expect(talk.facts().filter(({ kind }) => kind === 'unknown' || kind === 'broken')).toEqual([]);

    const [asked] = standIn.main();
    expect(asked).toMatchObject({ conversationId: talk.conversationId });
    expect(asked?.prompt).toBe('Say "hi" to $(whoami) `now`\n\té 🎭 \u2028 end');
    expect(asked?.model).toContain('sonnet');
    expect(asked?.system).toContain('You are the tester of this project.');
    expect(asked?.system).toContain('Agent contract');
    expect(await talk.leave()).toBe(0);
  });

  test('serves two turns in one process and goes on in the next, each with its own cost', async () => {
    const { start, standIn } = await openRoom(version, { script: [says('one'), says('two'), says('three')] });
    const first = await start();
    const one = await first.ask('first');
    const two = await first.ask('second');
    expect(await first.leave()).toBe(0);
    expect(existsSync(claude.transcriptFile(first.input) ?? '')).toBe(true);

    const second = await start({ resume: first.conversationId });
    const three = await second.ask('third');
    expect(await second.leave()).toBe(0);
    expect(second.all('began')[0]?.conversationId).toBe(first.conversationId);
    expect(
      standIn
        .main()
        .at(-1)
        ?.said.map(({ text }) => text),
    ).toEqual(expect.arrayContaining(['one', 'second', 'two', 'third']));
    expect(standIn.main().at(-1)?.system).toContain('You are the tester of this project.');

    const price = one.processCostUsd ?? 0;
    expect(price).toBeGreaterThan(0);
    expect(two.processCostUsd).toBeCloseTo(2 * price, 9);
    const isTurnTold = three.turnCostUsd !== undefined;
    expect(isTurnTold).toBe(version === '2.1.325');
    expect(three.turnCostUsd ?? three.processCostUsd).toBeCloseTo(price, 9);
    // The total of the newer version includes what earlier processes spent; it must not count twice.
    expect(three.processCostUsd).toBeCloseTo(isTurnTold ? 3 * price : price, 9);
  });

  test('works with the tools that it is allowed, our own command among them, and tells of each', async () => {
    const { start, standIn, inWork } = await openRoom(version);
    standIn.play([
      calls('Write', { file_path: inWork('a.txt'), content: 'hello' }),
      calls('Bash', { command: 'cat a.txt; exit 3', description: 'Reads and fails' }),
      calls('Bash', { command: 'swarm done "all is well"', description: 'Tells Swarm' }),
      says('ready'),
    ]);
    const talk = await start({
      settings: { allowedTools: ['mcp__serena__*', 'Write', 'Bash(cat *)', 'Bash(exit *)'] },
    });
    expect(await talk.ask('work')).toMatchObject({ ok: true, text: 'ready' });
    expect(talk.all('tool-started').map(({ name }) => name)).toEqual(['Write', 'Bash', 'Bash']);
    expect(talk.all('tool-ended').map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(talk.all('tool-ended').at(-1)?.text).toBe('swarm was asked to: done all is well');
    expect(talk.all('permission-asked')).toEqual([]);
    expect(await talk.leave()).toBe(0);
  });

  test('hands in what a schema asks for', async () => {
    const { start } = await openRoom(version, { script: [calls('StructuredOutput', { verdict: 'pass' })] });
    const schema = { type: 'object', properties: { verdict: { type: 'string' } }, required: ['verdict'] };
    const talk = await start({ settings: { schema: JSON.stringify(schema) } });
    expect(await talk.ask('judge')).toMatchObject({ ok: true, structured: '{"verdict":"pass"}' });
  });

  test('takes prompts that come while it works into one turn, and ends them together', async () => {
    const { start, standIn } = await openRoom(version, {
      script: [says('slow', { delayMs: 1_000 }), says('both')],
    });
    const talk = await start();
    const first = await talk.hand('one');
    await standIn.waitFor(({ isMain }) => isMain);
    const second = await talk.hand('two');
    const third = await talk.hand('three');
    await talk.next('turn-ended', 2);
    expect(await talk.leave()).toBe(0);
    const told = talk.facts().flatMap((fact) => {
      if (fact.kind === 'saw-turn') return [fact.turnId];
      return fact.kind === 'turn-ended' ? [fact.text] : [];
    });
    expect(told).toEqual([first, 'slow', second, third, 'both']);
    expect(standIn.main().at(-1)?.prompt).toBe('two\nthree');
  });

  test('keeps its transcript where the adapter looks for it, also in a folder with a long name', async () => {
    const workName = `${'long_folder.name-'.repeat(12)}é 漢`;
    const room = await openRoom(version, { script: [says('kept')], workName });
    const talk = await room.start();
    await talk.ask('remember');
    await talk.leave();
    expect(existsSync(claude.transcriptFile(talk.input) ?? '')).toBe(true);
  });
});
