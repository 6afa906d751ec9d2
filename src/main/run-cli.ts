import { EXIT, runCommand } from '../cli/run-command.ts';
import { type LocalHost, openHost } from './host.ts';
import { endOutput } from './output.ts';
import { openTerminal } from './terminal.ts';

/** One command, from its words to its exit code. */
export async function runCli(argv: readonly string[], version: string): Promise<void> {
  process.on('uncaughtException', sayBug).on('unhandledRejection', sayBug);
  const hosts: LocalHost[] = [];
  const code = await runCommand(argv, {
    version,
    openIo: (isJson) => openTerminal({ isJson, env: process.env, interruptedCode: EXIT.interrupted }),
    openHost: (wanted, io) => {
      const host = openHost({ ...wanted, env: process.env, cwd: process.cwd(), warn: io.warn });
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
  process.stderr.write(`❌ ${text}\nℹ️  This is a bug in Swarm; please report it with the lines above\n`);
  process.exit(EXIT.failed);
}
