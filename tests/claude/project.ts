import { expect, onTestFinished, vi } from 'vitest';
import { readScreen } from '../../src/agents/claude/read-screen.ts';
import { claudeProgram } from '../agent-program.ts';
import { makeProject, type ProgramEnd, type Status, type TestProject } from '../e2e/project.ts';
import { type Script, type StandIn, startStandIn } from '../stand-in/anthropic.ts';
import type { ClaudeVersion } from './install.ts';
import { settledState } from './isolated.ts';
import { claudeEnv } from './room.ts';

/** A project whose agents are the real Claude Code, with a stand-in for the API. */
export type ClaudeProject = Readonly<{
  standIn: StandIn;
  project: TestProject;
  swarm: (...words: string[]) => Promise<ProgramEnd>;
  /** Creates a session of the developer on this task and gives back its id. */
  create: (task: string, ...flags: string[]) => Promise<string>;
  /** Sends a message exactly as it is, which an argument could not carry. */
  send: (id: string, text: string) => Promise<ProgramEnd>;
  status: (id: string) => Promise<Status & Readonly<Record<string, unknown>>>;
}>;

type Options = Readonly<{
  script?: Script;
  config?: Readonly<Record<string, unknown>>;
  env?: Readonly<Record<string, string>>;
}>;

export async function makeClaudeProject(
  version: ClaudeVersion,
  options: Options = {},
): Promise<ClaudeProject> {
  claudeProgram(version);
  const standIn = await startStandIn(options.script);
  onTestFinished(() => standIn.close());
  const project = await makeProject({ cli: 'claude', workspace: { default: 'here' }, ...options.config });
  const env = { ...claudeEnv(version, { home: project.home, url: standIn.url }), ...options.env };
  const swarm: ClaudeProject['swarm'] = (...words) => project.swarmWith({ env }, ...words);
  return {
    standIn,
    project,
    swarm,
    async create(task, ...flags) {
      const file = project.write(`tasks/${Math.random().toString(36).slice(2)}.md`, task);
      const ran = await swarm('create', 'developer', file, '--quiet', ...flags);
      if (ran.code !== 0) throw new Error(`create failed: ${ran.stderr}${ran.stdout}`);
      return ran.stdout.trim();
    },
    send: (id, text) => project.swarmWith({ env, stdin: text }, 'send', id, '-'),
    status: async (id) => JSON.parse((await swarm('status', id, '--json')).stdout),
  };
}

/** A project whose person has answered every first-run dialog before. */
export async function makeSettledProject(
  version: ClaudeVersion,
  config: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string>> = {},
): Promise<ClaudeProject> {
  const made = await makeClaudeProject(version, { config, env });
  made.project.write('../home/.claude.json', settledState(made.project.root));
  return made;
}

/** A session of a persona that may only read by itself. */
export async function createCareful({ project, swarm }: ClaudeProject, task: string): Promise<string> {
  const front = 'name: careful\ntools: [Read]\npermission_mode: default';
  project.write('agents/careful/careful-agent.md', `---\n${front}\n---\nYou are careful.\n`);
  const ran = await swarm('create', 'careful', project.write('task.md', task), '--quiet');
  return ran.stdout.trim();
}

const MARKER = /\n\[swarm:[0-9a-f]{8}\]$/;

/** A prompt of a screen without the marker of its turn. */
export const unmarked = (prompt = ''): string => prompt.replace(MARKER, '');

/** Waits for the next entry of this name that comes after what is there now. */
export async function nextEvent({ swarm }: ClaudeProject, id: string, event: string) {
  const seen = JSON.parse((await swarm('events', id, '--json')).stdout) as { events: { seq: number }[] };
  const after = String(seen.events.at(-1)?.seq ?? 0);
  return () => swarm('events', id, '--follow', '--until', event, '--after', after);
}

/** A person types a line and submits it. Keys that come while the screen is still settling are lost. */
export async function typeLine({ project }: ClaudeProject, text: string): Promise<void> {
  let typedAt = 0;
  await vi.waitFor(
    () => {
      if (boxOf(project) === '' && Date.now() - typedAt > TYPE_AGAIN_MS) {
        typedAt = Date.now();
        project.tmux('send-keys', '-l', text);
      }
      expect(boxOf(project)).toBe(text);
    },
    { timeout: 30_000, interval: 100 },
  );
  await vi.waitFor(
    () => {
      if (boxOf(project) === text) project.tmux('send-keys', 'Enter');
      expect(boxOf(project)).not.toBe(text);
    },
    { timeout: 30_000, interval: 1_000 },
  );
}

const TYPE_AGAIN_MS = 3_000;

/** What stands in the input box; null when there is none. */
export function boxOf({ tmux }: TestProject): string | null {
  try {
    const observation = readScreen(tmux('capture-pane', '-p', '-e'));
    return observation.is === 'box' ? observation.typed : null;
  } catch {
    // What was typed has closed the pane.
    return null;
  }
}
