import * as z from 'zod/mini';
import { ListEvents } from '../../contract/event.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { eventJson, renderEventLine } from '../../views/event-line.ts';
import { answered, command } from '../command.ts';
import { wholeNumber } from '../flag.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { type Reply, reply } from '../reply.ts';

const PAGE = 1000;
const LOOK_AGAIN_MS = 60_000;

/** The newest so many are shown, unless others are asked for: a journal only grows. */
const NEWEST = 1000;
const MOST_NEWEST = 10_000;

const Input = z.extend(z.pick(ListEvents, { name: true }), {
  after: z.optional(z.int().check(z.minimum(0))),
  limit: z.optional(z.int().check(z.minimum(1))),
  all: z._default(z.boolean(), false),
  follow: z._default(z.boolean(), false),
  until: z.optional(z.string()),
});
type Input = z.infer<typeof Input>;

export const events = command({
  name: 'events',
  summary: 'Show the journal: every change, who made it and why',
  about: [
    `Shows the newest ${NEWEST} entries, the newest last; --limit shows fewer or more, --all every one,`,
    '--after those behind a number. With --json it prints one object, with the names of events as --until',
    'takes them; --follow keeps it open until you interrupt it.',
  ].join('\n'),
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
      about: 'Leave after the first entry of this name, as --json has it',
    },
    { name: 'after', key: 'after', value: 'number', about: 'Only entries after this one', ...wholeNumber },
    { name: 'limit', key: 'limit', value: 'number', about: 'Only the newest so many', ...wholeNumber },
    { name: 'all', key: 'all', about: 'From the first entry on' },
  ],
  input: Input,
  run,
  show: { 'event.list': ({ entries }, style) => entries.map((one) => renderEventLine(one, style)).join('') },
});

/** Printed as they come: there may be more of them than fit into memory. */
async function run(host: Host, input: Input, io: Io): Promise<Outcome<Reply<'event.list'>>> {
  if (!isFromStart(input) && (input.limit ?? 0) > MOST_NEWEST) {
    throw new UsageError(`--limit: at most ${MOST_NEWEST}; --all shows every entry`, { key: 'limit' });
  }
  const printer = printerOn(io);
  const reader = readerOf(host, input, printer);
  const first = await (isFromStart(input) ? reader.catchUp() : reader.showNewest());
  if (!first.ok) return first;
  if (input.follow && !reader.isEnough()) {
    const ended = await follow(host, reader);
    if (!ended.ok) return ended;
  }
  await printer.close();
  return reply('event.list', { entries: [], of: {} }, { written: 'all' });
}

/** Whether it reads on from an entry, instead of showing the newest. */
const isFromStart = ({ after, all, until }: Input): boolean =>
  after !== undefined || all || until !== undefined;

type Reader = Readonly<{
  catchUp: () => Promise<Outcome<null>>;
  showNewest: () => Promise<Outcome<null>>;
  isEnough: () => boolean;
}>;

/** Prints what it has not printed yet. A role is looked up once: it names nothing once its run is over. */
function readerOf(host: Host, { name, after: from = 0, limit, until }: Input, printer: Printer): Reader {
  let of: Pick<ListEvents, 'name' | 'sessionId' | 'runId' | 'loopId'> = { name };
  let after = from;
  let left = limit ?? Number.POSITIVE_INFINITY;
  const catchUp = async (): Promise<Outcome<null>> => {
    while (left > 0) {
      const page = await host.ask('event.list', { ...of, after, limit: Math.min(PAGE, left) });
      if (!page.ok) return page;
      of = page.value.of;
      const last = page.value.entries.at(-1);
      if (last === undefined) break;
      for (const entry of page.value.entries) {
        await printer.print(entry);
        left = entry.event === until ? 0 : left - 1;
        if (left <= 0) break;
      }
      after = last.seq;
    }
    return answered(null);
  };
  const showNewest = async (): Promise<Outcome<null>> => {
    const newest = await host.ask('event.list', { ...of, after, limit: limit ?? NEWEST, newest: true });
    if (!newest.ok) return newest;
    of = newest.value.of;
    for (const entry of newest.value.entries) await printer.print(entry);
    after = newest.value.entries.at(-1)?.seq ?? after;
    if (limit !== undefined) left = limit - newest.value.entries.length;
    return answered(null);
  };
  return { catchUp, showNewest, isEnough: () => left <= 0 };
}

async function follow(host: Host, { catchUp, isEnough }: Reader): Promise<Outcome<null>> {
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

type Printer = Readonly<{ print: (entry: JournalEntry) => Promise<void>; close: () => Promise<void> }>;

const OPENING = '{"events": [\n';

/** One object in JSON, however long it takes to grow; lines otherwise. */
function printerOn(io: Io): Printer {
  if (!io.isJson) {
    return {
      print: (entry) => io.write(renderEventLine(entry, io.style)),
      close: async () => {},
    };
  }
  let separator = OPENING;
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (!isClosed) await io.write(separator === OPENING ? '{"events": []}\n' : '\n]}\n');
    isClosed = true;
  };
  io.onInterrupt(() => void close());
  return {
    close,
    async print(entry) {
      const text = `${separator}${JSON.stringify(eventJson(entry))}`;
      separator = ',\n';
      await io.write(text);
    },
  };
}
