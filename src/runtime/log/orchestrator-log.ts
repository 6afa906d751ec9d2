import { constants } from 'node:fs';
import { copyFile, lstat, readdir, rename, rm, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { Oddities } from '../agent-files/oddities.ts';
import { withFileFaults } from '../files/file-fault.ts';

const WEEK_MS = 7 * 86_400_000;
const DAY_MS = 86_400_000;
const DAYS_PER_WEEK = 7;
// Weeks begin on Monday; the first of January 1970 was a Thursday.
const MONDAY_MS = 4 * 86_400_000;

export const weekOf = (at: number): number => Math.floor((at - MONDAY_MS) / WEEK_MS);
export const weekBegan = (at: number): number => weekOf(at) * WEEK_MS + MONDAY_MS;

/** The log of the whole project: one file for this week, and one for each week before it that is kept. */
export type OrchestratorLog = Readonly<{
  /** Writes this week's file anew. */
  redraw: (lines: string, at: number) => Promise<void>;
  append: (lines: string, at: number) => Promise<void>;
}>;

export function orchestratorLog(
  logsDir: string,
  { keptDays }: Readonly<{ keptDays: number }>,
): OrchestratorLog {
  const file = join(logsDir, 'orchestrator.log');
  const files = new AgentFiles(dirname(logsDir), new Oddities());
  const supervisorFile = join(logsDir, 'supervisor.log');
  const aged = (name: string, week: number): string =>
    join(logsDir, `${name}-${new Date(week * WEEK_MS + MONDAY_MS).toISOString().slice(0, 10)}.log`);
  let week: number | null = null;

  const ensureWeek = async (at: number): Promise<void> => {
    const current = weekOf(at);
    if (week !== null && week !== current) {
      await rename(file, aged('orchestrator', week)).catch(() => undefined);
      await emptyInto(supervisorFile, aged('supervisor', week));
      await dropOld(logsDir, { at, keptDays });
    }
    week = current;
  };
  return {
    redraw: (lines, at) =>
      withFileFaults(file, async () => {
        files.ensureFolder(logsDir);
        // A supervisor that was away since an earlier week finds the file of that week.
        week = await lstat(file).then(
          ({ mtimeMs }) => Math.min(weekOf(mtimeMs), weekOf(at)),
          () => weekOf(at),
        );
        await ensureWeek(at);
        await dropOld(logsDir, { at, keptDays });
        files.write(file, lines);
      }),
    append: (lines, at) =>
      withFileFaults(file, async () => {
        await ensureWeek(at);
        files.append(file, lines);
      }),
  };
}

/** A running supervisor appends to the file by a descriptor of its own, which a rename would take along. */
async function emptyInto(file: string, target: string): Promise<void> {
  try {
    if (!(await lstat(file)).isFile()) return;
    await copyFile(file, target, constants.COPYFILE_EXCL);
    await truncate(file);
  } catch {}
}

type Age = Readonly<{ at: number; keptDays: number }>;

/** Written to for as long as a supervisor runs, whatever the time of their last line. */
const IN_USE = new Set(['orchestrator.log', 'supervisor.log']);
const WEEK_FILE = /^(?:orchestrator|supervisor)-(\d{4}-\d\d-\d\d)\.log$/;

// Whole weeks: 30 days keep four of them beside the current one.
async function dropOld(logsDir: string, age: Age): Promise<void> {
  for (const entry of await readdir(logsDir, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || IN_USE.has(entry.name) || !/\.log(\.\d+)?$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    if (await isOld(path, entry.name, age)) await rm(path, { force: true });
  }
}

async function isOld(path: string, name: string, { at, keptDays }: Age): Promise<boolean> {
  const began = WEEK_FILE.exec(name)?.[1];
  if (began) return weekOf(at) - weekOf(Date.parse(began)) > Math.floor(keptDays / DAYS_PER_WEEK);
  const written = (await lstat(path).catch(() => null))?.mtimeMs ?? at;
  return at - written > keptDays * DAY_MS;
}
