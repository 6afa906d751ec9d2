import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Workspace } from '../../../src/domain/workspace/workspace.ts';
import { bundleScript, scriptEnv } from '../supervisor/bundle.ts';
import { type Fixture, NOW } from './fixture.ts';

export type Verb = 'ready' | 'release';
/**
 * Kills the worker at its k-th call of git: before git runs, while it runs (git too), after it has ended, or
 * while git takes its time and goes on as an orphan.
 */
export type Doom = Readonly<{ call: number; how: 'before' | 'during' | 'after' | 'orphaned' }>;

const NOBODY_UID = 65_534;

// Git is given little of an environment, so the shim reads its own from a file beside it.
const SHIM = `#!/bin/sh
. "\${0%/*}/doom.env"
count=$(($(cat "$DOOM/count") + 1))
echo "$count" > "$DOOM/count"
echo "$*" | tr '\\n' ' ' | tail -c 300 >> "$DOOM/calls"
echo >> "$DOOM/calls"
[ "$count" = "$DOOM_CALL" ] || exec "$REAL_GIT" "$@"
case $DOOM_HOW in
  before) ;;
  during) "$REAL_GIT" "$@" & git=$!; sleep 0.00$((count % 5)); kill -9 "$git" ;;
  after) "$REAL_GIT" "$@" > /dev/null ;;
  orphaned) kill -9 "$PPID"; sleep 0.5; "$REAL_GIT" "$@"; touch "$DOOM/orphan-ended"; exit ;;
esac
kill -9 "$PPID"
`;

export type Doomer = Readonly<{
  /** True when the worker came to its end, because it needed fewer calls. */
  run(on: Fixture, work: Work, doom?: Doom): Promise<boolean>;
  /** The words of every call of git of the last worker, in order. */
  listCalls(): readonly string[];
  /** For another user, who can be kept from reading a file even where the tests run as root. */
  runAsNobody(on: Fixture, work: Work): Promise<boolean>;
  /** Whether the git that was left as an orphan has come to its end. */
  hasOrphanEnded(): boolean;
  close(): void;
}>;

type Work = Readonly<{ verb: Verb; workspaces: readonly Workspace[] }>;

export async function openDoomer(): Promise<Doomer> {
  const folder = mkdtempSync(join(tmpdir(), 'swarm-doom-'));
  const script = await bundleScript(join(import.meta.dirname, 'worker.ts'), folder);
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/git'), SHIM);
  chmodSync(join(folder, 'bin/git'), 0o755);
  const realGit = execFileSync('sh', ['-c', 'command -v git']).toString().trim();

  const commandOf = (on: Fixture, work: Work, env: Record<string, string>): readonly string[] => {
    const settings = {
      project: on.project,
      worktreesDir: join(on.project, '.swarm/worktrees'),
      trashDir: on.trash('.'),
      provision: { copy: [], install: null },
      now: NOW,
      env,
    };
    return [script, JSON.stringify({ settings, ...work })];
  };
  return {
    listCalls: () => readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n'),
    hasOrphanEnded: () => existsSync(join(folder, 'orphan-ended')),
    close: () => rmSync(folder, { recursive: true, force: true }),
    run(on, work, doom) {
      if (doom === undefined) return ranWell(commandOf(on, work, on.env));
      writeFileSync(join(folder, 'count'), '0');
      writeFileSync(join(folder, 'calls'), '');
      rmSync(join(folder, 'orphan-ended'), { force: true });
      const shim = { REAL_GIT: realGit, DOOM: folder, DOOM_CALL: String(doom.call), DOOM_HOW: doom.how };
      writeFileSync(join(folder, 'bin/doom.env'), shellWords(shim));
      const PATH = `${join(folder, 'bin')}:${on.env.PATH}`;
      return ranWell(commandOf(on, work, { ...on.env, PATH }));
    },
    async runAsNobody(on, work) {
      if (process.getuid?.() !== 0) return ranWell(commandOf(on, work, on.env));
      const give = (owner: number): Buffer =>
        execFileSync('chown', ['-R', `${owner}:${owner}`, on.base, folder]);
      give(NOBODY_UID);
      try {
        return await ranWell(commandOf(on, work, on.env), NOBODY_UID);
      } finally {
        give(0);
      }
    },
  };
}

export const shellWords = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');

function ranWell(args: readonly string[], user?: number): Promise<boolean> {
  const as = user === undefined ? {} : { uid: user, gid: user };
  const child = spawn(process.execPath, args, {
    ...as,
    env: scriptEnv(),
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('close', (code, signal) => {
      if (code === 0) resolve(true);
      else if (signal === 'SIGKILL') resolve(false);
      else reject(new Error(`the worker failed: ${complaints}`));
    });
  });
}
