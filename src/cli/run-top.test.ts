import { expect, test } from 'vitest';
import { sampleOverview } from '../../tests/samples/overview.ts';
import { Fault } from '../domain/fault.ts';
import { styleFor } from '../views/style.ts';
import { readKeys } from '../views/top/key.ts';
import type { AltScreen, AltScreenEvents } from './alt-screen.ts';
import type { Host } from './host.ts';
import type { Io } from './io.ts';
import { runTop } from './run-top.ts';

const SOON = { timeout: 20_000, interval: 20 };

type VerbCall = Readonly<{ verb: string; input: unknown }>;

/** `swarm top` before a terminal that remembers what was drawn, in a project that answers by this table. */
function openTerminal(answers: Readonly<Record<string, () => unknown>> = {}) {
  const log: string[] = [];
  const asked: VerbCall[] = [];
  let drawn: readonly string[] = [];
  let events: AltScreenEvents | null = null;
  let tell = (): void => undefined;
  const screen: AltScreen = {
    size: () => ({ columns: 80, rows: 24 }),
    draw: (lines) => {
      drawn = lines;
    },
    clear: () => void log.push('clear'),
    suspend: () => void log.push('suspend'),
    close: () => void log.push('close'),
    lend: async (work) => void log.push('lend', await work()),
  };
  const ask = async (verb: string, input: unknown): Promise<unknown> => {
    asked.push({ verb, input });
    if (answers[verb]) return answers[verb]();
    return { ok: true, value: sampleOverview() };
  };
  const ended = runTop({
    host: { ask } as unknown as Host,
    io: { style: styleFor(false) } as Io,
    open: async (given) => {
      events = given;
      return screen;
    },
    ports: {
      news: {
        next: () =>
          new Promise((resolve) => {
            tell = () => resolve('changed');
          }),
        close: () => tell(),
      },
      run: async (words) => {
        log.push(words.join(' '));
        return words[0] === 'create' ? 1 : 0;
      },
      page: async (text) => {
        log.push(text);
        return 'back';
      },
    },
  });
  return {
    log,
    asked,
    ended,
    change: () => tell(),
    shown: () => drawn.join('\n'),
    press: (text: string) => events?.pressed(readKeys(text).keys),
    warn: (text: string) => events?.warned(text),
    leave: () => events?.gone(),
  };
}

const seen = async (terminal: ReturnType<typeof openTerminal>, text: string): Promise<void> =>
  expect.poll(terminal.shown, SOON).toContain(text);

test('keys reach the verbs, and the terminal is given back at the end', async () => {
  const terminal = openTerminal({ 'session.kill': () => ({ ok: true, value: null }) });
  await seen(terminal, 's-asks');
  terminal.press('xy');
  await seen(terminal, 's-asks is being ended');
  terminal.press('q');
  expect(await terminal.ended).toEqual({ ok: true, value: null });
  expect(terminal.log).toEqual(['close']);
  expect(terminal.asked).toContainEqual({
    verb: 'session.kill',
    input: { sessionId: 's-asks', reason: 'asked by the operator' },
  });
});

test('attach, logs and create borrow the terminal; what failed is read before it goes', async () => {
  const terminal = openTerminal({
    'session.output': () => ({ ok: true, value: { text: 'what it wrote' } }),
  });
  await seen(terminal, 's-asks');
  terminal.press('aln\rGlq');
  await terminal.ended;
  expect(terminal.log).toEqual([
    'attach s-asks',
    'lend',
    'back',
    'logs s-asks --follow',
    'lend',
    'read',
    'create -- grafana-validator',
    'lend',
    'read',
    'what it wrote',
    'lend',
    'back',
    'close',
  ]);
});

test('a refusal, a fault and a warning are told on the screen, which stays', async () => {
  const refusal = { code: 'session-not-found', sessionId: 's-asks', near: [] };
  const terminal = openTerminal({
    'session.kill': () => ({ ok: false, refusal }),
    'session.diff': () => {
      throw new Fault('git-failed', 'git would not', { hint: 'Try again', retry: true });
    },
  });
  await seen(terminal, 's-asks');
  terminal.press('xy');
  await seen(terminal, 'Session not found: s-asks');
  terminal.press('d');
  await seen(terminal, 'git would not. Try again');
  terminal.warn('The supervisor is not running\n');
  await seen(terminal, 'The supervisor is not running');
  terminal.leave();
  expect(await terminal.ended).toEqual({ ok: true, value: null });
});

test('a change of rows is drawn without a key; a look that fails passes', async () => {
  let looks = 0;
  const terminal = openTerminal({
    'session.overview': () => {
      looks += 1;
      if (looks === 2) throw new Fault('store-busy', 'the database is busy', { retry: true });
      return { ok: true, value: sampleOverview(looks > 2 ? { questions: [] } : {}) };
    },
  });
  await seen(terminal, 'Which datasource?');
  terminal.change();
  await seen(terminal, 'the database is busy');
  await expect
    .poll(() => {
      terminal.change();
      return terminal.shown();
    }, SOON)
    .not.toContain('Which datasource?');
  terminal.press('q');
  await terminal.ended;
});

test('a bug ends it, with the terminal given back first', async () => {
  const terminal = openTerminal({
    'session.diff': () => {
      throw new Error('a bug');
    },
  });
  await seen(terminal, 's-asks');
  terminal.press('d');
  await expect(terminal.ended).rejects.toThrow('a bug');
  expect(terminal.log).toEqual(['close']);
});
