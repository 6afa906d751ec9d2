import { expect, test } from 'vitest';
import { aLoop } from '../../tests/samples/loop.ts';
import { sampleAttempt, sampleSession, sampleView } from '../../tests/samples/session.ts';
import type { Ask, ValueOf } from '../app/verbs.ts';
import type { JournalEntry } from '../domain/journal/journal.ts';
import { styleFor } from '../views/style.ts';
import { followLoop } from './follow-loop.ts';
import type { Host } from './host.ts';
import type { Io, Picture } from './io.ts';

const line = (changes: Partial<JournalEntry>): JournalEntry => ({
  seq: 1,
  at: 0,
  sessionId: null,
  runId: null,
  workId: null,
  loopId: 'loop-1',
  by: 'me',
  event: 'heard',
  fromState: null,
  toState: null,
  note: 'pid 7',
  ...changes,
});

/** A loop that is over at the second look; its only session came and went between the two. */
function makeHost() {
  let looks = 0;
  const story = [
    [],
    [line({ seq: 2, sessionId: 'quick' }), line({ seq: 3, event: 'loop-finish', note: 'SUCCESS: 1 done' })],
  ];
  const shown = { ...sampleView(), attempts: [sampleAttempt({ costUsd: 0.5 })] };
  const answers = {
    'loop.show': () => aLoop({ state: looks++ === 0 ? 'running' : 'finished', endedAt: 1_000 }),
    'event.list': () => ({ entries: story.shift() ?? [], of: {} }),
    'session.show': () => ({
      ...shown,
      session: sampleSession({ id: 'quick', title: 'A quick one', state: 'completed', endedAt: 500 }),
    }),
  };
  const ask = (async (name: keyof typeof answers) => ({
    ok: true,
    value: answers[name](),
  })) as unknown as Ask;
  const wakes = async () => ({ next: async () => 'changed' as const, close: () => {} });
  return { ask, wakes, now: () => 1_000 } as unknown as Host;
}

const started = { loop: aLoop(), seq: 1, others: [], warnings: [] } as unknown as ValueOf<'loop.start'>;

function makeIo(picture: Picture | null) {
  const said: string[] = [];
  const io = {
    style: styleFor(false),
    openPicture: () => picture,
    onInterrupt: () => {},
    say: async (text: string) => void said.push(text),
  } as unknown as Io;
  return { io, said };
}

test('on a terminal it is one table, with what came and went between two looks', async () => {
  const drawn: (readonly string[])[] = [];
  const picture: Picture = {
    size: () => ({ columns: 80, rows: 24 }),
    draw: async (lines) => void drawn.push(lines),
    close: () => {},
  };
  const { io, said } = makeIo(picture);
  expect(await followLoop(makeHost(), started, io)).toMatchObject({ ok: true, value: { state: 'finished' } });
  expect(drawn.at(-1)?.join('\n')).toMatch(/loop-1: finished\n.*\$0\.50\nA quick one +completed .* \$0\.50$/);
  expect(said.join('')).toMatch(/^\[.*\] SUCCESS: 1 done\n$/);
});

test('in a pipe it is lines', async () => {
  const { io, said } = makeIo(null);
  await followLoop(makeHost(), started, io);
  expect(said.join('')).toMatch(/Session running: quick.*\n.*SUCCESS: 1 done\n$/);
});
