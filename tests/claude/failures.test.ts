import { describe, expect, test } from 'vitest';
import { calls, cut, fails, limitedUntil, says } from '../stand-in/answer.ts';
import { CLAUDE_VERSIONS } from './install.ts';
import { AS_SUBSCRIBER, openRoom } from './room.ts';

const HOUR_S = 3_600;
const shell = calls('Bash', { command: 'echo hello', description: 'Says hello' });

describe.each(CLAUDE_VERSIONS)('Claude Code %s', (version) => {
  test('ends a turn that took too many steps, and takes the next one', async () => {
    const { start } = await openRoom(version, { script: [shell, shell, says('after')] });
    const talk = await start({ settings: { maxTurns: 2 } });
    expect(await talk.ask('work')).toMatchObject({ ok: false, problem: 'max-turns' });
    expect(await talk.ask('again')).toMatchObject({ ok: true, text: 'after' });
  });

  test('ends a turn that cost too much, and every turn after it', async () => {
    const { start } = await openRoom(version, { script: [shell, says('too late')] });
    const talk = await start({ settings: { allowanceUsd: 0.0005 } });
    const ended = await talk.ask('work');
    expect(ended).toMatchObject({ ok: false, problem: 'budget' });
    expect(ended.turnCostUsd ?? ended.processCostUsd).toBeGreaterThan(0.0005);
    expect(await talk.ask('again')).toMatchObject({ ok: false, problem: 'budget' });
    expect(await talk.leave()).toBe(1);
  });

  test('names what the API complained of, turn after turn, and recovers in the same process', async () => {
    const { start, standIn } = await openRoom(version);
    const talk = await start();
    const complaints = [
      [fails(529, 'overloaded_error'), 'overloaded'],
      [fails(500, 'api_error'), 'server-error'],
      [fails(401, 'authentication_error'), 'authentication'],
      [fails(400, 'invalid_request_error'), 'invalid-request'],
      [fails(429, 'rate_limit_error', { 'retry-after': String(HOUR_S) }), 'rate-limit'],
      [cut, 'network'],
    ] as const;
    for (const [answer, problem] of complaints) {
      // Some complaints make the CLI try again at once.
      standIn.play(() => answer);
      expect(await talk.ask(problem)).toMatchObject({ ok: false, problem });
    }
    // Who pays by key is not told when a limit ends.
    expect(talk.all('limited').map(({ resetAt }) => resetAt)).toEqual([null]);
    standIn.play([says('well again')]);
    expect(await talk.ask('once more')).toMatchObject({ ok: true, text: 'well again' });
    expect(await talk.leave()).toBe(0);
  });

  test('says that it is not logged in', async () => {
    const { start, standIn } = await openRoom(version, { env: { ANTHROPIC_API_KEY: '' } });
    const talk = await start();
    expect(await talk.ask('work')).toMatchObject({ ok: false, problem: 'authentication' });
    expect(standIn.main()).toEqual([]);
  });

  test('says that the address does not answer', async () => {
    const { start } = await openRoom(version, { env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' } });
    const talk = await start();
    expect(await talk.ask('work')).toMatchObject({ ok: false, problem: 'network' });
    expect(await talk.leave()).toBe(1);
  });

  test('tells when the limit of a subscription ends', async () => {
    const resetAt = Math.floor(Date.now() / 1000) + HOUR_S;
    const { start } = await openRoom(version, {
      script: () => limitedUntil(resetAt),
      env: AS_SUBSCRIBER,
    });
    const talk = await start();
    expect(await talk.ask('work')).toMatchObject({ ok: false, problem: 'rate-limit' });
    expect(talk.all('limited').map(({ resetAt: end }) => end)).toContain(resetAt * 1000);
  });

  test('says that a conversation is not there', async () => {
    const { start } = await openRoom(version);
    const talk = await start({ resume: '11111111-2222-4333-8444-555555555555' });
    await talk.hand('go on');
    expect(await talk.exitCode()).toBe(1);
    expect(talk.facts()).toEqual([]);
    expect(await talk.errors()).toContain('No conversation found');
  });

  test('says on stderr what is wrong with how it was started', async () => {
    const { start } = await openRoom(version);
    const talk = await start({ spec: { permissionMode: 'no-such-mode' } });
    expect(await talk.exitCode()).toBe(1);
    expect(talk.facts()).toEqual([]);
    expect(await talk.errors()).toContain('no-such-mode');
  });
});
