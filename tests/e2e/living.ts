import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from './project.ts';

/**
 * Every process whose environment or command line names this project, apart from its supervisor with the gits
 * that it is just asking, and its tmux server.
 */
export function livingOf({ root, paths }: TestProject): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
      const isOurs =
        command.includes(root) || read(`/proc/${pid}/environ`).includes(`SWARM_ATTEMPT_DIR=${root}`);
      const isExpected =
        isSupervisor(command) ||
        command.includes(paths.tmuxSocketName) ||
        (/^git /.test(command) && isUnderSupervisor(pid));
      return isOurs && !isExpected && Number(pid) !== process.pid ? [`${pid} ${command}`] : [];
    });
}

const isSupervisor = (command: string): boolean => /supervisor\.cjs/.test(command);

/** A supervisor looks at workspaces beside its rounds; a git of its own ends with its answer. */
function isUnderSupervisor(pid: string): boolean {
  const parent = /^PPid:\s*(\d+)$/m.exec(read(`/proc/${pid}/status`))?.[1];
  if (parent === undefined || Number(parent) <= 1) return false;
  return isSupervisor(read(`/proc/${parent}/cmdline`)) || isUnderSupervisor(parent);
}

type AttemptFiles = Readonly<{ number: number; claims: number; conversation: string | null }>;

/**
 * What the folders of a session's attempts say: how many launchers claimed each, and which conversation it
 * served.
 */
export function attemptsOf({ paths }: TestProject, id: string): AttemptFiles[] {
  const folder = join(paths.sessionsDir, id, 'attempts');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => {
    const init = /"session_id":"([^"]+)"/.exec(read(join(folder, name, 'events.jsonl')));
    const begun = read(join(folder, name, 'events.jsonl')).split('"subtype":"init"').length - 1;
    return { number: Number(name), claims: begun, conversation: init?.[1] ?? null };
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
