import { fstatSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Io } from '../cli/io.ts';
import { styleFor } from '../views/style.ts';
import { endOutput, STDOUT, writeOutput } from './output.ts';
import type { Env } from './project.ts';

type Opening = Readonly<{ isJson: boolean; env: Env; interruptedCode: number }>;

/** The terminal, or the pipe, that this command was started from. Node's streams are loaded on demand. */
export function openTerminal({ isJson, env, interruptedCode }: Opening): Io {
  const farewells: (() => void)[] = [];
  process.on('SIGINT', () => {
    for (const farewell of farewells) farewell();
    endOutput(interruptedCode);
  });
  return {
    isJson,
    style: styleFor(!isJson && isColoured(env)),
    get isTerminal() {
      return process.stdin.isTTY === true && process.stdout.isTTY === true;
    },
    write: writeOutput,
    say: async (text) => (isJson ? undefined : writeOutput(text)),
    warn: (text) => void process.stderr.write(text),
    confirm,
    onInterrupt: (work) => void farewells.push(work),
  };
}

/** https://no-color.org and its counterpart. */
function isColoured({ NO_COLOR, FORCE_COLOR, TERM }: Env): boolean {
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0';
  return TERM !== undefined && TERM !== '' && TERM !== 'dumb' && isScreen();
}

// Node would load half of its streams to say so. A device that is not the one for nothing is a terminal.
function isScreen(): boolean {
  const stdout = fstatSync(STDOUT);
  return stdout.isCharacterDevice() && stdout.rdev !== statSync(devNull, { throwIfNoEntry: false })?.rdev;
}

async function confirm(question: string): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises');
  const reader = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  try {
    const answer = await Promise.race([
      reader.question(question),
      new Promise<string>((resolve) => reader.once('close', () => resolve(''))),
    ]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    reader.close();
  }
}
