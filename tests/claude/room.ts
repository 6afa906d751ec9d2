import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { realAttempts } from '../../src/runtime/attempt/real-attempts.ts';
import { exec } from '../../src/runtime/process/exec.ts';
import { observeMeans } from '../../src/runtime/resource/observe-means.ts';
import { openTmux } from '../../src/runtime/tmux/tmux.ts';
import { claudeProgram } from '../agent-program.ts';
import { type Script, type StandIn, startStandIn } from '../stand-in/anthropic.ts';
import type { ClaudeVersion } from './install.ts';
import { isolatedEnv } from './isolated.ts';
import { openTalk, type Start, type Talk } from './talk.ts';

/** A HOME, a folder to work in and a stand-in of their own for one test of the real program. */
export type Room = Readonly<{
  home: string;
  workDir: string;
  standIn: StandIn;
  /** Starts the program as an attempt: with the adapter's own arguments, through the launcher. */
  start(start?: Start): Promise<Talk>;
  /** A file in the folder to work in. */
  inWork(name: string): string;
  /** What stands on the screen of the only pane. */
  screen(): Promise<string>;
  press(...keys: string[]): Promise<void>;
  writeHome(name: string, text: string): void;
}>;

export type RoomOptions = Readonly<{
  script?: Script;
  /** More environment; an empty text takes a variable away. */
  env?: Readonly<Record<string, string>>;
  workName?: string;
  /** A tmux server of its own, for agents with a screen. */
  hasScreen?: boolean;
}>;

/** Instead of the key: only a subscriber is told when a limit ends. */
export const AS_SUBSCRIBER: Readonly<Record<string, string>> = {
  ANTHROPIC_API_KEY: '',
  CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-made-up-for-tests',
};

export async function openRoom(version: ClaudeVersion, options: RoomOptions = {}): Promise<Room> {
  claudeProgram(version);
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'swarm-claude-')));
  const standIn = await startStandIn(options.script);
  const home = join(base, 'home');
  const workDir = join(base, options.workName ?? 'work');
  const binDir = join(base, 'bin');
  for (const folder of [home, workDir, binDir]) mkdirSync(folder);
  // Stands in for our own command, which an agent calls from its shell.
  writeFileSync(join(binDir, 'swarm'), '#!/bin/sh\necho "swarm was asked to: $*"\n');
  chmodSync(join(binDir, 'swarm'), 0o755);

  const env = { ...claudeEnv(version, { home, url: standIn.url }), ...options.env };
  const given = {
    ...Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
    // The server's socket goes with the folder.
    TMUX_TMPDIR: base,
  };
  const socket = `swarm-claude-${randomBytes(6).toString('hex')}`;
  const attempts = realAttempts({
    sessionsDir: join(base, 'sessions'),
    keyFile: join(base, 'attempt.key'),
    wrap: null,
    pass: ['*'],
    observeMeans: () => observeMeans(given),
    ensureSessionsDir: async () => {},
    launchersDir: join(base, 'launchers'),
    worktreesDir: join(base, 'worktrees'),
    tmux: options.hasScreen ? openTmux({ socket, env: given }) : null,
    prefix: 'swarm',
    keepsOutput: true,
    keepOnExit: false,
    env: given,
  });
  const tmux = async (...args: string[]): Promise<string> =>
    (await exec({ program: 'tmux', args: ['-L', socket, ...args], env: given })).stdout;
  const talks: Talk[] = [];
  onTestFinished(async () => {
    for (const talk of talks) await talk.close();
    if (options.hasScreen) await tmux('kill-server');
    await standIn.close();
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    home,
    workDir,
    standIn,
    async start(start = {}) {
      const number = talks.length + 1;
      const talk = await openTalk({ attempts, base, home, workDir, binDir, number }, start);
      talks.push(talk);
      return talk;
    },
    inWork: (name) => join(workDir, name),
    screen: () => tmux('capture-pane', '-p'),
    press: async (...keys) => void (await tmux('send-keys', ...keys)),
    writeHome(name, text) {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), text);
    },
  };
}

export const claudeEnv = (
  version: ClaudeVersion,
  { home, url }: Readonly<{ home: string; url: string }>,
): Record<string, string> => isolatedEnv({ program: claudeProgram(version), home, url });
