import type { AltScreen, AltScreenEvents } from '../cli/alt-screen.ts';
import { flushKeys, readKeys } from '../views/top/key.ts';
import { screenSize, watchScreenSize, writeControl, writeLines } from './output.ts';

// The other buffer of the terminal, no cursor, no wrapping, and pasted text between marks.
const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[?2004h\u001b[2J';
const LEAVE = '\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[0m\u001b[?1049l';
const CLEAR = '\u001b[2J';
/** Over a slow line, the rest of a sequence may come this much later than its escape. */
const ESCAPE_MS = 50;
const LONGEST_MS = 2 ** 30;
const EXIT_OF = { SIGTERM: 143, SIGHUP: 129, SIGQUIT: 131 } as const;

type ScreenHandlers = Readonly<{ events: AltScreenEvents; closed: () => void }>;
type Holder = 'screen' | 'shell' | 'another' | 'closed';

/** Takes the whole terminal. */
export function openAltScreen({ events, closed }: ScreenHandlers): AltScreen {
  let holder: Holder = 'closed';
  let drawn: readonly string[] = [];
  const input = openInput(events);
  const forget = (): void => {
    drawn = [];
    writeControl(CLEAR);
  };
  const enter = (): void => {
    // First of all: in the background this stops us, before anything is written.
    input.start();
    holder = 'screen';
    drawn = [];
    writeControl(ENTER);
  };
  const leave = (next: Holder): void => {
    if (holder === 'screen') {
      writeControl(LEAVE);
      input.stop();
    }
    holder = next;
  };
  const unwatch = watchProcess({
    ends: () => leave('closed'),
    stops: () => {
      if (holder === 'screen') leave('shell');
      process.kill(process.pid, 'SIGSTOP');
    },
    goesOn: () => {
      if (holder !== 'screen' && holder !== 'shell') return;
      enter();
      events.changed();
    },
    resizes: () => {
      if (holder !== 'screen') return;
      forget();
      events.changed();
    },
  });
  // While it is stopped nothing else may be under way, and Node would take that for the end.
  const open = setInterval(() => undefined, LONGEST_MS);
  enter();
  return {
    size: screenSize,
    draw(lines) {
      if (holder !== 'screen') return;
      writeLines(changesOf(drawn, lines));
      drawn = lines;
    },
    clear: forget,
    async lend(work) {
      leave('another');
      try {
        if ((await withoutInterrupts(work)) === 'read') await input.awaitKey();
      } finally {
        enter();
      }
    },
    // All of its process group, as the terminal would do it.
    suspend: () => void process.kill(0, 'SIGTSTP'),
    close() {
      leave('closed');
      unwatch();
      clearInterval(open);
      closed();
    },
  };
}

const changesOf = (before: readonly string[], lines: readonly string[]): ReadonlyMap<number, string> =>
  new Map(lines.flatMap((line, at) => (line === before[at] ? [] : [[at + 1, line] as const])));

type Input = Readonly<{ start: () => void; stop: () => void; awaitKey: () => Promise<void> }>;

function openInput({ pressed, gone }: AltScreenEvents): Input {
  const { stdin } = process;
  let rest = '';
  let timer: NodeJS.Timeout | undefined;
  stdin.setEncoding('utf8');
  stdin.once('end', gone).once('error', gone);
  const tell = (read: ReturnType<typeof readKeys>): void => {
    rest = read.rest;
    if (read.keys.length > 0) pressed(read.keys);
  };
  const read = (text: string): void => {
    clearTimeout(timer);
    tell(readKeys(rest + text));
    if (rest !== '') timer = setTimeout(() => tell(flushKeys(rest)), ESCAPE_MS);
  };
  const start = (): void => {
    // Another program may have changed the terminal behind our back: only a change is passed on to it.
    stdin.off('data', read).setRawMode(false).setRawMode(true).on('data', read).resume();
  };
  const stop = (): void => {
    clearTimeout(timer);
    rest = '';
    stdin.off('data', read).pause();
    quietly(() => stdin.setRawMode(false));
  };
  return {
    start,
    stop,
    async awaitKey() {
      writeControl('\n[any key: back to swarm top]');
      stdin.setRawMode(true).resume();
      await new Promise<void>((resolve) => void stdin.once('data', () => resolve()).once('end', resolve));
      stdin.setRawMode(false).pause();
    },
  };
}

/** A terminal that has gone takes no more settings. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {}
}

type Turns = Readonly<{ ends: () => void; stops: () => void; goesOn: () => void; resizes: () => void }>;

/** However this process ends or stops, the terminal is given back first; what stops all that again. */
function watchProcess({ ends, stops, goesOn, resizes }: Turns): () => void {
  const leaving = Object.entries(EXIT_OF).map(([signal, code]) => {
    const leave = (): never => process.exit(code);
    process.on(signal, leave);
    return () => process.off(signal, leave);
  });
  process.on('exit', ends).on('SIGTSTP', stops).on('SIGCONT', goesOn);
  // Before the words about it are written.
  process.prependListener('uncaughtException', ends).prependListener('unhandledRejection', ends);
  const ignoreSizes = watchScreenSize(resizes);
  return () => {
    for (const stay of leaving) stay();
    process.off('exit', ends).off('SIGTSTP', stops).off('SIGCONT', goesOn);
    process.off('uncaughtException', ends).off('unhandledRejection', ends);
    ignoreSizes();
  };
}

/** Ctrl-C is for the program that has the terminal now; it reaches this one too. */
async function withoutInterrupts<T>(work: () => Promise<T>): Promise<T> {
  const before = process.listeners('SIGINT');
  const ignore = (): void => undefined;
  process.removeAllListeners('SIGINT').on('SIGINT', ignore);
  try {
    return await work();
  } finally {
    process.off('SIGINT', ignore);
    for (const listener of before) process.on('SIGINT', listener);
  }
}
