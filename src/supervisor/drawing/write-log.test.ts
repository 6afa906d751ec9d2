import { expect, test } from 'vitest';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import type { Store } from '../../store/store.ts';
import { createLogWriter } from './write-log.ts';

const entry = (seq: number, at = seq): JournalEntry => ({
  seq,
  at,
  sessionId: 's',
  runId: null,
  by: 'tester',
  event: 'created',
  workId: null,
  loopId: null,
  fromState: null,
  toState: null,
  note: '',
});

function aJournal() {
  const entries: JournalEntry[] = [];
  const rows: Pick<Store, 'listJournal' | 'lastJournalSeq'> = {
    listJournal: async ({ after, since = 0 }) => entries.filter(({ seq, at }) => seq > after && at >= since),
    lastJournalSeq: async () => entries.at(-1)?.seq ?? 0,
  };
  return { entries, store: rows as Store };
}

function aFile() {
  const file = { text: '', failures: 0 };
  const change = (text: string): void => {
    if (file.failures-- > 0) throw new Error('disk full');
    file.text = text;
  };
  const log = {
    redraw: async (lines: string) => change(lines),
    append: async (lines: string) => change(file.text + lines),
  };
  return { file, log };
}

const writerOf = (store: Store, file: ReturnType<typeof aFile>['log']) =>
  createLogWriter({ store, file, now: () => 100, weekBegan: () => 50, renderLine: ({ seq }) => `${seq} ` });

test('the log is drawn anew from this week at the start, and then followed', async () => {
  const { entries, store } = aJournal();
  const { file, log } = aFile();
  entries.push(entry(1, 10), entry(2, 60));
  const write = writerOf(store, log);
  await write();
  expect(file.text).toBe('2 ');
  entries.push(entry(3, 70), entry(4, 80));
  await write();
  await write();
  expect(file.text).toBe('2 3 4 ');
});

test('calls at the same time write every line once', async () => {
  const { entries, store } = aJournal();
  const { file, log } = aFile();
  const write = writerOf(store, log);
  entries.push(entry(1, 60));
  const both = [write(), write()];
  entries.push(entry(2, 61));
  await Promise.all(both);
  await write();
  expect(file.text).toBe('1 2 ');
});

test('a disk that was full loses no line and stops nothing', async () => {
  const { entries, store } = aJournal();
  const { file, log } = aFile();
  const write = writerOf(store, log);
  await write();
  entries.push(entry(1, 60));
  file.failures = 1;
  await expect(write()).rejects.toThrow('disk full');
  entries.push(entry(2, 61));
  await write();
  expect(file.text).toBe('1 2 ');
});
