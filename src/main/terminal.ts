import type { AltScreenEvents } from '../cli/alt-screen.ts';
import type { Io } from '../cli/io.ts';
import { styleFor } from '../views/style.ts';
import { terminalFilter } from '../views/terminal-text.ts';
import { endOutput, filterOutput, isScreen, STDOUT, screenSize, writeError, writeOutput } from './output.ts';
import { openPicture } from './picture.ts';
import type { Env } from './project.ts';

type Opening = Readonly<{
  isJson: boolean;
  isRaw: boolean;
  env: Env;
  interruptedCode: number;
}>;

/** The terminal, or the pipe, that this command was started from. Node's streams are loaded on demand. */
export function openTerminal({ isJson, isRaw, env, interruptedCode }: Opening): Io {
  const farewells: (() => void)[] = [];
  process.on('SIGINT', () => {
    for (const farewell of farewells) farewell();
    endOutput(interruptedCode);
  });
  const hasColours = isColoured(env);
  let warned: ((text: string) => void) | null = null;
  const isDrawn = !isRaw && isScreen(STDOUT);
  if (isDrawn) filterOutput(terminalFilter({ hasColours, isJson }));
  return {
    isJson,
    style: styleFor(!isJson && hasColours),
    get isTerminal() {
      return process.stdin.isTTY === true && process.stdout.isTTY === true;
    },
    isScreen: isDrawn,
    write: writeOutput,
    say: async (text) => (isJson ? undefined : writeOutput(text)),
    warn: (text) => (warned ?? writeError)(text, { hasColours, isRaw }),
    get columns() {
      return screenSize().columns;
    },
    isPlain: isPlain(env),
    confirm: async (question) => /^y(es)?$/i.test((await askLine(question)) ?? ''),
    askLine: async (question) => (await askLine(question)) ?? '',
    askAnyone: (question) => (process.stdin.isTTY ? askLine(question) : askPipe(question)),
    openPicture: () => (isJson || isRaw || env.TERM === 'dumb' || !isScreen(STDOUT) ? null : openPicture()),
    get openAltScreen() {
      const isThere = process.stdin.isTTY === true && process.stdout.isTTY === true;
      if (isJson || env.TERM === 'dumb' || !isThere) return null;
      return async (events: AltScreenEvents) => {
        const { openAltScreen } = await import('./alt-screen.ts');
        warned = events.warned;
        const closed = (): void => {
          warned = null;
        };
        return openAltScreen({ events, closed });
      };
    },
    onInterrupt: (work) => void farewells.push(work),
  };
}

/** https://no-color.org and its counterpart. */
function isColoured({ NO_COLOR, FORCE_COLOR, TERM }: Env): boolean {
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0';
  return TERM !== undefined && TERM !== '' && TERM !== 'dumb' && isScreen(STDOUT);
}

/** As POSIX has it, the first of these that is set says which characters there are. */
function isPlain({ NO_COLOR, TERM, LC_ALL, LC_CTYPE, LANG }: Env): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG || '';
  return Boolean(NO_COLOR) || TERM === 'dumb' || (locale !== '' && !/utf-?8/i.test(locale));
}

/** A program may have started us with a pipe that it never closes. */
const PIPE_LIMIT_MS = 10_000;

/** As `askLine`; null too when nothing comes for a while. */
const askPipe = (question: string): Promise<string | null> =>
  askLine(question, AbortSignal.timeout(PIPE_LIMIT_MS));

/** Null when the input ends without a line. */
async function askLine(question: string, signal?: AbortSignal): Promise<string | null> {
  const { createInterface } = await import('node:readline/promises');
  const reader = createInterface({ input: process.stdin, terminal: false });
  writeError(question);
  signal?.addEventListener('abort', () => reader.close());
  try {
    const answer = await Promise.race([
      reader.question(''),
      new Promise<null>((resolve) => reader.once('close', () => resolve(null))),
    ]);
    return answer?.trim() ?? null;
  } finally {
    reader.close();
  }
}
