import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tokenOf } from '../../../src/runtime/attempt/token.ts';
import { ownSessionFolders } from '../../samples/own-folders.ts';
import { openStage, type Stage, textEnv } from './stage.ts';

/** No process has so high a number. */
const DEAD = 4_194_305;

let stage: Stage;
beforeEach(() => {
  stage = openStage({
    env: { ...textEnv(), GITHUB_TOKEN: 'hunter', DEPLOY_KEY: 'hunter' },
    pass: ['DEPLOY_*'],
  });
});
afterEach(() => stage.close());

const write = (path: string): string => {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, 'export SECRET=hunter');
  return path;
};
const folders = () => ownSessionFolders(stage.root, { sessionsDir: stage.world.sessionsDir });

test('an agent gets the token of its attempt, and of the secrets only those that are listed', async () => {
  await stage.run('env; exit 0');
  await stage.waitOver();
  const seen = readFileSync(stage.folder.events, 'utf8');
  const key = readFileSync(stage.world.keyFile, 'utf8');
  expect(seen).toContain(`SWARM_ATTEMPT_TOKEN=${tokenOf(key, stage.ref)}\n`);
  expect(seen).toContain('DEPLOY_KEY=hunter');
  expect(seen).not.toContain('GITHUB_TOKEN');
});

test('a draft that a kill left goes with the next start, and one in the making stays', async () => {
  const dead = write(join(stage.folder.dir, `.env.sh.${DEAD}.1`));
  const living = write(join(stage.folder.dir, `.env.sh.${process.ppid}.1`));
  await stage.run('exit 0');
  expect([existsSync(dead), existsSync(living)]).toEqual([false, true]);
  await stage.waitOver();
  await stage.attempts.ensureGone(stage.ref);
  expect([existsSync(living), existsSync(stage.folder.env)]).toEqual([false, false]);
});

test('no environment goes into the archive, and no link leads out of the session’s folder', async () => {
  const { sessionId } = stage.ref;
  write(stage.folder.env);
  write(join(stage.folder.dir, `.env.sh.${DEAD}.2`));
  const elsewhere = write(join(stage.root, 'elsewhere', 'env.sh'));
  symlinkSync(join(stage.root, 'elsewhere'), join(stage.folder.dir, '..', '2'));
  await folders().ensureArchived(sessionId);
  expect(existsSync(stage.folder.dir)).toBe(false);
  await folders().ensureRestored(sessionId);
  expect(existsSync(stage.folder.dir)).toBe(true);
  expect(existsSync(stage.folder.env)).toBe(false);
  expect(existsSync(join(stage.folder.dir, `.env.sh.${DEAD}.2`))).toBe(false);
  expect(existsSync(elsewhere)).toBe(true);
});
