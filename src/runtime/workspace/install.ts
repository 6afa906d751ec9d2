import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { readTail } from '../agent-files/read-plain.ts';
import { runLogged } from '../process/logged-command.ts';

export const INSTALL_LIMIT_MS = 15 * 60_000;
const SHOWN_CHARACTERS = 2_000;

export type Installation = Readonly<{
  command: readonly string[];
  /** The same, as the project names it. */
  said: readonly string[];
  cwd: string;
  /** Its log and its identity are kept here. */
  adminDir: string;
  env: Readonly<Record<string, string | undefined>>;
  limitMs?: number;
}>;

/** Runs the project's install command to its end. What it prints is kept in `swarm-install.log`. */
export async function ensureInstalled(installation: Installation): Promise<void> {
  const { command, said, cwd, adminDir, env, limitMs = INSTALL_LIMIT_MS } = installation;
  const logFile = join(adminDir, 'swarm-install.log');
  const identityFile = join(adminDir, 'swarm-install.json');
  const problem = await runLogged({ command, cwd, env, logFile, identityFile, limitMs });
  if (problem === null) return;
  const shown = (readTail(logFile, SHOWN_CHARACTERS * 4) ?? '').trim().slice(-SHOWN_CHARACTERS);
  throw new Fault('provision-failed', `"${said.join(' ')}" ${problem}\n${shown}`.trim(), {
    hint: `workspace.install runs in every new workspace; its output is in ${logFile}`,
    retry: true,
  });
}
