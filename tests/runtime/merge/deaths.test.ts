import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { realMerges } from '../../../src/runtime/merge/real-merges.ts';
import { bundleScript, scriptEnv } from '../supervisor/bundle.ts';
import { shellWords } from '../workspace/doomed.ts';
import { type Fixture, makeFixture, NOW } from '../workspace/fixture.ts';
import { marksOf } from '../workspace/marks.ts';

// Runs git, and kills the caller after its k-th call, before it sees the exit.
const SHIM = `#!/bin/sh
. "\${0%/*}/doom.env"
count=$(($(cat "$DOOM/count") + 1))
echo "$count" > "$DOOM/count"
[ "$count" = "$DOOM_CALL" ] || exec "$REAL_GIT" "$@"
"$REAL_GIT" "$@" > /dev/null
kill -9 "$PPID"
`;
const CALLS_MOST = 60;
const dev = { role: 'dev', branch: 'swarm/dev-17' };
const folder = mkdtempSync(join(tmpdir(), 'swarm-merge-doom-'));
const realGit = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
let script: string;
let it: Fixture;

beforeAll(async () => {
  script = await bundleScript(join(import.meta.dirname, 'worker.ts'), folder);
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/git'), SHIM);
  chmodSync(join(folder, 'bin/git'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  it = makeFixture();
});
afterEach(() => it.remove());

const settings = (env: Record<string, string>) => ({
  project: it.project,
  worktreesDir: join(it.project, '.swarm/worktrees'),
  trashDir: join(it.project, '.swarm/trash'),
  logsDir: join(it.project, '.swarm/logs'),
  provision: { copy: [], install: null },
  env,
  commands: { env, wrap: null },
  check: { command: 'test -f dev.txt', limitMs: 20_000 },
});
const request = { runId: '17', title: 'Fix it', branches: [dev], into: null };

/** False when it was killed. */
function mergeDoomed(call: number): Promise<boolean> {
  writeFileSync(join(folder, 'count'), '0');
  const path = `${join(folder, 'bin')}:${it.env.PATH}`;
  const shim = { REAL_GIT: realGit, DOOM: folder, DOOM_CALL: String(call) };
  writeFileSync(join(folder, 'bin/doom.env'), shellWords(shim));
  const env = { ...it.env, PATH: path };
  const work = JSON.stringify({ settings: settings(env), request });
  const child = spawn(process.execPath, [script, work], { env: scriptEnv(), stdio: 'ignore' });
  return new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal !== 'SIGKILL')));
}

test('killed after any call of git, it moved all or nothing, and the next one settles it', async () => {
  const workspace = it.workspace('17-dev', { branch: dev.branch });
  await it.workspaces.ensureReady(workspace);
  it.write(join(workspace.path, 'dev.txt'), 'dev\n');
  it.commit(workspace.path, 'work');
  const before = it.git(it.project, 'rev-parse', 'main');
  const restore = it.remember();
  for (let call = 1; call <= CALLS_MOST; call++) {
    const hasEnded = await mergeDoomed(call);
    const isMoved = it.git(it.project, 'rev-parse', 'main') !== before;
    expect([call, it.git(it.project, 'status', '--porcelain')]).toEqual([call, '']);
    expect(existsSync(join(it.project, 'dev.txt'))).toBe(isMoved);

    const merges = realMerges({ ...settings(it.env), marks: marksOf(it.project), clock: { now: () => NOW } });
    const again = await merges.merge({ ...request, tell: () => {} });
    expect(again).toMatchObject({ ok: true, value: { is: isMoved ? 'nothing-new' : 'merged' } });
    expect(it.git(it.project, 'status', '--porcelain')).toBe('');
    expect(it.git(it.project, 'worktree', 'list')).not.toContain('.merging');
    if (hasEnded) return expect([call > 10, isMoved]).toEqual([true, true]);
    restore();
  }
  throw new Error(`a merge needs more than ${CALLS_MOST} calls of git`);
}, 120_000);
