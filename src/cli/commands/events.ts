import * as z from 'zod/mini';
import { isSafeId } from '../../contract/id.ts';
import { ListEvents } from '../../contract/session.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { eventJson, renderEventLine } from '../../views/event-line.ts';
import { answered, localCommand } from '../command.ts';
import { wholeNumber } from '../flag.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { type Whose, whoseOf } from '../session-of.ts';

const PAGE = 1000;
const LOOK_AGAIN_MS = 60_000;

const Input = z.extend(z.omit(ListEvents, { limit: true, sessionId: true, runId: true, loopId: true }), {
  name: z.optional(z.string()),
  limit: z.optional(z.int().check(z.minimum(1))),
  follow: z._default(z.boolean(), false),
  until: z.optional(z.string()),
});
type Input = z.infer<typeof Input>;

export const events = localCommand({
  asks: 'anyone',
  name: 'events',
  summary: 'Show the journal: every change, who asked for it, and why',
  about: 'With --json the entries are one list, which --follow leaves open until it is interrupted.',
  examples: ['swarm events', 'swarm events 1763222400000', 'swarm events reviewer --follow'],
  words: [
    {
      name: 'session|run|role|loop',
      key: 'name',
      isOptional: true,
      about: 'Only those of this session, of this run and its sessions, or of this loop',
      offers: 'target',
    },
  ],
  flags: [
    { name: 'follow', short: 'f', key: 'follow', about: 'Stay and show what happens' },
    {
      name: 'until',
      key: 'until',
      value: 'event',
      about: 'Leave after the first entry of this name, as heard',
    },
    { name: 'after', key: 'after', value: 'number', about: 'Only entries after this one', ...wholeNumber },
    { name: 'limit', key: 'limit', value: 'number', about: 'At most so many', ...wholeNumber },
  ],
  input: Input,
  run,
  show: () => '',
  json: () => undefined,
});

async function run(host: Host, input: Input, io: Io): Promise<Outcome<null>> {
  const whose = await whoseOrLoop(host, input.name);
  if (!whose.ok) return whose;
  return tell(host, { ...input, ...whose.value }, io);
}

type WhoseLines = Whose & Readonly<{ loopId?: string }>;

/** Loops have lines of their own; what their sessions do stands with those. */
async function whoseOrLoop(host: Host, name: string | undefined): Promise<Outcome<WhoseLines>> {
  const whose = await whoseOf(await host.app(), name);
  if (whose.ok || name === undefined || !isSafeId(name)) return whose;
  const loop = await host.ask('loop.show', { loopId: name });
  return loop.ok ? answered({ loopId: name }) : whose;
}

async function tell(host: Host, input: Input & WhoseLines, io: Io): Promise<Outcome<null>> {
  const { sessionId, runId, loopId, until } = input;
  const whose = { sessionId, runId, loopId };
  const app = await host.app();
  const printer = printerOn(io);
  let after = input.after;
  let left = input.limit ?? Number.POSITIVE_INFINITY;
  const catchUp = async (): Promise<Outcome<null>> => {
    while (left > 0) {
      const page = await app.listEvents({ ...whose, after, limit: Math.min(PAGE, left) });
      if (!page.ok) return page;
      const last = page.value.at(-1);
      if (last === undefined) break;
      for (const entry of page.value) {
        await printer.print(entry);
        left = entry.event === until ? 0 : left - 1;
        if (left <= 0) break;
      }
      after = last.seq;
    }
    return answered(null);
  };
  const first = await catchUp();
  if (!first.ok) return first;
  if (input.follow && left > 0) {
    const ended = await follow(host, { catchUp, isEnough: () => left <= 0 });
    if (!ended.ok) return ended;
  }
  await printer.close();
  return answered(null);
}

type Follow = Readonly<{ catchUp: () => Promise<Outcome<null>>; isEnough: () => boolean }>;

async function follow(host: Host, { catchUp, isEnough }: Follow): Promise<Outcome<null>> {
  const wakes = await host.wakes();
  try {
    for (;;) {
      const caughtUp = await catchUp();
      if (!caughtUp.ok || isEnough()) return caughtUp;
      await wakes.next(LOOK_AGAIN_MS);
    }
  } finally {
    wakes.close();
  }
}

/** One list in JSON, however long it takes to grow; lines otherwise. */
function printerOn(io: Io) {
  if (!io.isJson) {
    return {
      print: (entry: JournalEntry) => io.write(renderEventLine(entry, io.style)),
      close: async () => {},
    };
  }
  let separator = '[\n';
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (!isClosed) await io.write(separator === '[\n' ? '[]\n' : '\n]\n');
    isClosed = true;
  };
  io.onInterrupt(() => void close());
  return {
    close,
    async print(entry: JournalEntry): Promise<void> {
      const text = `${separator}${JSON.stringify(eventJson(entry))}`;
      separator = ',\n';
      await io.write(text);
    },
  };
}
