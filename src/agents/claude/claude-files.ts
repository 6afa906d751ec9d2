import { join } from 'node:path';
import type { LaunchInput } from '../../domain/agent/agent.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Homes = Readonly<{ home: string; env: Env }>;

const NAME_CHARS = 200;

/** The folder of Claude Code's own files. */
export const configFolder = ({ home, env }: Homes): string =>
  env.CLAUDE_CONFIG_DIR || join(env.HOME || home, '.claude');

/**
 * The file that remembers which dialogs were answered. It moves with the folder, but lies beside it by
 * default.
 */
export const stateFile = ({ home, env }: Homes): string =>
  env.CLAUDE_CONFIG_DIR
    ? join(env.CLAUDE_CONFIG_DIR, '.claude.json')
    : join(env.HOME || home, '.claude.json');

export const settingsFile = (homes: Homes): string => join(configFolder(homes), 'settings.json');

/** Only its presence matters; it is never opened. */
export const credentialsFile = (homes: Homes): string => join(configFolder(homes), '.credentials.json');

/** Each running process keeps a file there, named after its pid. */
export const runningFolder = (homes: Homes): string => join(configFolder(homes), 'sessions');

/** Where the conversation is kept: it can be resumed when the file is there. */
export function transcriptFile(input: Pick<LaunchInput, 'conversationId' | 'paths' | 'spec'>): string {
  const { paths, spec, conversationId } = input;
  const env: Env = { CLAUDE_CONFIG_DIR: paths.claudeConfigDir ?? undefined, ...spec.env };
  const folder = join(configFolder({ home: paths.home, env }), 'projects', projectName(paths.workDir));
  return join(folder, `${conversationId}.jsonl`);
}

/** The CLI's name for a folder: a long one is cut, and told apart by a hash of the whole path. */
export function projectName(workDir: string): string {
  const name = workDir.replace(/[^a-zA-Z0-9]/g, '-');
  return name.length <= NAME_CHARS ? name : `${name.slice(0, NAME_CHARS)}-${hashOf(workDir)}`;
}

function hashOf(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) | 0;
  return Math.abs(hash).toString(36);
}
