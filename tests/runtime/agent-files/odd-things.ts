import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Makes something at a path where nothing is; it is given a file outside to point to. */
export type MakeOdd = (path: string, outside: string) => void | Promise<void>;

/** What an agent can put in the place of a file. */
export const ODD_THINGS: Readonly<Record<string, MakeOdd>> = {
  'a named pipe': (path) => void execFileSync('mkfifo', [path]),
  'a link to /dev/zero': (path) => symlinkSync('/dev/zero', path),
  // By its name alone, so that it points to itself also where it is moved to.
  'a link to itself': (path) => symlinkSync(basename(path), path),
  'a link to nothing': (path) => symlinkSync(`${path}-nothing`, path),
  'a link to a file outside': (path, outside) => symlinkSync(outside, path),
  'a folder': (path) => mkdirSync(path),
  'a folder with something in it': (path) => {
    mkdirSync(path);
    writeFileSync(`${path}/inside`, 'x');
  },
  'a socket': (path) => makeSocket(path),
};

/** Plain files that no program would write. */
export const ODD_FILES: Readonly<Record<string, (path: string) => void>> = {
  'a file of 10 GB with a hole': (path) => {
    writeFileSync(path, '');
    truncateSync(path, 10 * 1024 ** 3);
  },
  'a file that may not be read': (path) => {
    writeFileSync(path, 'x');
    chmodSync(path, 0);
  },
};

// A server removes the file that it was bound to by its name: under another one it stays.
async function makeSocket(path: string): Promise<void> {
  const bound = join(tmpdir(), `swarm-${randomBytes(6).toString('hex')}`);
  const server = createServer().listen(bound);
  await once(server, 'listening');
  renameSync(bound, path);
  server.close();
}
