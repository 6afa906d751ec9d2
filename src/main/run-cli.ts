import { EXIT, runCommand } from '../cli/run-command.ts';
import { type LocalHost, openHost } from './host.ts';
import { openTerminal } from './terminal.ts';

/** One command, from its words to its exit code. */
export async function runCli(argv: readonly string[], version: string): Promise<void> {
  const hosts: LocalHost[] = [];
  const code = await runCommand(argv, {
    version,
    openIo: (isJson) => openTerminal({ isJson, env: process.env, interruptedCode: EXIT.interrupted }),
    openHost: (wanted) => {
      const host = openHost({ ...wanted, env: process.env, cwd: process.cwd() });
      hosts.push(host);
      return host;
    },
  });
  for (const host of hosts) await host.close();
  // The callback comes when everything before it has left, so a slow reader of a pipe loses nothing.
  process.stdout.write('', () => process.exit(code));
}
