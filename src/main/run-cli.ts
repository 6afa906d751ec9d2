import { config } from 'zod/mini';
import { EXIT, runCommand } from '../cli/run-command.ts';
import { type LocalHost, openHost } from './host.ts';
import { endOutput, writeError } from './output.ts';
import { openTerminal } from './terminal.ts';

// A command reads each of its schemas about once: to compile a parser for it costs more than it saves.
config({ jitless: true });

/** One command, from its words to its exit code. */
export async function runCli(argv: readonly string[], version: string): Promise<void> {
  process.on('uncaughtException', sayBug).on('unhandledRejection', sayBug);
  if (process.env.SWARM_CLOCK_SHIFT) (await import('./shifted-clock.ts')).shiftClock(process.env);
  const hosts: LocalHost[] = [];
  const code = await runCommand(argv, {
    version,
    openIo: (wanted) => openTerminal({ ...wanted, env: process.env, interruptedCode: EXIT.interrupted }),
    openHost: (wanted, io) => {
      const { warn, confirm } = io;
      // To ask for a terminal loads Node's streams, which most commands do without.
      const person = () => (io.isJson || !io.isTerminal ? null : { warn, confirm });
      const host = openHost({ ...wanted, env: process.env, cwd: process.cwd(), warn, person });
      hosts.push(host);
      return host;
    },
  });
  for (const host of hosts) await host.close();
  endOutput(code);
}

// Without this, Node would quote the line of the bundle that threw, and it is a very long one.
function sayBug(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  writeError(`❌ ${text}\nℹ️  This is a bug in Swarm; please report it with the lines above\n`);
  process.exit(EXIT.failed);
}
