import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { realDrawings } from '../../../src/runtime/files/real-drawings.ts';
import { ownSessionFolders } from '../../samples/own-folders.ts';

let base: string;
const places = () => ({
  sessionsDir: join(base, 'sessions'),
  archiveDir: join(base, 'archive'),
  runsDir: join(base, 'runs'),
  logsDir: join(base, 'logs'),
  ensureSessionsDir: async () => {},
});
const folders = () => ownSessionFolders(base);
const live = (...path: string[]) => join(base, 'sessions', 's-1', ...path);
const attempt = (number: number) => ({ sessionId: 's-1', attempt: number, runId: null, role: null });
const pack = () => join(base, 'archive', 'sessions', 's-1.tar.gz');

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'swarm-folders-'));
  mkdirSync(live('attempts', '1'), { recursive: true });
  writeFileSync(live('prompt.md'), 'please');
  writeFileSync(live('attempts', '1', 'result.json'), '{"ok":true}');
  writeFileSync(live('attempts', '1', 'env.sh'), "export KEY='secret'");
  writeFileSync(live('attempts', '1', '.env.sh.4242.1'), "export KEY='secret'");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

test('an archived session is one file without its environment, and comes back with the rest', async () => {
  const archiving = await folders().ensureArchived('s-1');
  expect(archiving).toMatchObject({ files: 2, problem: null });
  expect(existsSync(live())).toBe(false);
  expect(readdirSync(join(base, 'archive', 'sessions'))).toEqual(['s-1.tar.gz']);
  expect(await folders().readArchivedResult(attempt(1))).toEqual({ text: '{"ok":true}' });
  expect(await folders().readArchivedResult(attempt(2))).toBeNull();
  await folders().ensureRestored('s-1');
  expect(readdirSync(live('attempts', '1'))).toEqual(['result.json']);
  expect(readFileSync(live('prompt.md'), 'utf8')).toBe('please');
  expect(existsSync(pack())).toBe(false);
});

test('archiving and restoring again change nothing', async () => {
  await folders().ensureArchived('s-1');
  expect(await folders().ensureArchived('s-1')).toBeNull();
  await folders().ensureRestored('s-1');
  await folders().ensureRestored('s-1');
  expect(readFileSync(live('prompt.md'), 'utf8')).toBe('please');
});

test('nothing is drawn beside a pack, and what lies there does not take its place', async () => {
  await folders().ensureArchived('s-1');
  await realDrawings(places()).draw('s-1', 'state.json', '{}');
  expect(existsSync(live())).toBe(false);
  // As if it had been drawn in the moment before the pack was there.
  mkdirSync(live());
  writeFileSync(live('state.json'), '{}');
  expect(await folders().ensureArchived('s-1')).toBeNull();
  mkdirSync(live());
  await folders().ensureRestored('s-1');
  expect(readFileSync(live('prompt.md'), 'utf8')).toBe('please');
  expect(readdirSync(join(base, 'trash'))).toEqual(['.swarm-mark', 's-1-7']);
});

test('a folder that cannot be packed is archived as it is, and says why', async () => {
  writeFileSync(Buffer.concat([Buffer.from(`${live()}/bad-`), Buffer.from([0xff])]), 'x');
  const archiving = await folders().ensureArchived('s-1');
  expect(archiving?.problem).toContain('cannot be packed');
  expect(readdirSync(join(base, 'archive', 'sessions'))).toEqual(['s-1']);
  expect(await folders().readArchivedResult(attempt(1))).toEqual({ text: '{"ok":true}' });
  await folders().ensureRestored('s-1');
  expect(readFileSync(live('prompt.md'), 'utf8')).toBe('please');
});

test('a shown file that was deleted is drawn again, though its text is the same', async () => {
  const { draw } = realDrawings(places());
  await draw('s-2', 'state.json', '{}');
  rmSync(join(base, 'sessions', 's-2', 'state.json'));
  await draw('s-2', 'state.json', '{}');
  expect(readFileSync(join(base, 'sessions', 's-2', 'state.json'), 'utf8')).toBe('{}');
});
