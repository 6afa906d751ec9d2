import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles the creator into the folder, for processes to be started from. */
export async function buildCreator(folder: string): Promise<string> {
  const outfile = join(folder, 'creator.cjs');
  await build({
    entryPoints: [join(ROOT, 'tests/store/creator.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['pg', '@photostructure/sqlite'],
    logLevel: 'error',
  });
  return outfile;
}

type Start = Readonly<{ program: string; words: readonly string[]; uid?: number }>;

/** One real process that creates sessions once it is told to go. */
export class CreatorProcess {
  readonly #said: string[] = [];
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;

  constructor({ program, words, ...account }: Start) {
    this.#child = spawn(process.execPath, [program, ...words], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_PATH: join(ROOT, 'node_modules') },
      ...account,
    });
    this.#closed = once(this.#child, 'close');
    if (this.#child.stdout) createInterface(this.#child.stdout).on('line', (line) => this.#said.push(line));
  }

  /** Resolves when it waits for the word to go. */
  async ready(): Promise<void> {
    await this.heard(1);
    this.#said.shift();
  }

  go(): void {
    this.#child.stdin?.write('go\n');
  }

  /** Resolves when it has said as many lines, and gives them. */
  async heard(lines: number): Promise<readonly string[]> {
    while (this.#said.length < lines && this.#child.stdout) await once(this.#child.stdout, 'data');
    return this.#said;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Resolves when it is gone, and gives all that it said. */
  async closed(): Promise<readonly string[]> {
    await this.#closed;
    return this.#said;
  }
}
