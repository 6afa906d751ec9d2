import { readFileSync } from 'node:fs';
import {
  findMark,
  markOfArguments,
  markOfEnvironment,
  type ProcessMark,
} from '../../domain/attempt/agent-mark.ts';
import { exec } from './exec.ts';
import { parseStat } from './process-table.ts';

const PS_ENV = { PATH: '/bin:/usr/bin:/sbin:/usr/sbin', LC_ALL: 'C' };

/** The attempt, or the gate, that this process was started from; null for a person's own process. */
export async function findAgentMark(pid: number = process.pid): Promise<string | null> {
  return findMark(pid, process.platform === 'linux' ? lookInProc : await lookInPs());
}

// A few small reads for each ancestor, which the kernel answers at once.
function lookInProc(pid: number): ProcessMark | undefined {
  const row = parseStat(pid, readProc(pid, 'stat'));
  if (row === undefined) return undefined;
  const mark =
    markOfArguments(readProc(pid, 'cmdline').split('\0')) ??
    markOfEnvironment(readProc(pid, 'environ').split('\0'));
  return { mark, kin: [row.parent, row.session, row.group] };
}

// Processes of other users keep their environment to themselves.
function readProc(pid: number, file: 'stat' | 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const ROW = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/;
const LAUNCHER = /^(\S+) (.*\/\.launcher-[0-9a-f]+\.sh) (.+)$/;

/** Where there is no /proc, one call lists all processes, without their environments. */
async function lookInPs(): Promise<(pid: number) => ProcessMark | undefined> {
  const args = ['-axww', '-o', 'pid=,ppid=,pgid=,command='];
  const rows = parsePsCommands((await exec({ program: 'ps', args, env: PS_ENV })).stdout);
  return (pid) => rows.get(pid);
}

export function parsePsCommands(text: string): ReadonlyMap<number, ProcessMark> {
  const rows = new Map<number, ProcessMark>();
  for (const line of text.split('\n')) {
    const [, pid, parent, group, command = ''] = ROW.exec(line) ?? [];
    const words = LAUNCHER.exec(command)?.slice(1) ?? [];
    if (pid) rows.set(Number(pid), { mark: markOfArguments(words), kin: [Number(parent), Number(group)] });
  }
  return rows;
}
