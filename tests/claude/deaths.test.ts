import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { claude } from '../../src/agents/claude.ts';
import { calls, says, silence } from '../stand-in/answer.ts';
import { CLAUDE_VERSIONS } from './install.ts';
import { openRoom } from './room.ts';

const LONG = 'import time; time.sleep(3600)';

describe.each(CLAUDE_VERSIONS)('Claude Code %s', (version) => {
  test('that waits for an answer which never comes is not heard of, and obeys a polite signal', async () => {
    const { start, standIn } = await openRoom(version, { script: [silence] });
    const talk = await start();
    await talk.hand('work');
    await standIn.waitFor(({ isMain }) => isMain);
    await talk.next('began');
    await talk.signal('TERM');
    expect(await talk.exitCode()).toBe(143);
    expect(talk.all('turn-ended')).toEqual([]);
    expect(talk.all('saw-turn')).toEqual([]);
  });

  test('leaves no tool behind when it is ended in the middle of one', async () => {
    const mark = `swarm-mark-${version}-${process.pid}`;
    const { start } = await openRoom(version, {
      script: [calls('Bash', { command: `python3 -c "${LONG}" ${mark}`, description: 'Sleeps' })],
    });
    const isAtWork = (): boolean =>
      execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).includes(`time.sleep(3600) ${mark}`);
    const talk = await start({ settings: { allowedTools: ['Bash'] } });
    await talk.hand('sleep');
    await vi.waitFor(() => expect(isAtWork()).toBe(true), { timeout: 20_000 });
    await talk.signal('TERM');
    expect(await talk.exitCode()).toBe(143);
    await talk.close();
    expect(isAtWork()).toBe(false);
  });

  test('goes on with its conversation after everything of it was killed', async () => {
    const { start, standIn, inWork } = await openRoom(version);
    standIn.play([says('early'), calls('Write', { file_path: inWork('a.txt'), content: 'hello' })]);
    const first = await start();
    await first.ask('one');
    await first.hand('two');
    await first.next('permission-asked');
    // The transcript is written a moment after the fact; Swarm goes on only with one that is there.
    const transcript = claude.transcriptFile(first.input) ?? '';
    await vi.waitFor(() => expect(readFileSync(transcript, 'utf8')).toContain('early'), { timeout: 20_000 });
    await first.signal('KILL');
    expect(await first.exitCode()).toBe(137);
    await first.close();

    standIn.play([says('resumed')]);
    const second = await start({ resume: first.conversationId });
    expect(await second.ask('Continue where you left off.')).toMatchObject({ ok: true, text: 'resumed' });
    expect(
      standIn
        .main()
        .at(-1)
        ?.said.some(({ text }) => text.includes('one')),
    ).toBe(true);
    expect(existsSync(inWork('a.txt'))).toBe(false);
  });
});

// Version 2.1.197 tells only that a task has begun, not how many are left.
test('a task in the background is counted, and the agent that it wakes is heard again', async () => {
  const { start } = await openRoom('2.1.325', {
    script: [
      calls('Bash', { command: `cat fifo`, description: 'Waits', run_in_background: true }),
      says('it runs'),
      says('it has ended'),
    ],
  });
  const talk = await start({ settings: { allowedTools: ['Bash'] } });
  execFileSync('mkfifo', [join(talk.input.paths.workDir, 'fifo')]);
  expect(await talk.ask('serve')).toMatchObject({ ok: true, text: 'it runs' });
  expect(talk.all('background').at(-1)).toMatchObject({ all: [{ kind: 'command', text: 'Waits' }] });
  writeFileSync(join(talk.input.paths.workDir, 'fifo'), '');
  expect(await talk.next('turn-ended', 2)).toMatchObject({ ok: true, text: 'it has ended' });
  expect(talk.all('background').at(-1)).toMatchObject({ all: [] });
});

test('a line of 50 MB is passed over and counted, and the turn after it is served', async () => {
  const { start } = await openRoom('2.1.325', { script: [says('x'.repeat(50_000_000)), says('small')] });
  const talk = await start();
  await talk.hand('say much');
  await talk.hand('say little');
  expect(await talk.next('turn-ended')).toMatchObject({ ok: true, text: 'small' });
  expect(talk.linesTooLong()).toBeGreaterThanOrEqual(1);
});
