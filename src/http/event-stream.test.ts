import { expect, test } from 'vitest';
import type { Ask } from '../app/verbs.ts';
import { eventStream, readCursor } from './event-stream.ts';
import { Feed } from './feed.ts';

type Line = { seq: number; event: string; sessionId: string | null };

/** A journal in memory, and a feed that follows it. */
function follow(first: number) {
  const journal: Line[] = [];
  let hasNews = false;
  let resume = (): void => {};
  const wake = (): void => {
    hasNews = true;
    resume();
  };
  let watches = 0;
  const add = (count: number): void => {
    for (let n = 0; n < count; n += 1)
      journal.push({ seq: journal.length + 1, event: 'created', sessionId: `s${journal.length + 1}` });
    wake();
  };
  add(first);
  const ask = async (
    _: string,
    { after, limit, newest }: { after: number; limit: number; newest?: boolean },
  ) => {
    const rest = journal.filter(({ seq }) => seq > after);
    const entries = (newest ? rest.slice(-limit) : rest.slice(0, limit)).map((line) => ({
      ...line,
      runId: null,
      workId: null,
      loopId: null,
    }));
    return { ok: true, value: { entries, of: {} } };
  };
  const feed = new Feed({
    ask: ask as unknown as Ask,
    lookAfter: async () => {},
    log: () => {},
    wakes: () => {
      watches += 1;
      return {
        async next() {
          if (!hasNews)
            await new Promise<void>((resolve) => {
              resume = resolve;
            });
          hasNews = false;
          return 'changed';
        },
        close: () => {
          watches -= 1;
          wake();
        },
      };
    },
  });
  return { feed, add, watches: () => watches };
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<unknown> {
  const { value, done } = await reader.read();
  if (done) return 'end';
  const text = new TextDecoder().decode(value);
  return { event: /^event: (.*)$/m.exec(text)?.[1], ...JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '') };
}

const keys = (...numbers: number[]) => numbers.map((n) => ({ kind: 'session', id: `s${n}` }));

test('a viewer is told where the journal ends, and then each change', async () => {
  const { feed, add } = follow(3);
  const reader = eventStream(
    feed.subscribe(() => {}),
    null,
  ).getReader();
  expect(await next(reader)).toEqual({ event: 'snapshot', cursor: 3, resumed: false });
  add(1);
  expect(await next(reader)).toEqual({ event: 'change', cursor: 4, keys: keys(4) });
  add(2);
  expect(await next(reader)).toEqual({ event: 'change', cursor: 6, keys: keys(5, 6) });
  await reader.cancel();
});

test('a viewer that comes back is told what it missed, and nothing else', async () => {
  const { feed } = follow(5);
  const reader = eventStream(
    feed.subscribe(() => {}),
    3,
  ).getReader();
  expect(await next(reader)).toEqual({ event: 'snapshot', cursor: 3, resumed: true });
  expect(await next(reader)).toEqual({ event: 'change', cursor: 5, keys: keys(4, 5) });
  await reader.cancel();
});

test('a viewer that stops reading for long starts anew, and another one misses nothing', async () => {
  const { feed, add } = follow(1);
  const slow = eventStream(
    feed.subscribe(() => {}),
    null,
  ).getReader();
  const quick = eventStream(
    feed.subscribe(() => {}),
    null,
  ).getReader();
  expect(await next(slow)).toMatchObject({ event: 'snapshot' });
  expect(await next(quick)).toMatchObject({ event: 'snapshot', cursor: 1 });
  let last = 1;
  while (last < 3_001) {
    add(500);
    const change = (await next(quick)) as { event: string; cursor: number; keys: unknown[] };
    expect(change).toMatchObject({ event: 'change', cursor: last + 500 });
    expect(change.keys).toHaveLength(500);
    last = change.cursor;
  }
  expect(await next(slow)).toEqual({ event: 'reset', cursor: 3_001 });
  add(1);
  expect(await next(slow)).toEqual({ event: 'change', cursor: 3_002, keys: keys(3_002) });
  await slow.cancel();
  await quick.cancel();
});

test('the journal is followed only while there is a viewer, and its leaving is told once', async () => {
  const { feed, watches } = follow(1);
  expect(watches()).toBe(0);
  let left = 0;
  const seen = feed.subscribe(() => {
    left += 1;
  });
  const reader = eventStream(seen, null).getReader();
  await next(reader);
  expect(watches()).toBe(1);
  await reader.cancel();
  seen.close();
  expect([watches(), left]).toEqual([0, 1]);
});

test('a cursor is a number, and that of the browser comes first', () => {
  expect(readCursor('7', '3')).toBe(7);
  expect(readCursor(undefined, '3')).toBe(3);
  expect(readCursor('x', '3')).toBe(3);
  expect(readCursor('-1', '1e9')).toBeNull();
});
