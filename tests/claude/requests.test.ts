import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { claude } from '../../src/agents/claude.ts';
import { calls, says } from '../stand-in/answer.ts';
import { CLAUDE_VERSIONS } from './install.ts';
import { openRoom } from './room.ts';

const INTERRUPT = { type: 'control_request', request_id: 'stop-1', request: { subtype: 'interrupt' } };

describe.each(CLAUDE_VERSIONS)('Claude Code %s', (version) => {
  test('waits for a permission: a yes lets the tool work, a no does not and is told why', async () => {
    const { start, standIn, inWork } = await openRoom(version);
    standIn.play([
      calls('Write', { file_path: inWork('a.txt'), content: 'hello' }),
      calls('Bash', { command: 'touch b.txt', description: 'Makes a file' }),
      says('ready'),
    ]);
    const talk = await start();
    await talk.hand('work');
    const first = await talk.next('permission-asked', 1);
    expect(first).toMatchObject({ tool: 'Write', summary: inWork('a.txt') });
    expect(existsSync(inWork('a.txt'))).toBe(false);
    await talk.allow(first);

    const second = await talk.next('permission-asked', 2);
    expect(second).toMatchObject({ tool: 'Bash', summary: 'touch b.txt' });
    await talk.deny(second, 'Not in this folder.');
    expect(await talk.next('turn-ended')).toMatchObject({ ok: true, text: 'ready' });

    expect(talk.all('saw-answer').map(({ requestId }) => requestId)).toEqual([
      first.requestId,
      second.requestId,
    ]);
    expect(readFileSync(inWork('a.txt'), 'utf8')).toBe('hello');
    expect(existsSync(inWork('b.txt'))).toBe(false);
    expect(standIn.main().at(-1)?.toolResults).toEqual([{ text: 'Not in this folder.', isError: true }]);
  });

  test('gives up its request when it is interrupted, and takes the next turn', async () => {
    const { start, standIn, inWork } = await openRoom(version);
    standIn.play([calls('Write', { file_path: inWork('a.txt'), content: 'hello' }), says('after')]);
    const talk = await start();
    await talk.hand('work');
    const asked = await talk.next('permission-asked');
    await talk.give(`${JSON.stringify(INTERRUPT)}\n`);
    expect(await talk.next('turn-ended')).toMatchObject({ ok: false, problem: 'aborted' });
    expect(talk.all('request-withdrawn')).toEqual([
      { kind: 'request-withdrawn', requestId: asked.requestId },
    ]);
    expect(talk.all('saw-answer')).toEqual([{ kind: 'saw-answer', requestId: 'stop-1' }]);

    // A late answer has no reader and harms nothing.
    await talk.allow(asked);
    expect(await talk.ask('again')).toMatchObject({ ok: true, text: 'after' });
    expect(existsSync(inWork('a.txt'))).toBe(false);
  });

  test('asks the person a question and goes on with the answer', async () => {
    const option = (label: string) => ({ label, description: label });
    const question = {
      question: 'Which colour?',
      header: 'Colour',
      multiSelect: false,
      options: [option('Red'), option('Blue')],
    };
    const { start, standIn } = await openRoom(version, {
      script: [calls('AskUserQuestion', { questions: [question] }), says('painted')],
    });
    const talk = await start();
    await talk.hand('paint');
    const { requestId, questions, input } = await talk.next('question-asked');
    expect(questions).toMatchObject([
      { text: 'Which colour?', header: 'Colour', options: [{ label: 'Red' }, { label: 'Blue' }] },
    ]);
    const answers = { 'Which colour?': 'Blue, but a dark one' };
    await talk.give(claude.renderReply?.({ requestId, answers, input }, 'headless') ?? '');
    expect(await talk.next('turn-ended')).toMatchObject({ ok: true, text: 'painted' });
    expect(standIn.main().at(-1)?.toolResults[0]?.text).toContain('Blue, but a dark one');
  });

  test('runs the hooks of the person, and tells of one that blocks', async () => {
    const room = await openRoom(version);
    const hook = { type: 'command', command: 'echo "not on a Friday" >&2; exit 2' };
    const settings = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook] }] } };
    room.writeHome('.claude/settings.json', JSON.stringify(settings));
    room.standIn.play([
      calls('Bash', { command: 'touch a.txt', description: 'Makes a file' }),
      says('stopped'),
    ]);
    const talk = await room.start({ settings: { allowedTools: ['Bash'] } });
    expect(await talk.ask('work')).toMatchObject({ ok: true, text: 'stopped' });
    expect(talk.all('hook-blocked')).toMatchObject([
      { hook: 'PreToolUse:Bash', text: expect.stringContaining('Friday') },
    ]);
    expect(existsSync(room.inWork('a.txt'))).toBe(false);
  });
});
