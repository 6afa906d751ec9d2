// Programs that write down when they began or ended, and the reading of what they wrote.
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const LIMIT_MS = 10_000;
const LOOK_EVERY_MS = 5;

/** A program in a folder of its own, whose first act is to write the time to `file`. */
export function makeBeginner(base) {
  const { dir, program } = makeProgram(base, 'beginner', 'date +%s%N > "$1/stamp"\n');
  return { argv: ['/bin/sh', program, dir], file: join(dir, 'stamp') };
}

/** A program that waits until it is released, and whose last act is to write the time to `file`. */
export function makeEnder(base, name) {
  const script = 'read -r go < "$1/go"\nexec date +%s%N > "$1/stamp"\n';
  const { dir, program } = makeProgram(base, name, script);
  execFileSync('mkfifo', [join(dir, 'go')]);
  return {
    argv: ['/bin/sh', program, dir],
    file: join(dir, 'stamp'),
    release: () => release(join(dir, 'go')),
  };
}

function makeProgram(base, name, script) {
  const dir = join(base, name);
  const program = join(dir, 'program.sh');
  mkdirSync(dir);
  writeFileSync(program, script);
  return { dir, program };
}

// A pipe without a reader cannot be opened in this way: the program is not there yet.
async function release(pipe) {
  await waitUntil('the program waits for its release', () => {
    try {
      const file = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
      writeSync(file, 'go\n');
      closeSync(file);
      return true;
    } catch (error) {
      if (error.code === 'ENXIO') return false;
      throw error;
    }
  });
}

/** The time in the file, in milliseconds since 1970. The file is gone afterwards. */
export async function takeStamp(file) {
  await waitUntil(`${file} is written`, () => existsSync(file) && statSync(file).size > 0);
  const text = readFileSync(file, 'utf8').trim();
  // A date without nanoseconds prints an N; the file's own time is then as good.
  const ms = /^\d+$/.test(text) ? Number(BigInt(text) / 1000n) / 1000 : statSync(file).mtimeMs;
  rmSync(file);
  return ms;
}

export async function waitUntil(what, isSo, limitMs = LIMIT_MS) {
  const until = Date.now() + limitMs;
  while (!(await isSo())) {
    if (Date.now() > until) throw new Error(`after ${limitMs} ms it is still not so that ${what}`);
    await pause(LOOK_EVERY_MS);
  }
}
