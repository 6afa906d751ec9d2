import { writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { runRehearsal } from '../rehearsal/program.ts';

const STDOUT = 1;
const STDERR = 2;
const PAUSE_MS = 2;
const clock = new Int32Array(new SharedArrayBuffer(4));

// Written before it returns, so that nothing said is lost when the next step crashes the program.
function write(fd: number, text: string): void {
  let rest = Buffer.from(text, 'utf8');
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      // The reader of a pipe is behind.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(clock, 0, 0, PAUSE_MS);
    }
  }
}

process.on('uncaughtException', (error) => {
  // The reader is gone.
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') write(STDERR, `${error.stack ?? error.message}\n`);
  process.exit(1);
});

const code = runRehearsal({
  argv: process.argv.slice(2),
  env: process.env,
  workDir: process.cwd(),
  home: process.env.HOME ?? homedir(),
  input: process.stdin,
  emit: (event) => write(STDOUT, `${JSON.stringify(event)}\n`),
  warn: (text) => write(STDERR, `${text}\n`),
  onSignal: (signal, act) => {
    process.on(signal, act);
  },
  exit: (status) => process.exit(status),
});
code.then((status) => process.exit(status));
