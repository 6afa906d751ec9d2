import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { claude } from '../../src/agents/claude.ts';
import type { StartContext } from '../../src/domain/agent/obstacle.ts';
import { calls, says } from '../stand-in/answer.ts';
import { CLAUDE_VERSIONS, type ClaudeVersion } from './install.ts';
import { MADE_UP_KEY } from './isolated.ts';
import { openRoom, type Room } from './room.ts';

const PROMPT = 'Do the "thing" for $(whoami)\n\tsecond line é 🎭 \\\nthird line.';

/** A room whose person has answered every dialog before. */
async function settledRoom(version: ClaudeVersion): Promise<Room> {
  const room = await openRoom(version, { hasScreen: true });
  const projects = { [room.workDir]: { hasTrustDialogAccepted: true } };
  const customApiKeyResponses = { approved: [MADE_UP_KEY.slice(-20)], rejected: [] };
  room.writeHome(
    '.claude.json',
    JSON.stringify({ hasCompletedOnboarding: true, customApiKeyResponses, projects }),
  );
  return room;
}

function foreseen({ home, workDir }: Room): readonly string[] {
  const context: StartContext = {
    home,
    workDir,
    repository: null,
    mode: 'interactive',
    permissionMode: null,
    env: { ANTHROPIC_API_KEY: MADE_UP_KEY },
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
  };
  const files = Object.fromEntries(
    (claude.startFiles?.(context) ?? []).map(({ path }) => [
      path,
      existsSync(path) ? readFileSync(path, 'utf8') : null,
    ]),
  );
  return (claude.foresee?.(context, files) ?? []).map(({ code }) => code);
}

describe.each(CLAUDE_VERSIONS)('Claude Code %s with a screen', (version) => {
  test('submits its first prompt by itself, asks, is answered by file, and keeps the record', async () => {
    const room = await settledRoom(version);
    expect(foreseen(room)).toEqual([]);
    const mark = join(room.home, 'own-hook-ran');
    const own = { hooks: { Stop: [{ hooks: [{ type: 'command', command: `touch '${mark}'` }] }] } };
    room.writeHome('.claude/settings.json', JSON.stringify(own));
    room.standIn.play([
      calls('Write', { file_path: room.inWork('a.txt'), content: 'hello' }),
      calls('Bash', { command: 'touch b.txt', description: 'Makes a file' }),
      calls('Bash', { command: 'swarm done', description: 'Tells Swarm' }),
      says('All is done.'),
    ]);
    const talk = await room.start({ mode: 'interactive', prompt: PROMPT });
    const seen = await talk.next('saw-prompt');
    expect(claude.screen?.isPromptOf(talk.input.turn.id, seen.text)).toBe(true);

    const first = await talk.next('permission-asked', 1);
    expect(first).toMatchObject({ tool: 'Write', summary: room.inWork('a.txt') });
    await vi.waitFor(async () => expect(await room.screen()).toContain('Do you want to'), {
      timeout: 20_000,
    });
    await talk.allow(first);
    const second = await talk.next('permission-asked', 2);
    await talk.deny(second, 'Not in this folder.');

    expect(await talk.next('turn-ended')).toMatchObject({ ok: true, text: 'All is done.' });
    expect(readFileSync(room.inWork('a.txt'), 'utf8')).toBe('hello');
    expect(existsSync(room.inWork('b.txt'))).toBe(false);
    expect(talk.all('request-settled')[0]).toEqual({
      kind: 'request-settled',
      tool: first.tool,
      input: first.input,
    });
    expect(talk.all('began')).toMatchObject([{ conversationId: talk.conversationId }]);
    expect(talk.facts().filter(({ kind }) => kind === 'unknown' || kind === 'broken')).toEqual([]);
    expect(room.standIn.main().at(-2)?.toolResults).toEqual([{ text: 'Not in this folder.', isError: true }]);
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true), { timeout: 20_000 });
  });

  test('is answered on the screen as well, which settles what was asked', async () => {
    const room = await settledRoom(version);
    room.standIn.play([
      calls('Write', { file_path: room.inWork('a.txt'), content: 'hello' }),
      says('By hand.'),
    ]);
    const talk = await room.start({ mode: 'interactive', prompt: 'Write it.' });
    const asked = await talk.next('permission-asked');
    await vi.waitFor(async () => expect(await room.screen()).toContain('Do you want to'), {
      timeout: 20_000,
    });
    await room.press('Enter');
    expect(await talk.next('turn-ended')).toMatchObject({ ok: true, text: 'By hand.' });
    expect(talk.all('request-settled')).toMatchObject([{ tool: asked.tool, input: asked.input }]);
  });

  test('stops where it was foreseen: at the question whether the folder can be trusted', async () => {
    const room = await settledRoom(version);
    const state = JSON.parse(readFileSync(join(room.home, '.claude.json'), 'utf8'));
    room.writeHome('.claude.json', JSON.stringify({ ...state, projects: {} }));
    expect(foreseen(room)).toEqual(['folder-not-trusted']);
    const talk = await room.start({ mode: 'interactive', prompt: 'Do it.' });
    await vi.waitFor(async () => expect(await room.screen()).toContain('trust'), { timeout: 30_000 });
    expect(talk.facts()).toEqual([]);
  });

  test('stops where it was foreseen: at the question whether the key may be used', async () => {
    const room = await settledRoom(version);
    const state = JSON.parse(readFileSync(join(room.home, '.claude.json'), 'utf8'));
    room.writeHome('.claude.json', JSON.stringify({ ...state, customApiKeyResponses: {} }));
    expect(foreseen(room)).toEqual(['key-unknown']);
    const talk = await room.start({ mode: 'interactive', prompt: 'Do it.' });
    await vi.waitFor(async () => expect(await room.screen()).toContain('API key'), { timeout: 30_000 });
    expect(talk.facts()).toEqual([]);
  });
});
