import type { Subscription } from './feed.ts';

const HEARTBEAT_MS = 15_000;
const HEARTBEAT = ': still here\n\n';

type Frame = Readonly<{ event: string; id: number; data: unknown }>;

const renderFrame = ({ event, id, data }: Frame): string =>
  `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * What one viewer is sent: where the journal ends, then what changed. Made only as fast as it is read, so a
 * viewer that stops reading costs nothing; what it missed is told at once, or it has to fetch anew.
 */
export async function* framesFor(seen: Subscription, after: number | null): AsyncGenerator<string> {
  try {
    const end = await seen.cursor();
    const isResumed = after !== null && seen.since(after).is !== 'reset';
    let cursor = isResumed ? after : end;
    yield renderFrame({ event: 'snapshot', id: cursor, data: { cursor, resumed: isResumed } });
    while (!seen.isClosed) {
      const changes = seen.since(cursor);
      cursor = changes.cursor;
      if (changes.is === 'reset') yield renderFrame({ event: 'reset', id: cursor, data: { cursor } });
      if (changes.is === 'some')
        yield renderFrame({ event: 'change', id: cursor, data: { cursor, keys: changes.keys } });
      if (changes.is === 'none' && (await seen.next(HEARTBEAT_MS))) yield HEARTBEAT;
    }
  } finally {
    seen.close();
  }
}

/** A stream that asks for a frame only when the last one has been taken. */
export function eventStream(seen: Subscription, after: number | null): ReadableStream<Uint8Array> {
  const frames = framesFor(seen, after);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await frames.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: () => seen.close(),
    },
    { highWaterMark: 0 },
  );
}

/** `Last-Event-ID` of a browser that comes back, or what the address says; null to begin now. */
export function readCursor(...given: readonly (string | undefined)[]): number | null {
  const text = given.find((one) => one !== undefined && /^\d{1,15}$/.test(one));
  return text === undefined ? null : Number(text);
}
