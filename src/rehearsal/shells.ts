import { spawn } from 'node:child_process';

export type Env = Readonly<Record<string, string | undefined>>;
export type ShellEnd = Readonly<{ ok: boolean; output: string }>;

const MAX_OUTPUT_CHARS = 30_000;
// Longer than a pipe needs to drain, short enough for a child whose own children keep the pipe open.
const DRAIN_MS = 200;

/**
 * Starts programs as Claude Code starts its tools: each in a process group of its own, which a signal to
 * the agent's group does not reach.
 */
export class Shells {
  readonly #workDir: string;
  readonly #env: Env;
  readonly #groups = new Set<number>();

  constructor(workDir: string, env: Env) {
    this.#workDir = workDir;
    this.#env = env;
  }

  /** Runs a program to its end, or until the signal ends it. */
  run(argv: readonly [string, ...string[]], signal: AbortSignal): Promise<ShellEnd> {
    const [command, ...words] = argv;
    return new Promise((resolve) => {
      const child = spawn(command, words, {
        cwd: this.#workDir,
        env: { ...this.#env },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const group = child.pid;
      if (group !== undefined) this.#groups.add(group);
      const end = (): void => endGroup(group);
      signal.addEventListener('abort', end, { once: true });

      let output = '';
      const hear = (piece: Buffer): void => {
        if (output.length < MAX_OUTPUT_CHARS) output += piece.toString('utf8');
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);

      const finish = (ran: ShellEnd): void => {
        if (group !== undefined) this.#groups.delete(group);
        signal.removeEventListener('abort', end);
        child.stdout.destroy();
        child.stderr.destroy();
        resolve({ ...ran, output: ran.output.slice(0, MAX_OUTPUT_CHARS) });
      };
      child.on('error', (error) => finish({ ok: false, output: error.message }));
      child.on('exit', (code, by) => {
        const told = code === 0 ? '' : by ? `Killed by ${by}\n` : `Exit code ${code}\n`;
        const tell = (): void => finish({ ok: code === 0, output: `${told}${output}`.trimEnd() });
        const drained = setTimeout(tell, DRAIN_MS);
        child.on('close', () => {
          clearTimeout(drained);
          tell();
        });
      });
    });
  }

  /** Ends whatever still runs. */
  endAll(): void {
    for (const group of this.#groups) endGroup(group);
  }
}

function endGroup(group: number | undefined): void {
  if (group === undefined) return;
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
