import * as z from 'zod/mini';
import { parseJson } from '../../contract/json.ts';
import type { AgentFiles } from '../agent-files/agent-files.ts';

const Exit = z.object({
  code: z.number(),
  /** The launcher was hung up: its pane was closed, or its tmux server died. */
  hup: z.boolean(),
  /** The launcher got a SIGTERM, which Swarm never sends it. */
  term: z.boolean(),
});

export type Exit = z.infer<typeof Exit>;

type WrittenExit = Exit &
  Readonly<{
    writtenAt: number;
    /** Of the agent, and of what it has waited for; null from a launcher that did not count it. */
    cpuMs: number | null;
  }>;

/** A claim without an owner, which keeps every launcher from claiming. */
export const TOMBSTONE = JSON.stringify({ pid: 0, start: '', boot: '', server: null, input: '' });

const MOST_BYTES = 4 * 1024;

/** What the launcher wrote last, and when. Undefined: not over, or over without a record. */
export function readExit(files: AgentFiles, path: string): WrittenExit | undefined {
  const file = files.read(path, MOST_BYTES);
  const [json = '', , times = ''] = (file?.text ?? '').split('\n');
  const parsed = json === '' ? undefined : parseJson(json);
  const exit = parsed?.ok ? Exit.safeParse(parsed.value).data : undefined;
  return exit && file ? { ...exit, writtenAt: file.changedAt, cpuMs: parseTimes(times) } : undefined;
}

const TIMES = /^(\d+)m([\d.,]+)s (\d+)m([\d.,]+)s$/;
const MINUTE_MS = 60_000;

/** Reads a line of the shell's `times`: "0m1.230s 0m0.040s", by the program and by the system for it. */
export function parseTimes(line: string): number | null {
  const [, ...found] = TIMES.exec(line.trim()) ?? [];
  const [minutes, seconds, systemMinutes, systemSeconds] = found.map((text) =>
    Number(text.replace(',', '.')),
  );
  if (minutes === undefined || seconds === undefined) return null;
  const ms = (minutes + (systemMinutes ?? 0)) * MINUTE_MS + (seconds + (systemSeconds ?? 0)) * 1000;
  return Number.isFinite(ms) ? Math.round(ms) : null;
}
