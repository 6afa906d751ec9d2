import { setTimeout } from 'node:timers/promises';
import type { Wakes } from '../app/session/wait-sessions.ts';
import type { ValueOf } from '../app/verbs.ts';
import type { JournalEntry } from '../domain/journal/journal.ts';
import type { Loop } from '../domain/loop/loop.ts';
import type { Outcome } from '../domain/outcome.ts';
import { renderIterationLines } from '../views/iteration-log.ts';
import { renderLoopPicture } from '../views/loop-picture.ts';
import { answered } from './command.ts';
import type { Host } from './host.ts';
import type { Io, Picture } from './io.ts';
import { LoopSessions } from './loop-sessions.ts';

const LOOK_AGAIN_MS = 60_000;
/** What happens at nearly the same time is told together: every look of every follower costs. */
const TOGETHER_MS = 100;
const DRAW_TOGETHER_MS = 500;
/** Times are drawn anew this often while nothing happens. */
const TICK_MS = 1_000;
const TICKS_MOST = 30;
const PAGE = 1_000;

type StartedLoop = ValueOf<'loop.start'>;

/** Stays with a loop until it is over: a table that stays where it is on a terminal, lines elsewhere. */
export async function followLoop(host: Host, started: StartedLoop, io: Io): Promise<Outcome<Loop>> {
  const picture = io.openPicture();
  if (picture !== null) io.onInterrupt(picture.close);
  const wakes = await host.wakes();
  const story = storyOf(host, started);
  try {
    return await (picture === null
      ? tellLines(host, { story, wakes, io, loopId: started.loop.id })
      : drawTable(host, { story, wakes, io, loopId: started.loop.id, picture }));
  } finally {
    picture?.close();
    wakes.close();
  }
}

type Following = Readonly<{ story: Story; wakes: Wakes; io: Io; loopId: string }>;

async function tellLines(host: Host, { story, wakes, io, loopId }: Following): Promise<Outcome<Loop>> {
  for (;;) {
    const found = await host.ask('loop.show', { loopId });
    if (!found.ok) return found;
    const told = await story(async (entries) => io.say(entries.map(renderIterationLines).join('')));
    if (!told.ok) return told;
    if (found.value.state === 'finished') return found;
    await wakes.next(LOOK_AGAIN_MS);
    await setTimeout(TOGETHER_MS);
  }
}

async function drawTable(
  host: Host,
  { story, wakes, io, loopId, picture }: Following & Readonly<{ picture: Picture }>,
): Promise<Outcome<Loop>> {
  const sessions = new LoopSessions();
  let end: JournalEntry | null = null;
  for (;;) {
    const found = await host.ask('loop.show', { loopId });
    if (!found.ok) return found;
    const loop = found.value;
    const told = await story(async (entries) => {
      for (const { sessionId } of entries) if (sessionId !== null) sessions.add(sessionId);
      end = entries.findLast(({ event }) => event === 'loop-finish') ?? end;
    });
    if (!told.ok) return told;
    for (const { sessionId } of loop.atWork) sessions.add(sessionId);
    const seen = await sessions.refresh(host);
    if (!seen.ok) return seen;
    const draw = (): Promise<void> => {
      const scene = { loop, rows: sessions.rows(), costUsd: sessions.costUsd(), now: host.now() };
      return picture.draw(renderLoopPicture(scene, picture.size(), io.style));
    };
    await draw();
    if (loop.state === 'finished') {
      if (end !== null) await io.say(renderIterationLines(end));
      return found;
    }
    for (let ticks = 0; ticks < TICKS_MOST && (await wakes.next(TICK_MS)) === 'timeout'; ticks++)
      await draw();
    await setTimeout(DRAW_TOGETHER_MS);
  }
}

/** Passes on what the journal has told of the loop since the last call. */
type Story = (take: (entries: readonly JournalEntry[]) => Promise<void>) => Promise<Outcome<null>>;

function storyOf(host: Host, { loop: { id: loopId }, seq }: StartedLoop): Story {
  let after = seq;
  return async (take) => {
    for (;;) {
      const events = await host.ask('event.list', { loopId, after, limit: PAGE });
      if (!events.ok) return events;
      const { entries } = events.value;
      after = entries.at(-1)?.seq ?? after;
      await take(entries);
      if (entries.length < PAGE) return answered(null);
    }
  };
}
