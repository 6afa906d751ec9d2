import { join, resolve } from 'node:path';
import type { ConfigEntry } from '../../domain/git/command-keys.ts';
import { readOwn } from '../agent-files/read-plain.ts';
import { observeCommandKeys } from './command-keys.ts';
import type { Git, GitCall } from './git.ts';

const MOST_BYTES = 256 * 1024;
const INCLUDE = /^include(if\..+)?\.path$/;
/** The beginnings of all sections that can name a driver. Git takes no space before a name; this does. */
const NAMES_DRIVERS = /\[\s*(?:filter|diff|merge|hook|include)/i;

export type FindKeys = (call: GitCall) => Promise<readonly ConfigEntry[]>;

/**
 * What a repository's own configuration would run, without asking git again while it holds the same text. It
 * is compared by its text: an agent can write a file in a way that does not change its times.
 */
export function rememberKeys(run: Git['run']): FindKeys {
  let known: Readonly<{ text: string; keys: readonly ConfigEntry[] }> | null = null;
  return async (call) => {
    const text = configText(call);
    if (text !== null && !NAMES_DRIVERS.test(text)) return [];
    if (text !== null && known?.text === text) return known.keys;
    const keys = await observeCommandKeys(run, call);
    const isSettled = text !== null && configText(call) === text;
    // Files that it includes may change without it.
    if (isSettled && !keys.some(({ key }) => INCLUDE.test(key))) known = { text, keys };
    return keys;
  };
}

/** All that git reads of a repository whose folder is named; null where that cannot be said. */
function configText({ gitDir }: GitCall): string | null {
  if (gitDir === undefined) return null;
  const common = textOf(join(gitDir, 'commondir'));
  if (common === null) return null;
  const commonDir = resolve(gitDir, common.replace(/\n$/, ''));
  const texts = [join(commonDir, 'config'), join(gitDir, 'config.worktree')].map(textOf);
  return texts.includes(null) ? null : JSON.stringify(texts);
}

/** Empty when there is no such file, null when it cannot be read whole. */
function textOf(path: string): string | null {
  const file = readOwn(path, MOST_BYTES);
  if (file === null) return '';
  return 'text' in file ? file.text : null;
}
