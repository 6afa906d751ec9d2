import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { orchestratorLog } from '../../../src/runtime/log/orchestrator-log.ts';

const WEEK_MS = 7 * 86_400_000;
const MONDAY = Date.UTC(2026, 0, 5);

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'swarm-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function writeWeeks(folder: string, keptDays: number): Promise<void> {
  const log = orchestratorLog(folder, { keptDays });
  await log.redraw('', MONDAY);
  for (let week = 0; week < 8; week += 1) await log.append(`week ${week}\n`, MONDAY + week * WEEK_MS);
}

test.each([
  [30, 4],
  [7, 1],
  [49, 7],
  [0, 0],
])('with %i days, %i weeks are kept beside the current one', async (keptDays, weeks) => {
  const folder = aFolder();
  await writeWeeks(folder, keptDays);
  expect(readdirSync(folder).filter((name) => name !== 'orchestrator.log')).toHaveLength(weeks);
  expect(readFileSync(join(folder, 'orchestrator.log'), 'utf8')).toBe('week 7\n');
});

test('the log of the supervisor is put aside too, and its descriptor goes on', async () => {
  const folder = aFolder();
  const log = orchestratorLog(folder, { keptDays: 30 });
  await log.redraw('', MONDAY);
  const file = join(folder, 'supervisor.log');
  const descriptor = openSync(file, 'a');
  onTestFinished(() => closeSync(descriptor));
  writeSync(descriptor, 'before\n');
  await log.append('', MONDAY + WEEK_MS);
  writeSync(descriptor, 'after\n');
  expect(readFileSync(file, 'utf8')).toBe('after\n');
  expect(readFileSync(join(folder, 'supervisor-2026-01-05.log'), 'utf8')).toBe('before\n');
});

test('a log of an earlier week is put aside under its date when a supervisor starts', async () => {
  const folder = aFolder();
  const file = join(folder, 'orchestrator.log');
  writeFileSync(file, 'earlier\n');
  utimesSync(file, MONDAY / 1000 + 3_600, MONDAY / 1000 + 3_600);
  await orchestratorLog(folder, { keptDays: 30 }).redraw('now\n', MONDAY + WEEK_MS);
  expect(readFileSync(join(folder, 'orchestrator-2026-01-05.log'), 'utf8')).toBe('earlier\n');
  expect(readFileSync(file, 'utf8')).toBe('now\n');
});
