import { readFileSync } from 'node:fs';
import type { Ancestor, CallerSighting } from '../../domain/participant/caller.ts';
import type { Anchor } from '../../domain/participant/participant.ts';
import { programName } from '../../domain/participant/program-name.ts';
import { exec } from '../process/exec.ts';
import { isAlive, observeBoot } from '../process/identity.ts';
import { observeProcess } from '../process/process-table.ts';

const MOST_ANCESTORS = 64;
const PS_ENV = { PATH: '/bin:/usr/bin:/sbin:/usr/sbin', LC_ALL: 'C' };

export type CallerSettings = Readonly<{
  hostId: string;
  sessionId: string | null;
  participantId: string | null;
  workDir: string;
}>;

/** Looks at the processes above this one. They are told by the system, not by the environment. */
export const realCallers = (settings: CallerSettings) => {
  let lineage: Promise<readonly Ancestor[]> | null = null;
  return {
    observe: async (): Promise<CallerSighting> => {
      lineage ??= observeLineage();
      return { ...settings, lineage: await lineage };
    },
    isAlive: (anchor: Anchor): Promise<boolean> => isAlive(anchor),
  };
};

/** Nearest first. The first process of the machine stands for no participant. */
async function observeLineage(): Promise<readonly Ancestor[]> {
  const boot = await observeBoot();
  const found: Ancestor[] = [];
  let pid = process.ppid;
  while (pid > 1 && found.length < MOST_ANCESTORS) {
    const row = await observeProcess(pid);
    if (!row) break;
    const program = programName(await observeWords(pid));
    found.push({ pid, start: row.start, boot, program, isSessionLeader: row.session === pid });
    pid = row.parent;
  }
  return found;
}

async function observeWords(pid: number): Promise<readonly string[]> {
  if (process.platform === 'linux') return readWords(pid);
  const asked = { program: 'ps', args: ['-ww', '-o', 'command=', '-p', String(pid)], env: PS_ENV };
  return (await exec(asked)).stdout.trim().split(' ');
}

function readWords(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      .split('\0')
      .filter((word) => word !== '');
  } catch {
    return [];
  }
}
