import type { Io } from '../cli/io.ts';
import { styleFor } from '../views/style.ts';
import type { Env } from './project.ts';

type Opening = Readonly<{ isJson: boolean; env: Env; interruptedCode: number }>;

/** The terminal, or the pipe, that this command was started from. */
export function openTerminal({ isJson, env, interruptedCode }: Opening): Io {
  const farewells: (() => void)[] = [];
  // Whoever reads us may leave before the end, as "head" does. There is nobody to complain to.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2));
  }
  process.on('SIGINT', () => {
    for (const farewell of farewells) farewell();
    process.stdout.write('', () => process.exit(interruptedCode));
  });
  const write = (text: string): Promise<void> =>
    new Promise((resolve) => process.stdout.write(text, () => resolve()));
  return {
    isJson,
    style: styleFor(!isJson && isColoured(env)),
    isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
    write,
    say: async (text) => (isJson ? undefined : write(text)),
    warn: (text) => void process.stderr.write(text),
    confirm,
    onInterrupt: (work) => void farewells.push(work),
  };
}

/** https://no-color.org and its counterpart. */
function isColoured({ NO_COLOR, FORCE_COLOR, TERM }: Env): boolean {
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0';
  return process.stdout.isTTY === true && TERM !== 'dumb';
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
