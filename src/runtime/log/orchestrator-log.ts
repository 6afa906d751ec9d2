import { appendFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withFileFaults } from '../files/file-fault.ts';
import { writeAtomic } from '../files/write-atomic.ts';

const WEEK_MS = 7 * 86_400_000;
const KEPT_WEEKS = 4;
// Weeks begin on Monday; the first of January 1970 was a Thursday.
const MONDAY_MS = 4 * 86_400_000;

export const weekOf = (at: number): number => Math.floor((at - MONDAY_MS) / WEEK_MS);
export const weekBegan = (at: number): number => weekOf(at) * WEEK_MS + MONDAY_MS;

/** The log of the whole project: one file for this week, and the four before it. */
export type OrchestratorLog = Readonly<{
  /** Writes this week's file anew. */
  redraw: (lines: string, at: number) => Promise<void>;
  append: (lines: string, at: number) => Promise<void>;
}>;

export function orchestratorLog(logsDir: string): OrchestratorLog {
  const file = join(logsDir, 'orchestrator.log');
  const aged = (week: number): string =>
    join(logsDir, `orchestrator-${new Date(week * WEEK_MS + MONDAY_MS).toISOString().slice(0, 10)}.log`);
  let week: number | null = null;

  const ensureWeek = async (at: number): Promise<void> => {
    const current = weekOf(at);
    if (week !== null && week !== current) {
      await rename(file, aged(week)).catch(() => undefined);
      await dropOld(logsDir);
    }
    week = current;
  };
  return {
    redraw: (lines, at) =>
      withFileFaults(file, async () => {
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        week = weekOf(at);
        await writeAtomic(file, lines);
      }),
    append: (lines, at) =>
      withFileFaults(file, async () => {
        await ensureWeek(at);
        await appendFile(file, lines, { mode: 0o600 });
      }),
  };
}

async function dropOld(logsDir: string): Promise<void> {
  const old = (await readdir(logsDir)).filter((name) => /^orchestrator-[\d-]+\.log$/.test(name)).sort();
  for (const name of old.slice(0, Math.max(0, old.length - KEPT_WEEKS)))
    await rm(join(logsDir, name), { force: true });
}
